// What a person would write for AMD GPUs where one expression does not say it.
#pragma once
#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

// A value in a register that is read, and one that nothing computes: classes and bool as bits, which inline assembly takes.
template <unsigned Bytes>
struct register_of;
template <>
struct register_of<1> {
  typedef unsigned char type __attribute__((may_alias));
  typedef unsigned held;
};
template <>
struct register_of<2> {
  typedef unsigned short type __attribute__((may_alias));
  typedef unsigned short held;
};
template <>
struct register_of<4> {
  typedef unsigned type __attribute__((may_alias));
  typedef unsigned held;
};
template <>
struct register_of<8> {
  typedef unsigned long long type __attribute__((may_alias));
  typedef unsigned long long held;
};

template <typename T>
__device__ __forceinline__ void used(const T& value) {
  using as = register_of<sizeof(T)>;
  const typename as::held bits = reinterpret_cast<const typename as::type&>(value);
  asm volatile("" ::"v"(bits));
}
template <typename T>
__device__ __forceinline__ T anything() {
  using as = register_of<sizeof(T)>;
  typename as::held bits;
  asm volatile("" : "=v"(bits));
  const typename as::type narrow = bits;
  T result;
  __builtin_memcpy(&result, &narrow, sizeof(T));
  return result;
}

// The half of a ballot that is the caller's warp of 32.
__device__ inline unsigned half_of(unsigned long long ballot) {
#if defined(__GFX9__)
  return (unsigned)(ballot >> (__lane_id() & 32));
#else
  return (unsigned)ballot;
#endif
}

typedef short halves __attribute__((ext_vector_type(2)));
__device__ inline halves halves_of(unsigned word) { return __builtin_bit_cast(halves, word); }
__device__ inline unsigned bits_of(halves pair) { return __builtin_bit_cast(unsigned, pair); }
__device__ inline unsigned largest_halves(unsigned a, unsigned b, unsigned c) {
  return bits_of(__builtin_elementwise_max(
      __builtin_elementwise_max(halves_of(a), halves_of(b)), halves_of(c)));
}

__device__ inline int dot4(int a, int b, int c) {
#if defined(__GFX9__)
  return __builtin_amdgcn_sdot4(a, b, c, false);
#else
  return __builtin_amdgcn_sudot4(true, a, true, b, c, false);
#endif
}

__device__ inline unsigned match_any(int value) {
  unsigned result = 0;
  for (unsigned left = half_of(__ballot(1)); left;) {
    const bool same = value == __shfl(value, __ffs(left) - 1, 32);
    const unsigned matched = half_of(__ballot(same));
    if (same) result = matched;
    left &= ~matched;
  }
  return result;
}

__device__ inline unsigned match_all(int value) {
  const int first = __shfl(value, __ffs(half_of(__ballot(1))) - 1, 32);
  const int all = half_of(__ballot(value != first)) == 0;
  return (all ? ~0u : 0u) ^ (all + 4u);
}

// Lanes of a warp that have left count for nothing: their slots hold the neutral number.
template <typename Operation>
__device__ inline int of_warp(int value, Operation operation) {
  if (half_of(__ballot(1)) == ~0u) {
    for (int distance = 16; distance; distance /= 2)
      value = operation(value, __shfl_xor(value, distance, 32));
    return value;
  }
  unsigned left = half_of(__ballot(1));
  int result = __shfl(value, __ffs(left) - 1, 32);
  for (left &= left - 1; left; left &= left - 1)
    result = operation(result, __shfl(value, __ffs(left) - 1, 32));
  return result;
}
__device__ inline int sum_of_warp(int value) {
  return of_warp(value, [](int a, int b) { return a + b; });
}
__device__ inline int max_of_warp(int value) {
  return of_warp(value, [](int a, int b) { return a < b ? b : a; });
}

__device__ inline unsigned or_of_warp(unsigned value) {
  return (unsigned)of_warp((int)value, [](int a, int b) { return a | b; });
}

