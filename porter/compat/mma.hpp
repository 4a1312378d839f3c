// PTX's `mma.sync`: products of small matrices by a warp of 32 lanes, in the layouts that the PTX
// ISA documents for its operands (9.7.14 "Warp Level Matrix Multiply-Accumulate Instructions").
//
// The matrix instructions of AMD's processors are used where there are any for the types, and the
// operands are moved to their lanes; else each lane computes its part of the result.
#pragma once

#include "mma_formats.hpp"
#include "mma_moves.hpp"
#include "mma_registers.hpp"
#include "mma_units.hpp"

#if defined(__HIP__)

namespace porter {
namespace mma {

#define PORTER_MMA __device__ __forceinline__

namespace detail {

/// A product of `Rows` x 8 x (`Blocks` * 4 words of A).
template <class A, class B, int Rows, int Blocks>
struct grouped {
  using word = typename A::word;
  using number = typename A::sum;
  static constexpr int halves = Rows / 8;
  /// Blocks a turn: where there is a unit the rest is rarely needed, and had better be short.
  static constexpr int unrolled = unit_for<B, A>::words != 0 ? 1 : Blocks;
  static constexpr bool is_float8 = A::count == 4 && __is_same(number, float);
  using left = ptx::registers<word, halves * Blocks>;
  using right = ptx::registers<word, Blocks>;
  using sums = number (&)[4];
  using results = ptx::registers<number, 4>;

  /// Each lane fetches the words of its two rows and its two columns. A function of its own: where
  /// there is a unit it is rarely called, and every product would hold its code.
  static __device__ __attribute__((noinline)) results by_lanes(left a, right b) {
    if constexpr (is_float8) {
      return by_halves(a, b);
    } else {
      results found = {number(0), number(0), number(0), number(0)};
      sums sum = found.values;
#pragma unroll unrolled
      for (int block = 0; block < Blocks; ++block) {
        step<0>(a, b, sum);
        step<1>(a, b, sum);
        step<2>(a, b, sum);
        step<3>(a, b, sum);
        a.template rotate<halves>();
        b.template rotate<1>();
      }
      return found;
    }
  }

  /// Floats of 8 bits become halves before they move: each is converted once, not once a reader.
  static PORTER_MMA results by_halves(const left& a, const right& b) {
    using wide = grouped<f16, f16, Rows, 2 * Blocks>;
    typename wide::left rows;
    typename wide::right columns;
#pragma unroll
    for (int i = 0; i < 2 * Blocks; ++i) {
#pragma unroll
      for (int half = 0; half < halves; ++half) {
        rows[halves * i + half] = halves_of<A>(a[halves * (i / 2) + half], i % 2);
      }
      columns[i] = halves_of<B>(b[i / 2], i % 2);
    }
    return wide::by_lanes(rows, columns);
  }

  /// What one lane of each four brings to the first block.
  template <int Thread>
  static PORTER_MMA void step(const left& a, const right& b, sums sum) {
    const unsigned column = lane_id() % 4u * 2u;
    const word first = read_lane(b[0], 4u * column + Thread);
    const word second = read_lane(b[0], 4u * column + 4u + Thread);
#pragma unroll
    for (int half = 0; half < halves; ++half) {
      const word row = of_quad<Thread>(a[half]);
      sum[2 * half] = dot<A, B>(row, first, sum[2 * half]);
      sum[2 * half + 1] = dot<A, B>(row, second, sum[2 * half + 1]);
    }
    // Steps begun before the last one ends would take more registers than all else of a kernel.
    __builtin_amdgcn_sched_barrier(0);
  }

