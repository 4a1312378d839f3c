// CUDA's pipeline primitives (`__pipeline_memcpy_async` …), done at once.
//
// A copy that is complete when the call returns is complete at every wait, and other threads see it
// where they would have seen the asynchronous one: behind a barrier of the block. What is lost is
// the overlap of copying and computing.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

/// `bytes` (4, 8 or 16) from global to shared memory, the last `zeros` of them as zeros.
__device__ __forceinline__ void pipeline_memcpy_async(void* __restrict__ to,
                                                      const void* __restrict__ from, size_t bytes,
                                                      size_t zeros = 0) {
  if (zeros == 0) {
    if (bytes == 16) {
      *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
      return;
    }
    if (bytes == 8) {
      *static_cast<uint2*>(to) = *static_cast<const uint2*>(from);
      return;
    }
    if (bytes == 4) {
      *static_cast<unsigned*>(to) = *static_cast<const unsigned*>(from);
      return;
    }
  }
  for (size_t at = 0; at < bytes; ++at) {
    static_cast<unsigned char*>(to)[at] =
        at < bytes - zeros ? static_cast<const unsigned char*>(from)[at] : 0;
  }
}

__device__ __forceinline__ void pipeline_commit() {}

__device__ __forceinline__ void pipeline_wait_prior(size_t) {}

#endif  // defined(__HIP__)

}  // namespace porter
