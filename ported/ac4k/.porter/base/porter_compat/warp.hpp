// Warp functions with CUDA's meaning: warps of 32 lanes, masks of 32 bits, on any wavefront.
//
// A wavefront of 64 lanes holds two logical warps: lanes 0 to 31 and lanes 32 to 63. That is how CUDA
// numbers the threads of a block, so `threadIdx.x & 31`, `threadIdx.x >> 5` and arrays with a
// slot a warp keep their meaning. Every function here works inside the caller's logical warp and
// leaves the other one alone; on a wavefront of 32 lanes both are the same.
//
// The lanes that a mask names must reach the call together. CUDA lets them arrive from different
// branches; a wavefront runs one branch after the other.
#pragma once

#include "lane_moves.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

// A shuffled value may be unset in the lanes that nobody reads.
#if defined(__has_attribute)
#if __has_attribute(maybe_undef)
#define PORTER_MAYBE_UNSET __attribute__((maybe_undef))
#endif
#endif
#ifndef PORTER_MAYBE_UNSET
#define PORTER_MAYBE_UNSET
#endif

namespace porter {

/// Lanes of a warp: CUDA's `warpSize`, as a constant on host and device.
constexpr int warp_size = 32;

#if defined(__HIP__)

namespace detail {

/// Whether the wavefront is one warp; known when the code is compiled.
__device__ __forceinline__ bool one_warp() {
#if defined(__GFX9__)
  return false;
#elif defined(__AMDGCN_WAVEFRONT_SIZE)  // older compilers do not fold the builtin
  return __AMDGCN_WAVEFRONT_SIZE == 32;
#else
  return __builtin_amdgcn_wavefrontsize() == 32;
#endif
}

/// First hardware lane of the caller's logical warp: 0 or 32.
__device__ __forceinline__ unsigned warp_base() { return one_warp() ? 0u : __lane_id() & 32u; }

/// The caller's half of a mask of the wavefront.
__device__ __forceinline__ unsigned own_half(unsigned long long wave_mask) {
  return static_cast<unsigned>(one_warp() ? wave_mask : wave_mask >> warp_base());
}

/// The lanes of the caller's logical warp that run here and for which `predicate` holds.
__device__ __forceinline__ unsigned vote(bool predicate) {
  return own_half(__builtin_amdgcn_ballot_w64(predicate));
}

/// The lowest lane of a mask that is not 0.
__device__ __forceinline__ unsigned first_lane(unsigned mask) {
  return static_cast<unsigned>(__builtin_ctz(mask));
}

/// `value` of a lane of the wavefront; UNIFORM: of the same lane for all that ask.
template <bool UNIFORM = false, typename T>
__device__ __forceinline__ T read_of_wave(PORTER_MAYBE_UNSET T value, unsigned lane) {
  static_assert(__is_trivially_destructible(T), "a shuffle copies the bits of its value");
  constexpr unsigned words = (sizeof(T) + 3) / 4;
  int bits[words] = {};
  __builtin_memcpy(bits, &value, sizeof(T));
  const int from = UNIFORM ? __builtin_amdgcn_readfirstlane(static_cast<int>(lane)) : static_cast<int>(lane * 4);
#pragma unroll
  for (int& word : bits)
    word = UNIFORM ? __builtin_amdgcn_readlane(word, from) : __builtin_amdgcn_ds_bpermute(from, word);
  __builtin_memcpy(&value, bits, sizeof(T));
  return value;
}

/// `value` of lane `lane` (0 to 31) of the caller's logical warp.
template <typename T>
__device__ __forceinline__ T read_lane(PORTER_MAYBE_UNSET T value, unsigned lane) {
  return read_of_wave(value, warp_base() | lane);
}

/// `value` of the lowest lane of a mask that is not 0. Where the wavefront is one warp and all of it
/// asks, every lane has the same mask.
template <typename T>
__device__ __forceinline__ T read_first(T value, unsigned left, unsigned asked) {
  const bool all = __builtin_constant_p(asked) && asked == 0xffffffffu;
  if (one_warp() && all) return read_of_wave<true>(value, first_lane(left));
  return read_lane(value, first_lane(left));
}

/// Whether `a` and `b` have the same bits, which is what CUDA's match functions compare.
template <typename T>
__device__ __forceinline__ bool same_bits(T a, T b) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "match takes values of 4 or 8 bytes");
  unsigned x[sizeof(T) / 4], y[sizeof(T) / 4];
  __builtin_memcpy(x, &a, sizeof(T));
  __builtin_memcpy(y, &b, sizeof(T));
  bool same = x[0] == y[0];
  if constexpr (sizeof(T) == 8) same = same && x[1] == y[1];
  return same;
}

