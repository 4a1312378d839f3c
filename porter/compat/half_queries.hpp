// Questions about half and bfloat16 that HIP 6.4 and 7.2 answer otherwise than CUDA.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_HALF_QUERY __host__ __device__ __forceinline__

/// -1 for minus infinity, 1 for infinity, else 0. HIP's gives 1 for both.
template <typename T>
PORTER_HALF_QUERY int hisinf(T value) {
  short bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  return __hisinf(value) ? (bits < 0 ? -1 : 1) : 0;
}

/// Which of two pairs are greater, and which of a pair are NaN, as 1.0 and 0.0. Of bfloat16 HIP's second answer is always 1.0.
PORTER_HALF_QUERY __half2 hgt2(__half2 a, __half2 b) { return __hgt2(a, b); }
PORTER_HALF_QUERY __hip_bfloat162 hgt2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return __hip_bfloat162{__hgt(a.x, b.x) ? HIPRT_ONE_BF16 : HIPRT_ZERO_BF16,
                         __hgt(a.y, b.y) ? HIPRT_ONE_BF16 : HIPRT_ZERO_BF16};
}
PORTER_HALF_QUERY __half2 hisnan2(__half2 a) { return __hisnan2(a); }
PORTER_HALF_QUERY __hip_bfloat162 hisnan2(__hip_bfloat162 a) {
  return __hip_bfloat162{__hisnan(a.x) ? HIPRT_ONE_BF16 : HIPRT_ZERO_BF16,
                         __hisnan(a.y) ? HIPRT_ONE_BF16 : HIPRT_ZERO_BF16};
}

#undef PORTER_HALF_QUERY

#endif  // defined(__HIP__)

}  // namespace porter
