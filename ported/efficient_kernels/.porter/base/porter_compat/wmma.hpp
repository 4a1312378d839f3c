// CUDA's warp matrix functions, `nvcuda::wmma` of <mma.h>: what is done with fragments.
#pragma once

#if defined(__CUDACC__) && !defined(__HIP__)
#include <mma.h>  // HIP on NVIDIA's GPUs
#else

#include "mma_registers.hpp"
#include "wmma_fragment.hpp"

namespace porter {
namespace wmma {

#if defined(__HIP__)

#define PORTER_WMMA __device__ __forceinline__

namespace detail {

template <class Layout>
constexpr bool is_row_major = false;
template <>
inline constexpr bool is_row_major<row_major> = true;

/// A fragment of A or B; `OverDepth`: elements that follow in depth follow in memory.
template <class Plan, class T, bool IsNarrow, bool OverDepth, int Count, class Stored>
PORTER_WMMA void load_operand(Stored (&x)[Count], const Stored* from, unsigned stride) {
  if constexpr (OverDepth) {
    constexpr size_t run = Plan::depth * sizeof(Stored);
    constexpr size_t alignment = run < 16 ? run : 16;  // CUDA asks for 32, and 16 of the stride
#pragma unroll
    for (int i = 0; i < Count; i += Plan::depth) {
      const Stored* row = from + size_t(edge_of<Plan, T, IsNarrow>(i)) * stride +
                          depth_of<Plan>(0);
      __builtin_memcpy(x + i, __builtin_assume_aligned(row, alignment), run);
    }
  } else {
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      x[i] = from[size_t(depth_of<Plan>(i)) * stride + edge_of<Plan, T, IsNarrow>(i)];
    }
  }
}

/// Where element `i` of a result is in memory.
template <class Plan>
PORTER_WMMA size_t place_of(unsigned i, unsigned stride, layout_t layout) {
  const unsigned narrow = narrow_of<Plan>(i), wide = wide_of<Plan>(i);
  const unsigned row = Plan::is_swapped ? wide : narrow, column = Plan::is_swapped ? narrow : wide;
  return layout == mem_row_major ? size_t(row) * stride + column : size_t(column) * stride + row;
}

}  // namespace detail

template <int M, int N, int K, class T, class Layout, class Memory>
PORTER_WMMA void load_matrix_sync(fragment<matrix_a, M, N, K, T, Layout>& to, const Memory* from,
                                  unsigned stride) {
  using plan = detail::plan<M, N, K>;
  detail::load_operand<plan, T, !plan::is_swapped, detail::is_row_major<Layout>>(to.x, from, stride);
}
template <int M, int N, int K, class T, class Layout, class Memory>
PORTER_WMMA void load_matrix_sync(fragment<matrix_b, M, N, K, T, Layout>& to, const Memory* from,
                                  unsigned stride) {
  using plan = detail::plan<M, N, K>;
  detail::load_operand<plan, T, plan::is_swapped, !detail::is_row_major<Layout>>(to.x, from, stride);
}
template <int M, int N, int K, class T>
PORTER_WMMA void load_matrix_sync(fragment<accumulator, M, N, K, T>& to, const T* from,
                                  unsigned stride, layout_t layout) {
#pragma unroll
  for (int i = 0; i < to.num_elements; ++i) {
    to.x[i] = from[detail::place_of<detail::plan<M, N, K>>(i, stride, layout)];
  }
  detail::pair_up(to.x);
}
template <int M, int N, int K, class T>
PORTER_WMMA void store_matrix_sync(T* to, const fragment<accumulator, M, N, K, T>& from,
                                   unsigned stride, layout_t layout) {
#pragma unroll
  for (int i = 0; i < from.num_elements; ++i) {
    to[detail::place_of<detail::plan<M, N, K>>(i, stride, layout)] = from.x[i];
  }
}

namespace detail {

/// The products of one type by the lanes' words.
template <class Plan, class T>
struct product {
  using format = typename element<T>::format;
  using shared = sharing_for<T>;
  using word = typename format::word;
  using number = typename format::sum;
  static constexpr int words = Plan::depth / format::count;
  using operand = ptx::registers<word, words>;
  using results = ptx::registers<number, Plan::results>;
  using chosen = mma::unit_for<format, format>;

  /// Each lane fetches what it needs. A function of its own: where there is a unit it is rarely
  /// called, and every product would hold its code.
  static __device__ __attribute__((noinline)) results by_lanes(operand narrow, operand wide,
                                                               results sums) {
    constexpr unsigned parts = shared::splits_depth ? 2 : 1, steps = parts * words;
    constexpr unsigned each_turn = chosen::words != 0 ? 1 : steps;
#pragma unroll each_turn
    for (unsigned step = 0; step < steps; ++step) {
      const unsigned half = parts == 2 ? step / words * 16u : lane_id() & 16u;
      const word right = porter::detail::read_lane(wide[0], lane_row() + half);
#pragma unroll
      for (unsigned result = 0; result < Plan::results; ++result) {
        const unsigned index = narrow_of<Plan>(result);
        const unsigned row = Plan::narrow == 16 ? index : shared::row_of_index(index);
        const word left = porter::detail::read_lane(narrow[0], row + half);
        sums[result] = mma::dot<format, format>(left, right, sums[result]);
      }
      narrow.template rotate<1>();
      wide.template rotate<1>();
    }
    return sums;
  }

  /// `value` of the lane 8 further in its row of 16, going round.
  static PORTER_WMMA word from_other_rows(word value) {
    if constexpr (sizeof(word) == 8) return value;  // no such shape
    return word(__builtin_amdgcn_mov_dpp(int(value), 0x128, 0xF, 0xF, true));
  }