/// What CUDA's overloads return for a T: integers narrower than int come back as int, as enumerations do.
template <typename T, bool = __is_integral(T) || __is_enum(T)>
struct shuffled {
  using type = T;
};
template <typename T>
struct shuffled<T, true> {
  using type = decltype(+T());
};
template <typename T>
using shuffled_t = typename shuffled<T>::type;

/// Bits of a lane number that name its segment when the warp is cut into segments of `width`.
__device__ __forceinline__ unsigned segment_bits(int width) {
  return static_cast<unsigned>(warp_size - width) & 31u;
}

}  // namespace detail

/// Number of the calling lane in its warp, 0 to 31.
__device__ __forceinline__ unsigned lane_id() {
  return detail::one_warp() ? __lane_id() : __lane_id() & 31u;
}

/// Number of the caller's warp in its block, threads counted with x fastest.
__device__ __forceinline__ unsigned warp_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / warp_size;
}

/// Masks of the lanes of the warp that are equal to, below, or above the calling one.
__device__ __forceinline__ unsigned lanemask_eq() { return 1u << lane_id(); }
__device__ __forceinline__ unsigned lanemask_lt() { return lanemask_eq() - 1u; }
__device__ __forceinline__ unsigned lanemask_le() { return lanemask_lt() | lanemask_eq(); }
__device__ __forceinline__ unsigned lanemask_gt() { return ~lanemask_le(); }
__device__ __forceinline__ unsigned lanemask_ge() { return ~lanemask_lt(); }

/// Lanes of the warp that run here. `__activemask`.
__device__ __forceinline__ unsigned activemask() { return detail::vote(true); }

