// What a person would write for AMD GPUs where one expression does not say it.
#pragma once
#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

// A value in registers that is read, and one that nothing computes, as words, which inline assembly takes.
template <typename T>
struct words_of {
  static constexpr int count = (sizeof(T) + 3) / 4;
  unsigned word[count];
};

template <typename T>
__device__ __forceinline__ void used(const T& value) {
  words_of<T> bits = {};
  __builtin_memcpy(&bits, &value, sizeof(T));
#pragma unroll
  for (int i = 0; i < words_of<T>::count; ++i) asm volatile("" ::"v"(bits.word[i]));
}
template <typename T>
__device__ __forceinline__ T anything() {
  words_of<T> bits;
#pragma unroll
  for (int i = 0; i < words_of<T>::count; ++i) asm volatile("" : "=v"(bits.word[i]));
  T result;
  __builtin_memcpy(&result, &bits, sizeof(T));
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

// OCP's 8-bit floats: the processor's instructions where it has them, else HIP's own functions, which know neither.
#include <hip/hip_fp8.h>
#if defined(__GFX12__)
__device__ inline unsigned char e4m3_of(float a, bool saturates = true) {
  return __hip_cvt_float_to_fp8(a, saturates ? __HIP_SATFINITE : __HIP_NOSAT, __HIP_E4M3);
}
__device__ inline unsigned char e5m2_of(float a) {
  return __hip_cvt_float_to_fp8(a, __HIP_SATFINITE, __HIP_E5M2);
}
__device__ inline float float_of_e4m3(unsigned char a) { return __builtin_amdgcn_cvt_f32_fp8(a, 0); }
#else
__device__ inline unsigned char e4m3_of(float a, bool saturates = true) {
  return internal::cast_to_f8<float, false>(a, 3, 4, saturates);
}
__device__ inline unsigned char e5m2_of(float a) {
  return internal::cast_to_f8<float, false>(a, 2, 5, true);
}
__device__ inline float float_of_e4m3(unsigned char a) {
  return internal::cast_from_f8<float, false>(a, 3, 4);
}
#endif
__device__ inline __half half_of_e5m2(unsigned char a) {
  return __builtin_bit_cast(_Float16, (unsigned short)(a << 8));
}
__device__ inline float4 floats_of_e4m3(unsigned a) {
  return make_float4(float_of_e4m3(a), float_of_e4m3(a >> 8), float_of_e4m3(a >> 16),
                     float_of_e4m3(a >> 24));
}

__device__ inline int copied(uint4* to, const uint4* from, unsigned count) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) to[i] = from[i];
  return 0;
}

__device__ inline int checked(const int* values, unsigned count, unsigned i) {
  if (i >= count) __builtin_trap();
  return values[i];
}

// A barrier's word: how many are still to come, how many a phase waits for, and the phase.
__device__ inline unsigned long long arrive(unsigned long long* word) {
  const auto scope = __HIP_MEMORY_SCOPE_WORKGROUP;
  const unsigned long long before = __hip_atomic_fetch_add(word, -1ull, __ATOMIC_ACQ_REL, scope);
  if ((before & 0xfffff) == 1) {
    const unsigned long long all = before >> 20 & 0xfffff;
    const unsigned long long next = ((before >> 40) + 1) << 40 | all << 20 | all;
    __hip_atomic_store(word, next, __ATOMIC_RELEASE, scope);
  }
  return before;
}

// A texture of one float a texel: where there are no texture units, its memory, its rows and its size.
struct image {
  const float* data;
  unsigned pitch;
  int width, height;
};
#if defined(__GFX9__)
__device__ inline const image& image_of(const void* object) { return *static_cast<const image*>(object); }
__device__ inline float fetched(hipTextureObject_t texture, int x) {
  const image& from = image_of(texture);
  return (unsigned)x < (unsigned)from.width ? from.data[x] : 0.0f;
}
__device__ inline float at(const image& from, int x, int y) {
  x = min(max(x, 0), from.width - 1), y = min(max(y, 0), from.height - 1);
  return from.data[y * from.pitch + x];
}
__device__ inline float filtered(hipTextureObject_t texture, float x, float y) {
  const image& from = image_of(texture);
  const float column = floorf(x - 0.5f), row = floorf(y - 0.5f);
  const float u = rintf((x - 0.5f - column) * 256.0f) / 256.0f;
  const float v = rintf((y - 0.5f - row) * 256.0f) / 256.0f;
  const int i = (int)column, j = (int)row;
  const float lower = at(from, i, j) * (1.0f - u) + at(from, i + 1, j) * u;
  const float upper = at(from, i, j + 1) * (1.0f - u) + at(from, i + 1, j + 1) * u;
  return lower * (1.0f - v) + upper * v;
}
__device__ inline float read(hipSurfaceObject_t surface, int x, int y) {
  const image& from = image_of(surface);
  x /= 4;
  if ((unsigned)x >= (unsigned)from.width || (unsigned)y >= (unsigned)from.height) __builtin_trap();
  return from.data[y * from.pitch + x];
}
#else
__device__ inline float fetched(hipTextureObject_t texture, int x) { return tex1Dfetch<float>(texture, x); }
__device__ inline float filtered(hipTextureObject_t texture, float x, float y) {
  return tex2D<float>(texture, x, y);
}
__device__ inline float read(hipSurfaceObject_t surface, int x, int y) {
  float value;
  surf2Dread(&value, surface, x, y);
  return value;
}
#endif