template <unsigned Size>
__device__ inline float sum_of_tile(float value) {
  const auto tile = cooperative_groups::tiled_partition<Size>(cooperative_groups::this_thread_block());
#pragma unroll
  for (unsigned distance = Size / 2; distance > 0; distance /= 2) value += tile.shfl_xor(value, distance);
  return value;
}
template <unsigned Size>
__device__ inline int scan_of_tile(int value) {
  const auto tile = cooperative_groups::tiled_partition<Size>(cooperative_groups::this_thread_block());
#pragma unroll
  for (unsigned distance = 1; distance < Size; distance *= 2) {
    const int other = tile.shfl_up(value, distance);
    if (distance <= tile.thread_rank()) value += other;
  }
  return value;
}
__device__ inline unsigned ballot_of_tile(int predicate) {
  return (unsigned)(__ballot(predicate) >> (__lane_id() & ~15u)) & 0xffffu;
}
__device__ inline int any_of_tile(int predicate) { return ballot_of_tile(predicate) != 0; }

__device__ inline float unfused(float a, float b, float c) {
#pragma clang fp contract(off)
  return a * b + c;
}

__device__ inline int sum_of_wave(int value) {
#pragma unroll
  for (int distance = warpSize / 2; distance > 0; distance /= 2) value += __shfl_xor(value, distance);
  return value;
}

/// All bits of each byte whose highest bit is set.
__device__ inline unsigned filled_bytes(unsigned tops) { return __builtin_amdgcn_perm(tops, tops << 8, 0x0b090a08u); }

__device__ inline unsigned equal_bytes(unsigned a, unsigned b) {
  return filled_bytes(__builtin_amdgcn_lerp(~(a ^ b), 0u, 0x01010101u));
}

__device__ inline unsigned greater_bytes(unsigned a, unsigned b) {
  return filled_bytes(__builtin_amdgcn_lerp(a, ~b, 0u));
}

/// The selector of v_perm_b32 for four nibbles of PTX's, none of which asks for a sign.
__device__ inline unsigned selector_of_bytes(unsigned nibbles) {
  const unsigned apart = __builtin_amdgcn_perm(0u, nibbles, 0x0c010c00u);
  return (apart | apart << 4) & 0x0f0f0f0fu;
}

// Half in clang's own type: sums and products that are no fma, the larger, and what is within 0 and 1.
namespace native {
typedef _Float16 pair __attribute__((ext_vector_type(2)));

__device__ inline __half sum(__half a, __half b) {
#pragma clang fp contract(off)
  return __half((_Float16)a + (_Float16)b);
}
__device__ inline __half product(__half a, __half b) {
#pragma clang fp contract(off)
  return __half((_Float16)a * (_Float16)b);
}
__device__ inline __half2 larger(__half2 a, __half2 b) {
  return __builtin_bit_cast(__half2, __builtin_elementwise_max(__builtin_bit_cast(pair, a),
                                                               __builtin_bit_cast(pair, b)));
}
__device__ inline __half larger_or_nan(__half a, __half b) {
  const _Float16 x = a, y = b;
  return __builtin_isunordered(x, y) ? __half(x + y) : __half(__builtin_fmaxf16(x, y));
}
__device__ inline __half within(__half a) {
  return __half(__builtin_fminf16(__builtin_fmaxf16((_Float16)a, 0), 1));
}
__device__ inline __half2 within(__half2 a) {
  return __half2(within(a.x), within(a.y));
}
// Additions to half in memory: of one by exchanging the word that holds it, of two by an instruction where there is one.
__device__ inline __half add_by_exchange(__half* address, __half value) {
  const auto place = reinterpret_cast<unsigned long long>(address);
  const unsigned shift = place % 4 * 8;
  unsigned* word = reinterpret_cast<unsigned*>(place - place % 4);
  unsigned old = *word;
  for (unsigned seen = ~old; seen != old;) {
    seen = old;
    const __half sum = __ushort_as_half(old >> shift) + value;
    old = atomicCAS(word, seen, (seen & ~(0xffffu << shift)) | (unsigned)__half_as_ushort(sum) << shift);
  }
  return __ushort_as_half(old >> shift);
}
__device__ inline __half2 add_packed(__half2* address, __half2 value) {
#if defined(__gfx942__) || defined(__GFX12__)
  return __builtin_bit_cast(__half2, __builtin_amdgcn_flat_atomic_fadd_v2f16((pair*)address, __builtin_bit_cast(pair, value)));
#else
  unsigned* word = reinterpret_cast<unsigned*>(address);
  unsigned old = *word;
  for (unsigned seen = ~old; seen != old;) {
    seen = old;
    old = atomicCAS(word, seen, __builtin_bit_cast(unsigned, __hadd2(__builtin_bit_cast(__half2, seen), value)));
  }
  return __builtin_bit_cast(__half2, old);
#endif
}
typedef float quad __attribute__((ext_vector_type(4)));
}  // namespace native
