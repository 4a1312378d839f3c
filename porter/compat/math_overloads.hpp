// Float overloads of mathematical functions that HIP declares for double only: rsqrt, exp10 …
//
// CUDA's C++ headers overload them. Without the overload a float is widened, computed in double
// and stays one: slower by an order of magnitude, and rounded elsewhere than on CUDA's side.
// These are templates, so that HIP's own function is taken as soon as there is one.
#pragma once

#include "only_if.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

namespace math_overloads {

template <typename T>
using if_float = typename only_if<__is_same(T, float), T>::type;

#define PORTER_FLOAT(NAME)                                       \
  template <typename T>                                          \
  __device__ __forceinline__ if_float<T> NAME(T value) {         \
    return ::NAME##f(value);                                     \
  }
PORTER_FLOAT(rsqrt)
PORTER_FLOAT(rcbrt)
PORTER_FLOAT(exp10)
PORTER_FLOAT(sinpi)
PORTER_FLOAT(cospi)
PORTER_FLOAT(erfinv)
PORTER_FLOAT(erfcinv)
PORTER_FLOAT(erfcx)
PORTER_FLOAT(normcdf)
PORTER_FLOAT(normcdfinv)
PORTER_FLOAT(cyl_bessel_i0)
PORTER_FLOAT(cyl_bessel_i1)
#undef PORTER_FLOAT

template <typename T>
__device__ __forceinline__ typename only_if<__is_same(T, float), void>::type sincos(
    T angle, float* sine, float* cosine) {
  ::sincosf(angle, sine, cosine);
}
template <typename T>
__device__ __forceinline__ typename only_if<__is_same(T, float), void>::type sincospi(
    T angle, float* sine, float* cosine) {
  ::sincospif(angle, sine, cosine);
}

}  // namespace math_overloads

#endif  // defined(__HIP__)

}  // namespace porter

#if defined(__HIP__)
using porter::math_overloads::cospi;
using porter::math_overloads::cyl_bessel_i0;
using porter::math_overloads::cyl_bessel_i1;
using porter::math_overloads::erfcinv;
using porter::math_overloads::erfcx;
using porter::math_overloads::erfinv;
using porter::math_overloads::exp10;
using porter::math_overloads::normcdf;
using porter::math_overloads::normcdfinv;
using porter::math_overloads::rcbrt;
using porter::math_overloads::rsqrt;
using porter::math_overloads::sincos;
using porter::math_overloads::sincospi;
using porter::math_overloads::sinpi;
#endif
