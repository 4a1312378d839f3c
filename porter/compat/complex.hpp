// CUDA's absolute values and quotients of complex numbers, which scale before they square.
//
// HIP's take the squares of the parts as they are: beyond the root of the largest number the sum is infinite, below that
// of the smallest it is 0, and a quotient by it NaN.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif
#include <hip/hip_complex.h>

namespace porter {
namespace detail {

#if defined(__HIP__)
#define PORTER_COMPLEX __host__ __device__ inline
#else
#define PORTER_COMPLEX inline
#endif

PORTER_COMPLEX float root_of(float x) { return __builtin_sqrtf(x); }
PORTER_COMPLEX double root_of(double x) { return __builtin_sqrt(x); }

/// The length of (a, b), of which neither is negative: the larger times that of (1, smaller / larger).
template <typename T>
PORTER_COMPLEX T length(T a, T b, T largest) {
  const T long_side = a > b ? a : b;
  const T short_side = a > b ? b : a;
  const T ratio = short_side / long_side;
  const bool is_edge = long_side == 0 || long_side > largest || short_side > largest;
  return is_edge ? long_side + short_side : long_side * root_of(1 + ratio * ratio);
}

/// x / y with both divided by the sum of the sizes of the divisor's parts.
template <typename Complex, typename T>
PORTER_COMPLEX Complex quotient(Complex x, Complex y, T size) {
  const T scale = 1 / size;
  const T a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;
  const T over = 1 / (c * c + d * d);
  x.x = (a * c + b * d) * over;
  x.y = (b * c - a * d) * over;
  return x;
}

}  // namespace detail

/// `cuCabsf`, `cuCabs`.
PORTER_COMPLEX float complex_absf(hipFloatComplex x) {
  return detail::length<float>(__builtin_fabsf(x.x), __builtin_fabsf(x.y), 3.402823466e38f);
}
PORTER_COMPLEX double complex_abs(hipDoubleComplex x) {
  return detail::length<double>(__builtin_fabs(x.x), __builtin_fabs(x.y), 1.79769313486231570e+308);
}

/// `cuCdivf`, `cuCdiv`.
PORTER_COMPLEX hipFloatComplex complex_divf(hipFloatComplex x, hipFloatComplex y) {
  return detail::quotient(x, y, __builtin_fabsf(y.x) + __builtin_fabsf(y.y));
}
PORTER_COMPLEX hipDoubleComplex complex_div(hipDoubleComplex x, hipDoubleComplex y) {
  return detail::quotient(x, y, __builtin_fabs(y.x) + __builtin_fabs(y.y));
}

#undef PORTER_COMPLEX

}  // namespace porter
