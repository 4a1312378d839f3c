// Bits of integers: counts of bits, __ffs and __ffsll for every integer type, byte swaps, __sad.
//
// CUDA's __popc and __popcll return int, HIP's unsigned: there `__popc(a) - __popc(b)` is never
// negative, and a count in braces does not fit an int. With __umul24 and __fns it is the other way
// round: HIP's are int, so that "no such bit" is -1 and less than 32.
//
// HIP has __ffsll for long long and unsigned long long; CUDA's takes long long and converts. A call
// with an unsigned long, such as a uint64_t, is ambiguous in HIP without the overload given here. So
// is __ffs of 64 bits, of which CUDA's takes the lower 32.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

namespace bits {

template <typename T, bool Integer = __is_integral(T)>
struct result {};
template <typename T>
struct result<T, true> {
  using type = int;
};

template <typename T>
__device__ __forceinline__ typename result<T>::type __ffsll(T value) {
  return ::__ffsll(static_cast<long long>(value));
}

template <typename T>
__device__ __forceinline__ typename result<T>::type __ffs(T value) {
  return ::__ffs(static_cast<int>(value));
}

/// The nibbles of a selector as the low ones of bytes; others above them. An instruction folds nothing.
__device__ __forceinline__ unsigned nibbles_apart(unsigned selector) {
  const unsigned pairs = __builtin_constant_p(selector)
                             ? (selector | selector << 8) & 0x00ff00ffu
                             : __builtin_amdgcn_perm(0, selector, 0x0c010c00u);
  return pairs | pairs << 4;
}

}  // namespace bits

__device__ __forceinline__ int popc(unsigned value) { return __builtin_popcount(value); }
__device__ __forceinline__ int popcll(unsigned long long value) {
  return __builtin_popcountll(value);
}

__device__ __forceinline__ unsigned sad(int a, int b, unsigned sum) {
  const unsigned larger = static_cast<unsigned>(a > b ? a : b);
  const unsigned smaller = static_cast<unsigned>(a > b ? b : a);
  return sum + (larger - smaller);
}

__device__ __forceinline__ unsigned umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}

/// Four bytes of b:a, each picked by the low three bits of a nibble. HIP's keeps the eight in memory.
__device__ __forceinline__ unsigned byte_perm(unsigned a, unsigned b, unsigned selector) {
  const unsigned first = selector & 7u;
  if (__builtin_constant_p(selector) && (selector & 0x7777u) == first * 0x1111u + 0x3210u) {
    // They lie side by side.
    return static_cast<unsigned>((static_cast<unsigned long long>(b) << 32 | a) >> (8 * first));
  }
  return __builtin_amdgcn_perm(b, a, bits::nibbles_apart(selector) & 0x07070707u);
}

/// Position of the `offset`-th set bit of `mask`, counted from bit `base` upwards, or downwards
/// when negative; 0 asks for `base` itself. 0xffffffff when there is none.
__device__ __forceinline__ unsigned fns(unsigned mask, unsigned base, int offset) {
  const bool down = offset < 0;
  if (down) {
    mask = __builtin_bitreverse32(mask);
    base = 31 - base;
  }
  mask &= offset == 0 ? 1u << base : 0xffffffffu << base;
  for (int left = down ? -offset : offset; left > 1; --left) mask &= mask - 1;
  if (mask == 0) return 0xffffffffu;
  const unsigned found = static_cast<unsigned>(__builtin_ctz(mask));
  return down ? 31 - found : found;
}

__host__ __device__ __forceinline__ unsigned short nv_bswap16(unsigned short value) {
  return __builtin_bswap16(value);
}
__host__ __device__ __forceinline__ unsigned nv_bswap32(unsigned value) {
  return __builtin_bswap32(value);
}
__host__ __device__ __forceinline__ unsigned long long nv_bswap64(unsigned long long value) {
  return __builtin_bswap64(value);
}

#endif  // defined(__HIP__)

}  // namespace porter

#if defined(__HIP__)
using porter::bits::__ffs;
using porter::bits::__ffsll;
#endif
