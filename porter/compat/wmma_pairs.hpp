// Accumulators of the two warps of a wave of 64, kept as the matrix unit leaves them.
//
// Where both warps always go together (-DPORTER_WHOLE_WAVES) each gets matrix instructions of its
// own, with a quarter of the depth from each 16 lanes of the wave. Their results are spread over
// all 64 lanes: elements 0 to 3 of a lane are the lower warp's, 4 to 7 the upper one's. They go to
// the lanes of their own warp when the program asks for an element.
#pragma once

#include "mma_units.hpp"

#if defined(__HIP__)

#if defined(PORTER_MMA_CDNA) && defined(PORTER_WHOLE_WAVES)
#define PORTER_WMMA_PAIRED 1
#endif

namespace porter {
namespace wmma {
namespace detail {

#define PORTER_WMMA __device__ __forceinline__

#if defined(PORTER_WMMA_PAIRED)
inline constexpr bool pairs_results = true;
#else
inline constexpr bool pairs_results = false;
#endif

/// The lower warp's `second` and the upper warp's `first` change places: then `first` is of the
/// lower warp in all lanes, `second` of the upper one. Done twice, all is as it was.
PORTER_WMMA void exchange_halves(uint32_t& first, uint32_t& second) {
  const unsigned lane = __lane_id();
  const bool is_upper = lane >> 5;
  const auto got = uint32_t(__builtin_amdgcn_ds_bpermute(int((lane ^ 32u) << 2),
                                                         int(is_upper ? first : second)));
  first = is_upper ? got : first;
  second = is_upper ? second : got;
}
template <class T>
PORTER_WMMA void exchange_halves(T& first, T& second) {
  auto a = __builtin_bit_cast(uint32_t, first), b = __builtin_bit_cast(uint32_t, second);
  exchange_halves(a, b);
  first = __builtin_bit_cast(T, a);
  second = __builtin_bit_cast(T, b);
}

/// Elements of an accumulator: an array that is put in order when somebody looks. Until then sums
/// of half precision keep the precision that they were made with.
template <class Element, int Count>
class paired_elements {
 public:
  using stored = typename Element::stored;
  using sum = typename Element::kept;

  PORTER_WMMA stored& operator[](int i) { return in_order()[i]; }
  PORTER_WMMA const stored& operator[](int i) const { return in_order()[i]; }
  PORTER_WMMA operator stored*() { return in_order(); }
  PORTER_WMMA stored* begin() { return in_order(); }
  PORTER_WMMA stored* end() { return in_order() + Count; }
  PORTER_WMMA const stored* begin() const { return in_order(); }
  PORTER_WMMA const stored* end() const { return in_order() + Count; }

  /// The elements as they lie in their lanes.
  PORTER_WMMA stored* in_order() const {
    if (is_paired_) {
      exchange();
#pragma unroll
      for (int i = 0; i < Count; ++i) values_[i] = Element::rounded(sums_[i]);
    }
    is_paired_ = false;
    return values_;
  }
  /// The sums as the matrix unit wants them.
  PORTER_WMMA sum* paired() const {
    if (!is_paired_) {
#pragma unroll
      for (int i = 0; i < Count; ++i) sums_[i] = sum(Element::number(values_[i]));
      exchange();
    }
    is_paired_ = true;
    return sums_;
  }
  /// Room for sums as the matrix unit leaves them.
  PORTER_WMMA sum* to_be_paired() {
    is_paired_ = true;
    return sums_;
  }

 private:
  PORTER_WMMA void exchange() const {
#pragma unroll
    for (int i = 0; i < Count / 2; ++i) exchange_halves(sums_[i], sums_[Count / 2 + i]);
  }

  mutable stored values_[Count];
  mutable sum sums_[Count];
  mutable bool is_paired_ = false;
};

/// Elements as a product takes them.
template <class Element, int Count>
PORTER_WMMA const typename Element::kept* pair_up(const paired_elements<Element, Count>& x) {
  return x.paired();
}
template <class T, int Count>
PORTER_WMMA const T* pair_up(const T (&x)[Count]) {
  return x;
}

/// Room for elements as a product leaves them.
template <class Element, int Count>
PORTER_WMMA typename Element::kept* to_be_paired(paired_elements<Element, Count>& x) {
  return x.to_be_paired();
}
template <class T, int Count>
PORTER_WMMA T* to_be_paired(T (&x)[Count]) {
  return x;
}

#undef PORTER_WMMA

}  // namespace detail
}  // namespace wmma
}  // namespace porter

#endif  // defined(__HIP__)
