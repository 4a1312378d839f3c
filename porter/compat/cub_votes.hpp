// CUB's votes and masks of logical warps, with warps of 32 lanes.
//
// hipCUB's ask the hardware's wavefront, whatever the mask says: on gfx9 both warps of 32 lanes that
// share one answer for each other.
#pragma once

#include "warp.hpp"

namespace porter {

#if defined(__HIP__)

__device__ __forceinline__ int WARP_ALL(int predicate, unsigned mask) { return all_sync(mask, predicate); }
__device__ __forceinline__ int WARP_ANY(int predicate, unsigned mask) { return any_sync(mask, predicate); }
__device__ __forceinline__ int WARP_BALLOT(int predicate, unsigned mask) {
  return static_cast<int>(ballot_sync(mask, predicate));
}
__device__ __forceinline__ void WARP_SYNC(unsigned mask) { syncwarp(mask); }

/// The lanes of logical warp number `warp` of LANES lanes within the warp, as CUB's WarpMask.
template <int LANES, int ARCH = 0>
__host__ __device__ __forceinline__ unsigned WarpMask(unsigned warp) {
  constexpr bool is_power = (LANES & (LANES - 1)) == 0;
  const unsigned lanes = 0xffffffffu >> (32 - LANES);
  return is_power && LANES < 32 ? lanes << (warp * LANES & 31u) : lanes;
}

#endif  // defined(__HIP__)

}  // namespace porter
