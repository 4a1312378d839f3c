// Fragments of `nvcuda::wmma`: which lane holds which elements, and how they are kept.
//
// CUDA leaves open which lane holds which element, so here they lie as AMD's matrix instructions
// want them and nothing moves between lanes. A fragment may hold an element in two lanes; code that
// does the same to every `x[i]` is right on it, as on NVIDIA's.
#pragma once

#include "mma_formats.hpp"
#include "mma_units.hpp"
#include "warp.hpp"
#include "wmma_pairs.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#endif

namespace porter {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}

#if defined(__HIP__)

#define PORTER_WMMA __device__ __forceinline__

namespace detail {

/// How elements of type T are stored, and multiplied or summed; `kept` is how sums are until they
/// are looked at, where that is put off.
template <class T>
struct element;
template <>
struct element<__half> {
  using stored = __half;
  using kept = float;
  using format = mma::f16;
  static PORTER_WMMA float number(__half value) { return __half2float(value); }
  static PORTER_WMMA float number(float value) { return value; }
  static PORTER_WMMA __half rounded(float value) { return __float2half(value); }
};
template <>
struct element<__hip_bfloat16> {
  using stored = __hip_bfloat16;
  using format = mma::bf16;
};
template <>
struct element<precision::tf32> {
  using stored = float;
  using format = mma::tf32;
};
template <>
struct element<signed char> {
  using stored = signed char;
  using format = mma::s8;
};
template <>
struct element<unsigned char> {
  using stored = unsigned char;
  using format = mma::u8;
};
template <>
struct element<float> {
  using stored = float;
  using kept = float;
  static PORTER_WMMA float number(float value) { return value; }
  static PORTER_WMMA float rounded(float value) { return value; }
};
template <>
struct element<double> {
  using stored = double;
  using format = mma::f64;
  static PORTER_WMMA double number(double value) { return value; }
  static PORTER_WMMA double rounded(double value) { return value; }
};
template <>
struct element<int> {
  using stored = int;
  using kept = int;
  static PORTER_WMMA int64_t number(int value) { return value; }
  static PORTER_WMMA int rounded(int64_t value) { return int(value); }
};

template <class T>
struct sharing_for : mma::sharing {};
template <>
struct sharing_for<double> : mma::sharing_f64 {};

/// The two operands of a product of m x n by their part in AMD's instructions: `narrow` has 8 rows
/// or 16, `wide` 16 columns or 32 (or 8, each of them twice).
template <int M, int N, int K>
struct plan {
  static constexpr bool is_swapped = N < M;  // narrow is B
  static constexpr int narrow = is_swapped ? N : M, wide = is_swapped ? M : N;
  static constexpr int blocks = wide < 16 ? 1 : wide / 16;
  static constexpr int depth = mma::sharing::splits_depth ? K / 2 : K;  // a lane's
  static constexpr int results = narrow == 16 ? 8 : 4;                  // a lane's of each block
};

PORTER_WMMA unsigned lane_row() { return lane_id() & 15u; }
PORTER_WMMA unsigned lane_half() { return lane_id() >> 4; }

/// Row of the narrow operand, or column of the wide one, that is element `i` of a lane.
template <class Plan, class T, bool IsNarrow>
PORTER_WMMA unsigned edge_of(unsigned i) {
  if constexpr (!IsNarrow) {
    return 16u * (i / Plan::depth) + (Plan::wide < 16 ? lane_row() & 7u : lane_row());
  } else if constexpr (Plan::narrow == 16) {
    return lane_row();
  } else {
    return sharing_for<T>::index_at_row(lane_row()) & 7u;
  }
}
template <class Plan>
PORTER_WMMA unsigned depth_of(unsigned i) {
  return i % Plan::depth + (mma::sharing::splits_depth ? Plan::depth * lane_half() : 0u);
}

/// Row and column of the narrow and the wide operand whose product is element `i` of a result.
template <class Plan>
PORTER_WMMA unsigned narrow_of(unsigned i) {
  const unsigned at = i % Plan::results;
  if constexpr (Plan::narrow == 16) return mma::sharing::row_of_result(at, lane_half());
  return 4u * lane_half() + at;
}
template <class Plan>
PORTER_WMMA unsigned wide_of(unsigned i) {
  return 16u * (i / Plan::results) + (Plan::wide < 16 ? lane_row() & 7u : lane_row());
}

template <class Use, int M, int N, int K>
struct extent;
template <int M, int N, int K>
struct extent<matrix_a, M, N, K> {
  static constexpr bool is_narrow = !plan<M, N, K>::is_swapped;
  static constexpr int count = plan<M, N, K>::depth * (is_narrow ? 1 : plan<M, N, K>::blocks);
};
template <int M, int N, int K>
struct extent<matrix_b, M, N, K> {
  static constexpr bool is_narrow = plan<M, N, K>::is_swapped;
  static constexpr int count = plan<M, N, K>::depth * (is_narrow ? 1 : plan<M, N, K>::blocks);
};
template <int M, int N, int K>
struct extent<accumulator, M, N, K> {
  static constexpr int count = plan<M, N, K>::results * plan<M, N, K>::blocks;
};

/// Whether the results of both warps of a wave are kept as the matrix unit leaves them.
template <class Use, int M, int N, int K>
constexpr bool keeps_pairs = false;
template <int M, int N, int K>
inline constexpr bool keeps_pairs<accumulator, M, N, K> =
    pairs_results && plan<M, N, K>::narrow == 16;

/// How the elements of a fragment are kept.
template <class T, int Count, bool InPairs>
struct elements {
  using type = typename element<T>::stored[Count];
};
template <class T, int Count>
struct elements<T, Count, true> {
  using type = paired_elements<element<T>, Count>;
};

}  // namespace detail

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
 public:
  using element_type = T;
  using storage_element_type = typename detail::element<T>::stored;
  static constexpr int num_elements = detail::extent<Use, M, N, K>::count;
  static constexpr int num_storage_elements = num_elements;
  typename detail::elements<T, num_elements, detail::keeps_pairs<Use, M, N, K>>::type x;
};

template <class Use, int M, int N, int K, class T, class Layout, class Value>
PORTER_WMMA void fill_fragment(fragment<Use, M, N, K, T, Layout>& to, const Value& value) {
#pragma unroll
  for (auto& element : to.x) element = value;
  detail::pair_up(to.x);
}

#undef PORTER_WMMA

#endif  // defined(__HIP__)

}  // namespace wmma
}  // namespace porter
