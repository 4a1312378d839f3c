// PTX's `mma.sp`: A holds half of its elements, and metadata says where they stand (PTX ISA
// 9.7.14 "Matrix multiply-accumulate operation using mma.sp instruction").
//
// Of four elements in a row two are there; of tf32 one of two; of four bits two pairs of eight. A
// is spread to the fragment of a dense product of the same depth: no more is done than by a dense
// one, and no less. The lanes of the metadata are those that an NVIDIA GPU reads, for all types.
#pragma once

#include "mma.hpp"

#if defined(__HIP__)

namespace porter {
namespace mma {

#define PORTER_MMA __device__ __forceinline__

namespace detail {

/// A's registers with zeros where nothing is stored; `Blocks` is that of the dense product.
template <class A, int Blocks>
struct sparse {
  using word = typename A::word;
  static constexpr bool is_wide = A::count <= 2;
  using stored = ptx::registers<word, Blocks>;
  using left = ptx::registers<word, 2 * Blocks>;

  static PORTER_MMA left spread(const stored& a, uint32_t metadata, unsigned selector) {
    const unsigned lane = lane_id(), quad = lane & ~3u, thread = lane & 3u;
    left dense;
#pragma unroll
    for (int block = 0; block < Blocks; ++block) {
      // Two dense words hold what one stored word does.
      const unsigned source = 2u * (block % 2) + thread / 2;
#pragma unroll
      for (unsigned half = 0; half < 2; ++half) {
        const word kept = read_lane(a[2 * (block / 2) + half], quad + source);
        const uint32_t bits = read_lane(metadata, quad + holder(block, half, selector));
        const unsigned shift = is_wide ? 16 * half + 4 * source : 4 * (4 * (block % 2) + thread);
        dense[2 * block + half] = placed(kept, bits >> shift & 15u, thread & 1u);
      }
    }
    return dense;
  }

  /// The lane of four that has the places of a block: both halves of A's rows, or one of them.
  static PORTER_MMA unsigned holder(unsigned block, unsigned half, unsigned selector) {
    constexpr unsigned each = Blocks / 2;
    return is_wide ? selector * each + block / 2 : selector * 2 + half + block / 2 * 2;
  }

  /// One dense word: `at` are two places in it and its neighbour, `part` says which of both it is.
  static PORTER_MMA word placed(word kept, unsigned at, unsigned part) {
    const unsigned first = at & 3u, second = at >> 2;
    if constexpr (A::count == 1) return first >> 1 == part ? kept : 0u;
    if constexpr (A::count == 2) {
      const uint64_t both = uint64_t(kept & 0xFFFFu) << (16 * first) |
                            uint64_t(kept >> 16) << (16 * second);
      return uint32_t(both >> (32 * part));
    }
    const uint32_t bytes = kept >> (16 * part);
    return (bytes & 0xFFu) << (8 * first) | (bytes >> 8 & 0xFFu) << (8 * second);
  }
};

}  // namespace detail

#undef PORTER_MMA

}  // namespace mma

namespace ptx {

// mma_sp_m16n8kK{_satfinite}_D_A_B_C: the opcode without `.sync.aligned` and the layouts.
#define PORTER_MMA_SPARSE(SHAPE, D, A, B, SUM, BLOCKS)                                      \
  __device__ __forceinline__ mma::detail::sum_registers<mma::SUM, 16>                       \
      mma_sp_##SHAPE##_##D##_##A##_##B##_##D(                                               \
          const mma::detail::sparse<mma::A, BLOCKS>::stored& a,                             \
          const mma::detail::grouped<mma::A, mma::B, 16, BLOCKS>::right& b,                 \
          const mma::detail::sum_registers<mma::SUM, 16>& c, uint32_t metadata,             \
          unsigned selector) {                                                              \
    return mma::detail::multiply_add<mma::SUM, mma::A, mma::B, 16, BLOCKS>(                 \
        mma::detail::sparse<mma::A, BLOCKS>::spread(a, metadata, selector), b, c);          \
  }

PORTER_MMA_SPARSE(m16n8k16, f32, f16, f16, f32, 2)
PORTER_MMA_SPARSE(m16n8k16, f16, f16, f16, f16_sum, 2)
PORTER_MMA_SPARSE(m16n8k32, f32, f16, f16, f32, 4)
PORTER_MMA_SPARSE(m16n8k32, f16, f16, f16, f16_sum, 4)
PORTER_MMA_SPARSE(m16n8k16, f32, bf16, bf16, f32, 2)
PORTER_MMA_SPARSE(m16n8k32, f32, bf16, bf16, f32, 4)
PORTER_MMA_SPARSE(m16n8k8, f32, tf32, tf32, f32, 2)
PORTER_MMA_SPARSE(m16n8k16, f32, tf32, tf32, f32, 4)

#define PORTER_MMA_SPARSE_FLOAT8(A, B)                \
  PORTER_MMA_SPARSE(m16n8k64, f32, A, B, f32, 4)      \
  PORTER_MMA_SPARSE(m16n8k64, f16, A, B, f16_sum, 4)
PORTER_MMA_SPARSE_FLOAT8(e4m3, e4m3)
PORTER_MMA_SPARSE_FLOAT8(e4m3, e5m2)
PORTER_MMA_SPARSE_FLOAT8(e5m2, e4m3)
PORTER_MMA_SPARSE_FLOAT8(e5m2, e5m2)
#undef PORTER_MMA_SPARSE_FLOAT8

#define PORTER_MMA_SPARSE_INTEGERS(SHORT, LONG, A, B)                       \
  PORTER_MMA_SPARSE(SHORT, s32, A, B, s32_sum<false>, 2)                    \
  PORTER_MMA_SPARSE(LONG, s32, A, B, s32_sum<false>, 4)                     \
  PORTER_MMA_SPARSE(SHORT##_satfinite, s32, A, B, s32_sum<true>, 2)         \
  PORTER_MMA_SPARSE(LONG##_satfinite, s32, A, B, s32_sum<true>, 4)
PORTER_MMA_SPARSE_INTEGERS(m16n8k32, m16n8k64, s8, s8)
PORTER_MMA_SPARSE_INTEGERS(m16n8k32, m16n8k64, s8, u8)
PORTER_MMA_SPARSE_INTEGERS(m16n8k32, m16n8k64, u8, s8)
PORTER_MMA_SPARSE_INTEGERS(m16n8k32, m16n8k64, u8, u8)
PORTER_MMA_SPARSE_INTEGERS(m16n8k64, m16n8k128, s4, s4)
PORTER_MMA_SPARSE_INTEGERS(m16n8k64, m16n8k128, s4, u4)
PORTER_MMA_SPARSE_INTEGERS(m16n8k64, m16n8k128, u4, s4)
PORTER_MMA_SPARSE_INTEGERS(m16n8k64, m16n8k128, u4, u4)
#undef PORTER_MMA_SPARSE_INTEGERS
#undef PORTER_MMA_SPARSE

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
