// Arithmetic in a rounding mode of its own, as CUDA's `__fadd_rz`, `__dmul_ru` … give it.
//
// HIP's headers leave these functions out; `rounding_exact.hpp` corrects the results to nearest. The
// `_rn` forms exist since CUDA promises that they are never contracted into a fused multiply-add,
// which HIP's plain operators are.
#pragma once

#include "rounding_exact.hpp"

#if defined(__HIP__)

namespace porter {

#define PORTER_ROUNDING __host__ __device__ inline
#define PORTER_EXACT _Pragma("clang fp contract(off) reassociate(off)")

#define PORTER_DIRECTED(SUFFIX, MODE)                                                           \
  PORTER_ROUNDING float fadd_##SUFFIX(float a, float b) { return detail::add<MODE>(a, b); }     \
  PORTER_ROUNDING float fsub_##SUFFIX(float a, float b) { return detail::add<MODE>(a, -b); }    \
  PORTER_ROUNDING float fmul_##SUFFIX(float a, float b) { return detail::multiply<MODE>(a, b); } \
  PORTER_ROUNDING float fdiv_##SUFFIX(float a, float b) { return detail::divide<MODE>(a, b); }  \
  PORTER_ROUNDING float frcp_##SUFFIX(float a) { return detail::divide<MODE>(1.0f, a); }        \
  PORTER_ROUNDING float fsqrt_##SUFFIX(float a) { return detail::root<MODE>(a); }               \
  PORTER_ROUNDING float fmaf_##SUFFIX(float a, float b, float c) {                              \
    return detail::multiply_add<MODE>(a, b, c);                                                 \
  }                                                                                             \
  PORTER_ROUNDING double dadd_##SUFFIX(double a, double b) { return detail::add<MODE>(a, b); }  \
  PORTER_ROUNDING double dsub_##SUFFIX(double a, double b) { return detail::add<MODE>(a, -b); } \
  PORTER_ROUNDING double dmul_##SUFFIX(double a, double b) {                                    \
    return detail::multiply<MODE>(a, b);                                                        \
  }                                                                                             \
  PORTER_ROUNDING double ddiv_##SUFFIX(double a, double b) { return detail::divide<MODE>(a, b); } \
  PORTER_ROUNDING double drcp_##SUFFIX(double a) { return detail::divide<MODE>(1.0, a); }       \
  PORTER_ROUNDING double dsqrt_##SUFFIX(double a) { return detail::root<MODE>(a); }             \
  PORTER_ROUNDING double fma_##SUFFIX(double a, double b, double c) {                           \
    return detail::multiply_add<MODE>(a, b, c);                                                 \
  }

PORTER_DIRECTED(rz, detail::rounding::zero)
PORTER_DIRECTED(ru, detail::rounding::up)
PORTER_DIRECTED(rd, detail::rounding::down)
#undef PORTER_DIRECTED

// To nearest, and never contracted.
#define PORTER_NEAREST(PREFIX, T)                                           \
  PORTER_ROUNDING T PREFIX##add_rn(T a, T b) { PORTER_EXACT return a + b; } \
  PORTER_ROUNDING T PREFIX##sub_rn(T a, T b) { PORTER_EXACT return a - b; } \
  PORTER_ROUNDING T PREFIX##mul_rn(T a, T b) { PORTER_EXACT return a * b; }
PORTER_NEAREST(f, float)
PORTER_NEAREST(d, double)
#undef PORTER_NEAREST

// Correctly rounded, whatever -fno-hip-fp32-correctly-rounded-divide-sqrt says. HIP's `__fsqrt_rn`
// and `__frsqrt_rn` are the hardware's approximations.
PORTER_ROUNDING float fdiv_rn(float a, float b) { return float(double(a) / b); }
PORTER_ROUNDING float frcp_rn(float a) { return float(1.0 / a); }
PORTER_ROUNDING float fsqrt_rn(float a) { return float(__builtin_sqrt(double(a))); }
PORTER_ROUNDING float frsqrt_rn(float a) { return float(1.0 / __builtin_sqrt(double(a))); }
PORTER_ROUNDING double dsqrt_rn(double a) { return __builtin_sqrt(a); }

// To [0, 1]; NaN to 0. HIP's `__saturatef` keeps NaN.
#if defined(__HIP_DEVICE_COMPILE__)
PORTER_ROUNDING float saturatef(float a) { return __builtin_amdgcn_fmed3f(a, 0.0f, 1.0f); }
#else
PORTER_ROUNDING float saturatef(float a) { return a > 0.0f ? (a < 1.0f ? a : 1.0f) : 0.0f; }
#endif

#undef PORTER_ROUNDING
#undef PORTER_EXACT

}  // namespace porter

#endif  // defined(__HIP__)
