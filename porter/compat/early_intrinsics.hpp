// Functions that CUDA had before those with underscores, and still has in CUDA 11: products' upper
// halves, 24-bit products, the bits of numbers, conversions with the rounding that they have when
// nobody names one (to an integer toward zero, to a float to the nearest).
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_EARLY __device__ __forceinline__

PORTER_EARLY int mulhi(int a, int b) { return ::__mulhi(a, b); }
PORTER_EARLY unsigned mulhi(unsigned a, unsigned b) { return ::__umulhi(a, b); }
PORTER_EARLY unsigned mulhi(int a, unsigned b) { return ::__umulhi(static_cast<unsigned>(a), b); }
PORTER_EARLY unsigned mulhi(unsigned a, int b) { return ::__umulhi(a, static_cast<unsigned>(b)); }

PORTER_EARLY long long mul64hi(long long a, long long b) { return ::__mul64hi(a, b); }
PORTER_EARLY unsigned long long mul64hi(unsigned long long a, unsigned long long b) {
  return ::__umul64hi(a, b);
}
PORTER_EARLY unsigned long long mul64hi(long long a, unsigned long long b) {
  return ::__umul64hi(static_cast<unsigned long long>(a), b);
}
PORTER_EARLY unsigned long long mul64hi(unsigned long long a, long long b) {
  return ::__umul64hi(a, static_cast<unsigned long long>(b));
}

PORTER_EARLY int mul24(int a, int b) { return ::__mul24(a, b); }

PORTER_EARLY int float_as_int(float a) { return __builtin_bit_cast(int, a); }
PORTER_EARLY float int_as_float(int a) { return __builtin_bit_cast(float, a); }
PORTER_EARLY unsigned float_as_uint(float a) { return __builtin_bit_cast(unsigned, a); }
PORTER_EARLY float uint_as_float(unsigned a) { return __builtin_bit_cast(float, a); }

PORTER_EARLY int float2int(float a) { return ::__float2int_rz(a); }
PORTER_EARLY unsigned float2uint(float a) { return ::__float2uint_rz(a); }
PORTER_EARLY float int2float(int a) { return ::__int2float_rn(a); }
PORTER_EARLY float uint2float(unsigned a) { return ::__uint2float_rn(a); }

#undef PORTER_EARLY

#endif  // defined(__HIP__)

}  // namespace porter