/// Order the memory accesses of the warp's lanes before and after. `__syncwarp`.
///
/// The lanes of a wavefront run in step, so nothing waits: what is kept from moving is the
/// compiler, across the fence and the barrier. No barrier of the block is involved.
__device__ __forceinline__ void syncwarp(unsigned mask = 0xffffffffu) {
  static_cast<void>(mask);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

/// Votes over the lanes of `mask`; lanes that have exited do not count.
__device__ __forceinline__ unsigned ballot_sync(unsigned mask, int predicate) {
  return detail::vote(predicate != 0) & mask;
}
__device__ __forceinline__ int any_sync(unsigned mask, int predicate) {
  return ballot_sync(mask, predicate) != 0;
}
__device__ __forceinline__ int all_sync(unsigned mask, int predicate) {
  return ballot_sync(mask, predicate == 0) == 0;
}
__device__ __forceinline__ int uni_sync(unsigned mask, int predicate) {
  return all_sync(mask, predicate) || !any_sync(mask, predicate);
}

/// Shuffles, after PTX `shfl.sync`: a segment has `width` lanes, a power of two up to 32; a lane
/// whose source lies outside keeps its own value; of a distance the low five bits count.
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_sync(unsigned, PORTER_MAYBE_UNSET T value,
                                                           int source, int width = warp_size) {
  const unsigned segment = detail::segment_bits(width);
  const unsigned inside = static_cast<unsigned>(source) & ~segment & 31u;
  return detail::read_of_wave(value, (__lane_id() & (segment | 32u)) | inside);
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_up_sync(unsigned, PORTER_MAYBE_UNSET T value,
                                                              unsigned distance,
                                                              int width = warp_size) {
  const int self = static_cast<int>(__lane_id());
  const int first = self & static_cast<int>(detail::segment_bits(width) | 32u);
  const int lane = self - static_cast<int>(distance & 31u);
  return detail::read_of_wave(value, static_cast<unsigned>(lane < first ? self : lane));
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_down_sync(unsigned,
                                                                PORTER_MAYBE_UNSET T value,
                                                                unsigned distance,
                                                                int width = warp_size) {
  const unsigned self = __lane_id();
  const unsigned last = ~detail::segment_bits(width) & 31u;  // of a segment
  const unsigned step = distance & 31u;
  return detail::read_of_wave(value, (self & last) + step > last ? self : self + step);
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_xor_sync(unsigned, PORTER_MAYBE_UNSET T value,
                                                               int flipped, int width = warp_size) {
  if (moves::is_known_flip(flipped) && __builtin_constant_p(width) && flipped < width)
    return moves::flipped(detail::shuffled_t<T>(value), flipped);
  const unsigned self = __lane_id();
  const unsigned last = (self & 31u) | (~detail::segment_bits(width) & 31u);
  const unsigned flip = static_cast<unsigned>(flipped) & 31u;
  return detail::read_of_wave(value, ((self & 31u) ^ flip) > last ? self : self ^ flip);
}

/// Lanes of `mask` whose value has the same bits as the caller's.
template <typename T>
__device__ __forceinline__ unsigned match_any_sync(unsigned mask, T value) {
  const detail::shuffled_t<T> own = value;
  unsigned result = 0;
  for (unsigned left = mask & activemask(); left != 0;) {
    const bool same = detail::same_bits(own, detail::read_first(own, left, mask));
    const unsigned matched = ballot_sync(mask, same);
    if (same) result = matched;
    left &= ~matched;
  }
  return result;
}

/// `mask` when the values of all its lanes have the same bits, else 0; `*all` tells which.
template <typename T>
__device__ __forceinline__ unsigned match_all_sync(unsigned mask, T value, int* all) {
  const detail::shuffled_t<T> own = value;
  const unsigned here = mask & activemask();
  *all = all_sync(mask, detail::same_bits(own, detail::read_first(own, here, mask)));
  return *all ? mask : 0u;
}

namespace detail {

/// `operation` over the values of the lanes of `mask` that run here, the same in each of them.
template <typename T, typename Operation>
__device__ __forceinline__ T reduce(unsigned mask, T value, Operation operation) {
  const unsigned here = mask & activemask();
  if (here == 0xffffffffu) return moves::reduced<warp_size>(value, operation);
  T result = read_first(value, here, mask);
  for (unsigned left = here & (here - 1); left != 0; left &= left - 1) {
    result = operation(result, read_first(value, left, mask));
  }
  return result;
}

}  // namespace detail

/// Reductions over the lanes of `mask`. CUDA has them for int and unsigned.
#define PORTER_REDUCE(NAME, TYPE, EXPRESSION)                                              \
  __device__ __forceinline__ TYPE NAME(unsigned mask, TYPE value) {                        \
    return detail::reduce(mask, value, [](TYPE a, TYPE b) -> TYPE { return EXPRESSION; }); \
  }
PORTER_REDUCE(reduce_add_sync, unsigned, a + b)
PORTER_REDUCE(reduce_min_sync, unsigned, a < b ? a : b)
PORTER_REDUCE(reduce_max_sync, unsigned, a < b ? b : a)
PORTER_REDUCE(reduce_and_sync, unsigned, a & b)
PORTER_REDUCE(reduce_or_sync, unsigned, a | b)
PORTER_REDUCE(reduce_xor_sync, unsigned, a ^ b)
PORTER_REDUCE(reduce_min_sync, int, a < b ? a : b)
PORTER_REDUCE(reduce_max_sync, int, a < b ? b : a)
#undef PORTER_REDUCE

__device__ __forceinline__ int reduce_add_sync(unsigned mask, int value) {
  return static_cast<int>(reduce_add_sync(mask, static_cast<unsigned>(value)));
}

/// The forms without a mask that CUDA had before Volta: all lanes of the warp that run here.
__device__ __forceinline__ unsigned ballot(int predicate) { return ballot_sync(~0u, predicate); }
__device__ __forceinline__ int any(int predicate) { return any_sync(~0u, predicate); }
__device__ __forceinline__ int all(int predicate) { return all_sync(~0u, predicate); }

template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl(PORTER_MAYBE_UNSET T value, int source,
                                                      int width = warp_size) {
  return shfl_sync(~0u, value, source, width);
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_up(PORTER_MAYBE_UNSET T value,
                                                         unsigned distance, int width = warp_size) {
  return shfl_up_sync(~0u, value, distance, width);
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_down(PORTER_MAYBE_UNSET T value,
                                                           unsigned distance,
                                                           int width = warp_size) {
  return shfl_down_sync(~0u, value, distance, width);
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_xor(PORTER_MAYBE_UNSET T value, int flipped,
                                                          int width = warp_size) {
  return shfl_xor_sync(~0u, value, flipped, width);
}

#endif  // defined(__HIP__)

}  // namespace porter
