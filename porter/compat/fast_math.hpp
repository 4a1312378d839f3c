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

/// `__fdividef`: one reciprocal, two units in the last place. Beyond 2^126 AMD's reciprocal is 0, as NVIDIA's, and so the
/// quotient is, or NaN of infinity; a divisor that the compiler knows it would divide by exactly. Subnormal ones are scaled.
__device__ __forceinline__ float fast_fdividef(float x, float y) {
  const float size = __builtin_fabsf(y);
  if (__builtin_constant_p(y) && size > 0x1p126f) return x * __builtin_copysignf(0.0f, y);
  const float scale = size < 0x1p-126f ? 0x1p24f : 1.0f;
  return x * scale * __builtin_amdgcn_rcpf(y * scale);
}

#endif  // defined(__HIP__)

}  // namespace porter
