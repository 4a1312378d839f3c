// Mathematical functions of CUDA's that host code has under nvcc, and HIP for the device alone.
//
// They are templates, so that a function of the C library's is taken where it has one: rsqrt and
// sinpi are in the C standard of 2023. A float is computed as double and rounded once.
#pragma once

#include "only_if.hpp"

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cmath>
#include <limits>

namespace porter {
namespace host_math {

template <typename T>
using if_number = typename only_if<__is_same(T, float) || __is_same(T, double), T>::type;

// The value of a function in (-1, 1) turns from an angle that is reduced without an error.
inline double sine_of_turns(double half_turns) {
  const double angle = std::remainder(half_turns, 2.0);  // from -1 to 1
  const double size = std::fabs(angle);
  const double sine = std::sin(M_PI * (size > 0.5 ? 1.0 - size : size));
  return std::copysign(sine, angle == 0.0 ? half_turns : angle);
}
inline double cosine_of_turns(double half_turns) {
  const double size = std::fabs(std::remainder(half_turns, 2.0));
  return size == 0.5 ? 0.0 : std::cos(M_PI * size);
}

// The x with erfc(x) = value, by Halley's steps from the tail's leading term.
inline double inverse_of_erfc(double value) {
  if (value > 1.0)
    return value < 2.0 ? -inverse_of_erfc(2.0 - value)
                       : (value == 2.0 ? -1 : 0) * std::numeric_limits<double>::infinity();
  if (!(value > 0.0))
    return value == 0.0 ? std::numeric_limits<double>::infinity()
                        : std::numeric_limits<double>::quiet_NaN();
  const double tail = -std::log(value);
  double x = value > 0.5 ? (1.0 - value) * 0.886226925452758
                         : std::sqrt(std::fmax(tail - 0.5 * std::log(M_PI * std::fmax(tail, 0.4)), 0.1));
  for (int step = 0; step < 6; ++step) {
    const double slope = -1.1283791670955126 * std::exp(-x * x);
    const double distance = (std::erfc(x) - value) / slope;
    x -= distance / (1.0 + x * distance);
  }
  return x;
}
inline double inverse_of_erf(double value) {
  if (std::fabs(value) >= 0.5)
    return std::copysign(inverse_of_erfc(1.0 - std::fabs(value)), value);
  double x = 0.886226925452758 * value;
  for (int step = 0; step < 6; ++step) {
    const double slope = 1.1283791670955126 * std::exp(-x * x);
    const double distance = (std::erf(x) - value) / slope;
    x -= distance / (1.0 + x * distance);
  }
  return x;
}
// exp(x * x) * erfc(x): by its continued fraction where erfc has no digits left.
inline double scaled_erfc(double x) {
  if (x < 10.0) {
    const double square = x * x;
    return std::exp(square) * std::exp(std::fma(x, x, -square)) * std::erfc(x);
  }
  double fraction = x;
  for (int term = 24; term > 0; --term)
    fraction = x + 0.5 * term / fraction;
  return 0.5641895835477563 / fraction;
}

#define PORTER_HOST(NAME, VALUE)                                      \
  template <typename T>                                               \
  __host__ inline if_number<T> NAME(T x) {                            \
    return static_cast<T>(VALUE);                                     \
  }                                                                   \
  template <typename T>                                               \
  __host__ inline float NAME##f(T value) {                            \
    const float x = static_cast<float>(value);                        \
    return static_cast<float>(VALUE);                                 \
  }
PORTER_HOST(rsqrt, 1.0 / std::sqrt(double(x)))
PORTER_HOST(rcbrt, 1.0 / std::cbrt(double(x)))
PORTER_HOST(sinpi, sine_of_turns(x))
PORTER_HOST(cospi, cosine_of_turns(x))
PORTER_HOST(erfinv, inverse_of_erf(x))
PORTER_HOST(erfcinv, inverse_of_erfc(x))
PORTER_HOST(erfcx, scaled_erfc(x))
PORTER_HOST(normcdf, 0.5 * std::erfc(-M_SQRT1_2 * double(x)))
PORTER_HOST(normcdfinv, -M_SQRT2 * inverse_of_erfc(2.0 * double(x)))
#undef PORTER_HOST

template <typename T>
__host__ inline typename only_if<sizeof(if_number<T>) != 0, void>::type sincospi(T x, T* sine,
                                                                                   T* cosine) {
  *sine = host_math::sinpi(x);
  *cosine = host_math::cospi(x);
}
template <typename T>
__host__ inline void sincospif(T x, float* sine, float* cosine) {
  *sine = host_math::sinpif(x);
  *cosine = host_math::cospif(x);
}

}  // namespace host_math
}  // namespace porter

#define PORTER_BOTH(NAME)               \
  using porter::host_math::NAME;        \
  using porter::host_math::NAME##f;
PORTER_BOTH(rsqrt)
PORTER_BOTH(rcbrt)
PORTER_BOTH(sinpi)
PORTER_BOTH(cospi)
PORTER_BOTH(sincospi)
PORTER_BOTH(erfinv)
PORTER_BOTH(erfcinv)
PORTER_BOTH(erfcx)
PORTER_BOTH(normcdf)
PORTER_BOTH(normcdfinv)
#undef PORTER_BOTH
#endif
