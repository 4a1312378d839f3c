// PTX's `mma.sync.m8n8k4` in half precision: four products at once, each by the eight lanes 4q to
// 4q + 3 and 16 + 4q to 19 + 4q (PTX ISA 9.7.14, "Matrix Fragments for mma.m8n8k4 with .f16").
//
// sm_70 has a unit for it, later GPUs do what is done here: each lane computes its results.
#pragma once

#include "mma_formats.hpp"
#include "mma_registers.hpp"
#include "warp.hpp"

#if defined(__HIP__)

namespace porter {
namespace mma {
namespace detail {

#define PORTER_MMA __device__ __forceinline__

/// The eight halves that a lane of the caller's product has.
using volta_words = ptx::registers<uint32_t, 2>;

/// Element `i` of the lane `lane` of the half `half` of the caller's product.
PORTER_MMA float volta_element(const volta_words& words, unsigned half, unsigned lane, unsigned i) {
  const unsigned source = (lane_id() & 12u) + 16u * half + lane;
  const uint32_t low = porter::detail::read_lane(words[0], source);
  const uint32_t high = porter::detail::read_lane(words[1], source);
  return f16::number((i & 2u ? high : low) >> 16u * (i & 1u) & 0xFFFFu);
}

/// Row and column of result `i` of the calling lane.
template <class Sum>
PORTER_MMA void volta_place(unsigned i, unsigned& row, unsigned& column) {
  const unsigned lane = lane_id(), half = lane >> 4 << 2;
  if constexpr (Sum::count == 2) {
    row = (lane & 3u) + half;
    column = i;
  } else {
    row = (lane & 1u) + (i & 2u) + half;
    column = (i & 4u) + (lane & 2u) + (i & 1u);
  }
}

/// The registers of C or D; `Sum` is how their elements are kept.
template <class Sum>
using volta_sums = ptx::registers<typename Sum::word, 8 / Sum::count>;

template <bool AIsColumns, bool BIsColumns, class D, class C>
PORTER_MMA volta_sums<D> volta(const volta_words& a, const volta_words& b,
                               const volta_sums<C>& c) {
  float sums[8] = {};
#pragma unroll
  for (unsigned i = 0; i < 8; ++i) {
    unsigned row, column;
    volta_place<D>(i, row, column);
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      const unsigned in_row = row & 3u, in_column = column & 3u;
      const float x = volta_element(a, row >> 2, AIsColumns ? k : in_row, AIsColumns ? in_row : k);
      const float y = volta_element(b, column >> 2, BIsColumns ? in_column : k,
                                    BIsColumns ? k : in_column);
      sums[i] = __builtin_fmaf(x, y, sums[i]);
    }
  }
  volta_sums<D> d;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    float before = C::get(c.values, i);
    if constexpr (D::count != C::count) {
      // C comes in the layout of halves, D goes in that of floats.
      unsigned row, column;
      volta_place<D>(unsigned(i), row, column);
      before = 0.0f;
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        const float other = porter::detail::read_lane(C::get(c.values, j), (lane_id() & 12u) +
                                                      16u * (row >> 2) + (row & 3u));
        if (unsigned(j) == column) before = other;
      }
    }
    D::set(d.values, i, before + sums[i]);
  }
  return d;
}

#undef PORTER_MMA

}  // namespace detail
}  // namespace mma

namespace ptx {

#define PORTER_MMA(A, B, A_IS_COLUMNS, B_IS_COLUMNS, D, C, D_SUM, C_SUM)                    \
  __device__ __forceinline__ mma::detail::volta_sums<mma::D_SUM>                            \
      mma_m8n8k4_##A##_##B##_##D##_f16_f16_##C(const registers<uint32_t, 2>& a,             \
                                               const registers<uint32_t, 2>& b,             \
                                               const mma::detail::volta_sums<mma::C_SUM>& c) { \
    return mma::detail::volta<A_IS_COLUMNS, B_IS_COLUMNS, mma::D_SUM, mma::C_SUM>(a, b, c); \
  }
#define PORTER_MMA_LAYOUTS(D, C, D_SUM, C_SUM)                  \
  PORTER_MMA(row, row, false, false, D, C, D_SUM, C_SUM)        \
  PORTER_MMA(row, col, false, true, D, C, D_SUM, C_SUM)         \
  PORTER_MMA(col, row, true, false, D, C, D_SUM, C_SUM)         \
  PORTER_MMA(col, col, true, true, D, C, D_SUM, C_SUM)
PORTER_MMA_LAYOUTS(f16, f16, f16_sum, f16_sum)
PORTER_MMA_LAYOUTS(f32, f16, f32, f16_sum)
PORTER_MMA_LAYOUTS(f32, f32, f32, f32)
#undef PORTER_MMA_LAYOUTS
#undef PORTER_MMA

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
