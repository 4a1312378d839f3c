// CUDA's fast functions __powf, __fdividef and __log2f with the results that CUDA documents at their edges.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

/// `__log2f`. The hardware's logarithm takes numbers below 2^-126 for 0; the compiler scales them.
__device__ __forceinline__ float fast_log2f(float x) { return __builtin_log2f(x); }

/// `__powf`: a power of two, so that a negative base has none (NaN), and 0 to the power of 0 is NaN.
__device__ __forceinline__ float fast_powf(float x, float y) {
  return __builtin_exp2f(y * fast_log2f(x));
}

/// `__fdividef`: 0 by a divisor beyond 2^126, whose reciprocal is too small.
__device__ __forceinline__ float fast_fdividef(float x, float y) {
  return __builtin_fabsf(y) > 0x1p126f ? x * __builtin_copysignf(0.0f, y) : x / y;
}

#endif  // defined(__HIP__)

}  // namespace porter