  /// The transposed product by the matrix unit: its columns are A's rows, its rows B's columns.
  static PORTER_MMA results by_unit(const left& a, const right& b) {
    using chosen = unit_for<B, A>;
    using shared = sharing_of<A>;
    constexpr int parts = shared::splits_depth ? 1 : 2;
    constexpr int words = 2 * parts * Blocks;
    word wide[words], narrow[words];
    const unsigned lane = lane_id(), row = lane & 15u, column = shared::index_at_row(row) & 7u;
#pragma unroll
    for (int block = 0; block < Blocks; ++block) {
      const word low = a[halves * block], high = halves == 2 ? a[halves * block + halves - 1] : low;
#pragma unroll
      for (int part = 0; part < parts; ++part) {
        const unsigned pair = shared::splits_depth ? lane >> 4 : unsigned(part);
        const int at = 2 * (parts * block + part);
        words_of_row(low, high, pair, wide[at], wide[at + 1]);
#pragma unroll
        for (int i = 0; i < 2; ++i) {
          const word got = read_lane(b[block], 4u * column + 2u * pair + i);
          narrow[at + i] = shared::owns_row(row) ? got : word(0);
        }
      }
    }
    typename chosen::result total = {};
#pragma unroll
    for (int first = 0; first < words * chosen::factor; first += chosen::words) {
      typename chosen::operand x = {}, y = {};
#pragma unroll
      for (int i = 0; i < chosen::words; ++i) {
        const int at = (first + i) / chosen::factor, part = (first + i) % chosen::factor;
        if (at < words) {
          x[i] = chosen::template widened<B>(narrow[at], part);
          y[i] = chosen::template widened<A>(wide[at], part);
        }
      }
      total = chosen::multiply(x, y, total);
    }
    return {total[0], total[1], total[2], total[3]};
  }
};

/// The registers of C and D; `Sum` is how their elements are kept.
template <class Sum, int Rows>
using sum_registers = ptx::registers<typename Sum::word, Rows / 4 / Sum::count>;

template <class Sum, int Rows, class Number>
PORTER_MMA sum_registers<Sum, Rows> plus(const Number (&products)[4],
                                         const sum_registers<Sum, Rows>& c) {
  sum_registers<Sum, Rows> d;
#pragma unroll
  for (int i = 0; i < Rows / 4; ++i) {
    Sum::set(d.values, i, Sum::get(c.values, i) + products[i]);
  }
  return d;
}

/// Products that become halves before they move, two in a word: half of the moves.
PORTER_MMA ptx::registers<uint32_t, 2> plus_halves(const float (&of_row)[4],
                                                   const ptx::registers<uint32_t, 2>& c) {
  uint32_t rounded[2], products[2];
#pragma unroll
  for (int i = 0; i < 4; ++i) f16_sum::set(rounded, i, of_row[i]);
  to_ptx_result<uint32_t, 1>(rounded, products);
  ptx::registers<uint32_t, 2> d;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    using halves = simd<_Float16, 2>;
    d[i] = bits_as<uint32_t>(bits_as<halves>(c[i]) + bits_as<halves>(products[i]));
  }
  return d;
}

/// D = A * B + C.
template <class Sum, class A, class B, int Rows, int Blocks>
PORTER_MMA sum_registers<Sum, Rows> multiply_add(
    const typename grouped<A, B, Rows, Blocks>::left& a,
    const typename grouped<A, B, Rows, Blocks>::right& b,
    const sum_registers<Sum, Rows>& c) {
  using group = grouped<A, B, Rows, Blocks>;
  if constexpr (unit_for<B, A>::words != 0) {
    if (may_use_unit()) {
      const auto of_row = group::by_unit(a, b);
      if constexpr (Sum::count == 2 && __is_same(A, f16)) {
        return plus_halves(of_row.values, c);
      } else {
        typename group::number products[4];
        to_ptx_result<typename group::number, 2>(of_row.values, products);
        return plus<Sum, Rows>(products, c);
      }
    }
  }
  return plus<Sum, Rows>(group::by_lanes(a, b).values, c);
}

}  // namespace detail

#undef PORTER_MMA

}  // namespace mma

namespace ptx {

// mma_mMnNkK{_satfinite}_D_A_B_C: the opcode without `.sync.aligned` and the layouts.
#define PORTER_MMA(SHAPE, D, A, B, SUM, ROWS, BLOCKS)                                   \
  __device__ __forceinline__ mma::detail::sum_registers<mma::SUM, ROWS>                 \
      mma_##SHAPE##_##D##_##A##_##B##_##D(                                              \
          const mma::detail::grouped<mma::A, mma::B, ROWS, BLOCKS>::left& a,            \
          const mma::detail::grouped<mma::A, mma::B, ROWS, BLOCKS>::right& b,           \
          const mma::detail::sum_registers<mma::SUM, ROWS>& c) {                        \
    return mma::detail::multiply_add<mma::SUM, mma::A, mma::B, ROWS, BLOCKS>(a, b, c);  \
  }

