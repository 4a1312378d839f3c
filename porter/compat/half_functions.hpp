// Mathematical functions of one argument and questions about numbers, called with half or bfloat16.
//
// CUDA's types convert to float before all, and C++ takes float's overload: `isfinite(h)`,
// `std::sqrt(h)`. HIP's half converts to any number alike, and so does its bfloat16 for the host,
// so that the call is ambiguous. These are templates, so that a project's own function is taken.
#pragma once

#include "only_if.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cmath>

namespace porter {
namespace half_functions {

template <typename T, typename Result>
using if_half = typename only_if<__is_same(T, __half) || __is_same(T, __hip_bfloat16), Result>::type;

#define PORTER_OF_HALF(RESULT, NAME)                                             \
  template <typename T>                                                          \
  __host__ __device__ __forceinline__ if_half<T, RESULT> NAME(T value) {         \
    return ::std::NAME(static_cast<float>(value));                               \
  }
PORTER_OF_HALF(bool, isfinite)
PORTER_OF_HALF(bool, isinf)
PORTER_OF_HALF(bool, isnan)
PORTER_OF_HALF(bool, isnormal)
PORTER_OF_HALF(bool, signbit)
PORTER_OF_HALF(float, acos)
PORTER_OF_HALF(float, asin)
PORTER_OF_HALF(float, atan)
PORTER_OF_HALF(float, cbrt)
PORTER_OF_HALF(float, ceil)
PORTER_OF_HALF(float, cos)
PORTER_OF_HALF(float, cosh)
PORTER_OF_HALF(float, erf)
PORTER_OF_HALF(float, exp)
PORTER_OF_HALF(float, exp2)
PORTER_OF_HALF(float, expm1)
PORTER_OF_HALF(float, fabs)
PORTER_OF_HALF(float, floor)
PORTER_OF_HALF(float, log)
PORTER_OF_HALF(float, log10)
PORTER_OF_HALF(float, log1p)
PORTER_OF_HALF(float, log2)
PORTER_OF_HALF(float, round)
PORTER_OF_HALF(float, sin)
PORTER_OF_HALF(float, sinh)
PORTER_OF_HALF(float, sqrt)
PORTER_OF_HALF(float, tan)
PORTER_OF_HALF(float, tanh)
PORTER_OF_HALF(float, trunc)
#undef PORTER_OF_HALF

}  // namespace half_functions
}  // namespace porter

// Unqualified calls find these beside float's, and so do those of `std::`.
#define PORTER_USES                       \
  using porter::half_functions::isfinite; \
  using porter::half_functions::isinf;    \
  using porter::half_functions::isnan;    \
  using porter::half_functions::isnormal; \
  using porter::half_functions::signbit;  \
  using porter::half_functions::acos;     \
  using porter::half_functions::asin;     \
  using porter::half_functions::atan;     \
  using porter::half_functions::cbrt;     \
  using porter::half_functions::ceil;     \
  using porter::half_functions::cos;      \
  using porter::half_functions::cosh;     \
  using porter::half_functions::erf;      \
  using porter::half_functions::exp;      \
  using porter::half_functions::exp2;     \
  using porter::half_functions::expm1;    \
  using porter::half_functions::fabs;     \
  using porter::half_functions::floor;    \
  using porter::half_functions::log;      \
  using porter::half_functions::log10;    \
  using porter::half_functions::log1p;    \
  using porter::half_functions::log2;     \
  using porter::half_functions::round;    \
  using porter::half_functions::sin;      \
  using porter::half_functions::sinh;     \
  using porter::half_functions::sqrt;     \
  using porter::half_functions::tan;      \
  using porter::half_functions::tanh;     \
  using porter::half_functions::trunc;
PORTER_USES
namespace std {
PORTER_USES
}
#undef PORTER_USES

#endif
