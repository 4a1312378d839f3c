// Waiting inside a kernel: CUDA's __nanosleep.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

/// Give the processor to other waves for about `nanoseconds`; CUDA promises no more than that.
///
/// `s_sleep 1` stops the wave for 64 clocks, some 32 ns at 2 GHz.
__device__ __forceinline__ void nanosleep(unsigned nanoseconds) {
  for (unsigned slept = 0; slept < nanoseconds; slept += 32) {
    __builtin_amdgcn_s_sleep(1);
    if (slept > 0xffffffffu - 32) break;
  }
}

#endif  // defined(__HIP__)

}  // namespace porter
