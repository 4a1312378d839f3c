// Conversions between half and integers. PTX rounds as the mode says and saturates to 16, 32 or 64 bits (saturation.hpp);
// HIP's cut the fraction off in every mode, wrap around in 64 bits, and round to nearest from integers.
#pragma once

#include "saturation.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#pragma push_macro("volatile")  // which a project may have defined away; HIP's types have overloads for it
#undef volatile
#include <hip/hip_fp16.h>
#pragma pop_macro("volatile")
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_CONVERSION(NAME, TO, ROUNDED)                       \
  __device__ __forceinline__ TO NAME(__half value) {               \
    return saturated<TO, 8 * sizeof(TO)>(ROUNDED(__half2float(value))); \
  }
#define PORTER_CONVERSIONS(NAME, TO)                               \
  PORTER_CONVERSION(NAME##_rn, TO, __builtin_rintf)                \
  PORTER_CONVERSION(NAME##_rz, TO, __builtin_truncf)               \
  PORTER_CONVERSION(NAME##_ru, TO, __builtin_ceilf)                \
  PORTER_CONVERSION(NAME##_rd, TO, __builtin_floorf)

PORTER_CONVERSIONS(half2int, int)
PORTER_CONVERSIONS(half2uint, unsigned)
PORTER_CONVERSIONS(half2short, short)
PORTER_CONVERSIONS(half2ushort, unsigned short)
PORTER_CONVERSIONS(half2ll, long long)
PORTER_CONVERSIONS(half2ull, unsigned long long)

#undef PORTER_CONVERSIONS
#undef PORTER_CONVERSION

// Rounding the same way twice is rounding once.
#define PORTER_DIRECTED(NAME, FROM, MODE, TO_FLOAT)                \
  __device__ __forceinline__ __half NAME##_##MODE(FROM value) {    \
    return __float2half_##MODE(TO_FLOAT##_##MODE(value));          \
  }
#define PORTER_CONVERSIONS(NAME, FROM, TO_FLOAT)                   \
  PORTER_DIRECTED(NAME, FROM, rz, TO_FLOAT)                        \
  PORTER_DIRECTED(NAME, FROM, ru, TO_FLOAT)                        \
  PORTER_DIRECTED(NAME, FROM, rd, TO_FLOAT)

PORTER_CONVERSIONS(short2half, short, __int2float)
PORTER_CONVERSIONS(ushort2half, unsigned short, __uint2float)
PORTER_CONVERSIONS(int2half, int, __int2float)
PORTER_CONVERSIONS(uint2half, unsigned, __uint2float)
PORTER_CONVERSIONS(ll2half, long long, __ll2float)
PORTER_CONVERSIONS(ull2half, unsigned long long, __ull2float)

#undef PORTER_CONVERSIONS
#undef PORTER_DIRECTED

#endif  // defined(__HIP__)

}  // namespace porter