PORTER_MMA(m16n8k8, f32, f16, f16, f32, 16, 1)
PORTER_MMA(m16n8k8, f16, f16, f16, f16_sum, 16, 1)
PORTER_MMA(m16n8k16, f32, f16, f16, f32, 16, 2)
PORTER_MMA(m16n8k16, f16, f16, f16, f16_sum, 16, 2)
PORTER_MMA(m16n8k8, f32, bf16, bf16, f32, 16, 1)
PORTER_MMA(m16n8k16, f32, bf16, bf16, f32, 16, 2)
PORTER_MMA(m16n8k4, f32, tf32, tf32, f32, 16, 1)
PORTER_MMA(m16n8k8, f32, tf32, tf32, f32, 16, 2)
PORTER_MMA(m8n8k4, f64, f64, f64, f64_sum, 8, 1)
PORTER_MMA(m16n8k4, f64, f64, f64, f64_sum, 16, 1)
PORTER_MMA(m16n8k8, f64, f64, f64, f64_sum, 16, 2)
PORTER_MMA(m16n8k16, f64, f64, f64, f64_sum, 16, 4)

#define PORTER_MMA_FLOAT8(A, B)                      \
  PORTER_MMA(m16n8k16, f32, A, B, f32, 16, 1)        \
  PORTER_MMA(m16n8k16, f16, A, B, f16_sum, 16, 1)    \
  PORTER_MMA(m16n8k32, f32, A, B, f32, 16, 2)        \
  PORTER_MMA(m16n8k32, f16, A, B, f16_sum, 16, 2)
PORTER_MMA_FLOAT8(e4m3, e4m3)
PORTER_MMA_FLOAT8(e4m3, e5m2)
PORTER_MMA_FLOAT8(e5m2, e4m3)
PORTER_MMA_FLOAT8(e5m2, e5m2)
#undef PORTER_MMA_FLOAT8
// No opcode of PTX's: code written for gfx942 calls it.
PORTER_MMA(m16n8k32, f32, e4m3_fnuz, e4m3_fnuz, f32, 16, 2)

// Integers: sums wrap, or with `satfinite` stop at the ends of the range.
#define PORTER_MMA_INTEGERS(SMALL, WIDE, LONG, A, B)                  \
  PORTER_MMA(SMALL, s32, A, B, s32_sum<false>, 8, 1)                  \
  PORTER_MMA(WIDE, s32, A, B, s32_sum<false>, 16, 1)                  \
  PORTER_MMA(LONG, s32, A, B, s32_sum<false>, 16, 2)                  \
  PORTER_MMA(SMALL##_satfinite, s32, A, B, s32_sum<true>, 8, 1)       \
  PORTER_MMA(WIDE##_satfinite, s32, A, B, s32_sum<true>, 16, 1)       \
  PORTER_MMA(LONG##_satfinite, s32, A, B, s32_sum<true>, 16, 2)
PORTER_MMA_INTEGERS(m8n8k16, m16n8k16, m16n8k32, s8, s8)
PORTER_MMA_INTEGERS(m8n8k16, m16n8k16, m16n8k32, s8, u8)
PORTER_MMA_INTEGERS(m8n8k16, m16n8k16, m16n8k32, u8, s8)
PORTER_MMA_INTEGERS(m8n8k16, m16n8k16, m16n8k32, u8, u8)
PORTER_MMA_INTEGERS(m8n8k32, m16n8k32, m16n8k64, s4, s4)
PORTER_MMA_INTEGERS(m8n8k32, m16n8k32, m16n8k64, s4, u4)
PORTER_MMA_INTEGERS(m8n8k32, m16n8k32, m16n8k64, u4, s4)
PORTER_MMA_INTEGERS(m8n8k32, m16n8k32, m16n8k64, u4, u4)
#undef PORTER_MMA_INTEGERS
#undef PORTER_MMA

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
