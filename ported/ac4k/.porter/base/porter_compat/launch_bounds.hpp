// CUDA's second launch bound on AMD GPUs.
//
// `__launch_bounds__(threads, blocks)` asks CUDA's compiler for registers so few that `blocks` blocks
// fit on a multiprocessor. HIP takes the second number for waves of a SIMD unit. This converts one to
// the other: a compute unit has four SIMD units for waves of 64 on gfx9, two for waves of 32 since.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

/// Waves that each SIMD unit holds when `blocks` blocks of `threads` threads share a compute unit,
/// at most as many as it can hold.
constexpr unsigned waves_per_simd(unsigned threads, unsigned blocks) {
#if defined(__GFX9__)
  constexpr unsigned wave = 64, units = 4, most = 8;
#else
  constexpr unsigned wave = 32, units = 2, most = 16;
#endif
  const unsigned waves = (threads + wave - 1) / wave * blocks;
  const unsigned needed = (waves + units - 1) / units;
  return needed < 1 ? 1 : (needed < most ? needed : most);
}

}  // namespace porter

/// `__launch_bounds__` with CUDA's meaning; a third bound, on clusters, has none.
#define PORTER_LAUNCH_BOUNDS(THREADS, ...) \
  PORTER_LAUNCH_BOUNDS_BLOCKS(THREADS, __VA_ARGS__, 0)
#if defined(__HIP_PLATFORM_NVIDIA__)
#define PORTER_LAUNCH_BOUNDS_BLOCKS(THREADS, BLOCKS, ...) \
  __launch_bounds__(THREADS, BLOCKS)  // nvcc counts blocks
#else
#define PORTER_LAUNCH_BOUNDS_BLOCKS(THREADS, BLOCKS, ...) \
  __launch_bounds__(THREADS, porter::waves_per_simd(THREADS, BLOCKS))
#endif
