// Functions of mathematics in which HIP's results differ from CUDA's at an edge: not a number, and exponents beyond 32 bits;
// and one that HIP lacks.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

/// The exponent as an integer; of NaN the least one, as of 0. HIP's gives the greatest.
template <typename T>
__host__ __device__ __forceinline__ int ilogb(T value) {
  return value != value ? -0x7fffffff - 1 : ::ilogb(value);
}
__host__ __device__ __forceinline__ int ilogbf(float value) { return porter::ilogb(value); }

namespace detail {

/// An exponent that goes beyond all numbers already, cut to 32 bits. HIP's functions drop the upper half.
__host__ __device__ __forceinline__ int exponent(long long value) {
  return static_cast<int>(value > 5000 ? 5000 : value < -5000 ? -5000 : value);
}

}  // namespace detail

template <typename T>
__host__ __device__ __forceinline__ T scalbln(T value, long long power) {
  return ::scalbn(value, detail::exponent(power));
}
__host__ __device__ __forceinline__ float scalblnf(float value, long long power) {
  return ::scalbnf(value, detail::exponent(power));
}

/// A quotient, undocumented beside `fdividef`.
__device__ __forceinline__ double fdivide(double x, double y) { return x / y; }

#endif  // defined(__HIP__)

}  // namespace porter
