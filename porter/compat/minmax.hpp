// Minima and maxima with CUDA's types: min and max of a signed and an unsigned integer, umin, llmax …
//
// CUDA compares min(int, unsigned) as unsigned, and what is narrower than int as int. HIP has no such
// overloads: device code gets a double, which is no index, holds 53 bits, divides without a remainder,
// and takes -1 for less than 0u. In host code it has those of int alone, which cut a size_t to 32 bits
// and a float to an integer.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_MINMAX(PREFIX, T)                                                             \
  __host__ __device__ __forceinline__ T PREFIX##min(T a, T b) { return b < a ? b : a; }      \
  __host__ __device__ __forceinline__ T PREFIX##max(T a, T b) { return a < b ? b : a; }
PORTER_MINMAX(u, unsigned)
PORTER_MINMAX(ll, long long)
PORTER_MINMAX(ull, unsigned long long)
#undef PORTER_MINMAX

namespace minmax {

// A project may have macros of these names.
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max

#define PORTER_MIXED(SIGNED, UNSIGNED)                                                        \
  __host__ __device__ __forceinline__ UNSIGNED min(SIGNED a, UNSIGNED b) {                   \
    return static_cast<UNSIGNED>(a) < b ? static_cast<UNSIGNED>(a) : b;                      \
  }                                                                                           \
  __host__ __device__ __forceinline__ UNSIGNED min(UNSIGNED a, SIGNED b) { return min(b, a); } \
  __host__ __device__ __forceinline__ UNSIGNED max(SIGNED a, UNSIGNED b) {                   \
    return static_cast<UNSIGNED>(a) < b ? b : static_cast<UNSIGNED>(a);                      \
  }                                                                                           \
  __host__ __device__ __forceinline__ UNSIGNED max(UNSIGNED a, SIGNED b) { return max(b, a); }
PORTER_MIXED(int, unsigned)
PORTER_MIXED(long, unsigned long)
PORTER_MIXED(long long, unsigned long long)
#undef PORTER_MIXED

#define PORTER_WIDENED(RESULT, A, B)                                                      \
  __host__ __device__ __forceinline__ RESULT min(A a, B b) {                              \
    return static_cast<RESULT>(b) < static_cast<RESULT>(a) ? static_cast<RESULT>(b)       \
                                                           : static_cast<RESULT>(a);      \
  }                                                                                       \
  __host__ __device__ __forceinline__ RESULT max(A a, B b) {                              \
    return static_cast<RESULT>(a) < static_cast<RESULT>(b) ? static_cast<RESULT>(b)       \
                                                           : static_cast<RESULT>(a);      \
  }
#define PORTER_NARROW(T)                                                                  \
  PORTER_WIDENED(int, T, bool) PORTER_WIDENED(int, T, char)                               \
  PORTER_WIDENED(int, T, signed char) PORTER_WIDENED(int, T, unsigned char)               \
  PORTER_WIDENED(int, T, short) PORTER_WIDENED(int, T, unsigned short)                    \
  PORTER_WIDENED(int, T, int) PORTER_WIDENED(int, int, T)                                 \
  PORTER_WIDENED(unsigned, T, unsigned) PORTER_WIDENED(unsigned, unsigned, T)
PORTER_NARROW(bool)
PORTER_NARROW(char)
PORTER_NARROW(signed char)
PORTER_NARROW(unsigned char)
PORTER_NARROW(short)
PORTER_NARROW(unsigned short)
#undef PORTER_NARROW
#undef PORTER_WIDENED

#define PORTER_OF_HOST(T)                                                   \
  __host__ __forceinline__ T min(T a, T b) { return b < a ? b : a; }        \
  __host__ __forceinline__ T max(T a, T b) { return a < b ? b : a; }
PORTER_OF_HOST(unsigned)
PORTER_OF_HOST(long)
PORTER_OF_HOST(unsigned long)
PORTER_OF_HOST(long long)
PORTER_OF_HOST(unsigned long long)
#undef PORTER_OF_HOST

// A NaN is no number to choose, as with fmin and fmax.
#define PORTER_FLOATS(RESULT, A, B, SUFFIX)                                                        \
  __host__ __forceinline__ RESULT min(A a, B b) { return __builtin_fmin##SUFFIX(a, b); } \
  __host__ __forceinline__ RESULT max(A a, B b) { return __builtin_fmax##SUFFIX(a, b); }
PORTER_FLOATS(float, float, float, f)
PORTER_FLOATS(double, double, double, )
PORTER_FLOATS(double, float, double, )
PORTER_FLOATS(double, double, float, )
#undef PORTER_FLOATS

#pragma pop_macro("min")
#pragma pop_macro("max")

}  // namespace minmax

#endif  // defined(__HIP__)

}  // namespace porter

#if defined(__HIP__)
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max
using porter::minmax::max;
using porter::minmax::min;
#pragma pop_macro("min")
#pragma pop_macro("max")
#endif
