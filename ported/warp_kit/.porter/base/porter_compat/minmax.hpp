// Minima and maxima with CUDA's types: min and max of a signed and an unsigned integer, umin, llmax …
//
// CUDA compares min(int, unsigned) as unsigned. HIP has no such overload: device code gets a double,
// which is no index, holds 53 bits, and takes -1 for less than 0u.
#pragma once

#if !defined(__HIPCC_RTC__)
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

}  // namespace minmax

#endif  // defined(__HIP__)

}  // namespace porter

#if defined(__HIP__)
using porter::minmax::max;
using porter::minmax::min;
#endif