  /// The first `Count` words of each operand, multiplied and added to `taken` sums.
  template <int Count>
  static PORTER_WMMA void add(const operand& narrow, const operand& wide, results& sums, int first,
                              int taken) {
    typename chosen::result total = {};
#pragma unroll
    for (int i = 0; i < taken; ++i) total[i] = sums[first + i];
#pragma unroll
    for (int next = 0; next < Count * chosen::factor; next += chosen::words) {
      typename chosen::operand left = {}, right = {};
#pragma unroll
      for (int i = 0; i < chosen::words; ++i) {
        const int at = (next + i) / chosen::factor, part = (next + i) % chosen::factor;
        if (at < Count) {
          left[i] = chosen::template widened<format>(narrow[at], part);
          right[i] = chosen::template widened<format>(wide[at], part);
        }
      }
      total = chosen::multiply(left, right, total);
    }
#pragma unroll
    for (int i = 0; i < taken; ++i) sums[first + i] = number(total[i]);
  }

  /// Both warps by one instruction, half of whose products are by zero.
  static PORTER_WMMA void by_unit(const operand& narrow, const operand& wide, results& sums) {
    constexpr int strips = shared::pairs_warps && Plan::narrow == 16 ? 2 : 1;
    constexpr int taken = Plan::results / strips;
    const bool owns = shared::owns_row(lane_row());
#pragma unroll
    for (int strip = 0; strip < strips; ++strip) {
      operand owned;
#pragma unroll
      for (int i = 0; i < words; ++i) {
        word own = narrow[i];
        if constexpr (strips == 2) {
          own = (__lane_id() >> 5) == unsigned(strip) ? own : from_other_rows(own);
        }
        owned[i] = owns ? own : word(0);
      }
      add<words>(owned, wide, sums, taken * strip, taken);
    }
  }

  /// Each warp by instructions of its own; the sums are those of `paired_elements`.
  static PORTER_WMMA void in_pairs(operand narrow, operand wide, results& sums) {
    constexpr int half = words / 2;
#pragma unroll
    for (int i = 0; i < half; ++i) {
      exchange_halves(narrow[i], narrow[half + i]);
      exchange_halves(wide[i], wide[half + i]);
    }
    operand upper_narrow = narrow, upper_wide = wide;
#pragma unroll
    for (int i = 0; i < half; ++i) {
      upper_narrow[i] = narrow[half + i];
      upper_wide[i] = wide[half + i];
    }
    add<half>(narrow, wide, sums, 0, 4);
    add<half>(upper_narrow, upper_wide, sums, 4, 4);
  }

  static PORTER_WMMA void multiply(const operand& narrow, const operand& wide, results& sums) {
    if constexpr (chosen::words != 0) {
      if (mma::may_use_unit()) return by_unit(narrow, wide, sums);
    }
    sums = by_lanes(narrow, wide, sums);
  }
};

}  // namespace detail

/// d = a * b + c. `saturates`: integers stop at the ends of their range.
template <int M, int N, int K, class T, class LayoutA, class LayoutB, class D, class C>
PORTER_WMMA void mma_sync(fragment<accumulator, M, N, K, D>& d,
                          const fragment<matrix_a, M, N, K, T, LayoutA>& a,
                          const fragment<matrix_b, M, N, K, T, LayoutB>& b,
                          const fragment<accumulator, M, N, K, C>& c, bool saturates = false) {
  using plan = detail::plan<M, N, K>;
  using product = detail::product<plan, T>;
  using number = typename product::number;
  // Sums of integers may stop at the ends of their range, which takes more bits.
  constexpr bool starts_with_c = !__is_same(D, int);
  constexpr bool in_pairs = detail::keeps_pairs<accumulator, M, N, K>;
  const auto* before = detail::pair_up(c.x);
  auto* after = detail::to_be_paired(d.x);
  typename product::operand narrow, wide[plan::blocks];
  if constexpr (plan::is_swapped) {
    __builtin_memcpy(&narrow, b.x, sizeof(narrow));
    __builtin_memcpy(&wide, a.x, sizeof(wide));
  } else {
    __builtin_memcpy(&narrow, a.x, sizeof(narrow));
    __builtin_memcpy(&wide, b.x, sizeof(wide));
  }
#pragma unroll
  for (int block = 0; block < plan::blocks; ++block) {
    typename product::results sums;
#pragma unroll
    for (int i = 0; i < plan::results; ++i) {
      const int at = block * plan::results + i;
      sums[i] = starts_with_c ? number(detail::element<C>::number(before[at])) : number(0);
    }
    if constexpr (in_pairs) {
      product::in_pairs(narrow, wide[block], sums);
    } else {
      product::multiply(narrow, wide[block], sums);
    }
#pragma unroll
    for (int i = 0; i < plan::results; ++i) {
      const int at = block * plan::results + i;
      if constexpr (in_pairs && starts_with_c) {
        after[at] = sums[i];
      } else if constexpr (starts_with_c) {
        after[at] = detail::element<D>::rounded(sums[i]);
      } else {
        const auto sum = detail::element<C>::number(before[at]) + sums[i];
        after[at] = detail::element<D>::rounded(saturates ? mma::saturated(sum) : sum);
      }
    }
  }
}

/// To 10 bits of mantissa, ties away from zero: cvt.rna.tf32.f32.
PORTER_WMMA float __float_to_tf32(float value) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, value);
  const bool is_finite = (bits & 0x7F800000u) != 0x7F800000u;
  return __builtin_bit_cast(float, is_finite ? (bits + 0x1000u) & mma::tf32::read_bits : bits);
}

#undef PORTER_WMMA

#endif  // defined(__HIP__)

}  // namespace wmma
}  // namespace porter

/// The namespace that the code names.
namespace nvcuda {
namespace wmma = porter::wmma;
}

#endif
