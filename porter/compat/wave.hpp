// Warp functions over the whole wavefront: what `porter widen` puts in the place of those of warp.hpp.
//
// A wavefront of gfx9 has 64 lanes, which are two warps of CUDA's; code that only asks for sums,
// prefixes and votes inside a block may as well ask all of them at once. `porter::wave::size` is
// what 32 was, `porter::wave::mask` holds a bit a lane. Where wavefronts have 32 lanes all of this
// means what it means in warp.hpp.
//
// The lanes of a wavefront must reach a call together, as those of a mask must in warp.hpp.
#pragma once

#include "warp.hpp"

namespace porter {
namespace wave {

/// Lanes of a wavefront, as a constant of device code. The host has no wavefront: ask the device.
#if defined(__GFX9__) || !defined(__HIP_DEVICE_COMPILE__)
constexpr int size = 64;
using mask = unsigned long long;
#else
constexpr int size = 32;
using mask = unsigned;
#endif

/// How many warps of CUDA's a wavefront holds.
constexpr int warps = size / warp_size;

/// The mask of all lanes.
constexpr mask all = ~mask(0);

#if defined(__HIP__)

/// Number of lanes in a mask, place of the first one from 1 on or 0, lanes above the last one.
__device__ __forceinline__ int popc(mask lanes) { return __builtin_popcountll(lanes); }
__device__ __forceinline__ int ffs(mask lanes) { return __builtin_ffsll(static_cast<long long>(lanes)); }
__device__ __forceinline__ int clz(mask lanes) {
  return lanes == 0 ? size : __builtin_clzll(lanes) - (64 - size);
}

/// Lanes of a mask below the calling one.
__device__ __forceinline__ int popc_below(mask lanes) {
  if constexpr (size == 32) return popc(lanes & porter::lanemask_lt());
  const int low = __builtin_amdgcn_mbcnt_lo(static_cast<unsigned>(lanes), 0);
  return __builtin_amdgcn_mbcnt_hi(static_cast<unsigned>(lanes >> (size / 2)), low);
}

/// Number of the calling lane.
__device__ __forceinline__ unsigned lane_id() { return size == 64 ? __lane_id() : porter::lane_id(); }

/// Lanes that run here and for which `predicate` holds.
__device__ __forceinline__ mask ballot_sync(mask lanes, int predicate) {
  if constexpr (size == 32) return porter::ballot_sync(static_cast<unsigned>(lanes), predicate);
  return static_cast<mask>(__builtin_amdgcn_ballot_w64(predicate != 0)) & lanes;
}
__device__ __forceinline__ mask activemask() { return ballot_sync(all, 1); }
__device__ __forceinline__ int any_sync(mask lanes, int predicate) {
  return ballot_sync(lanes, predicate) != 0;
}
__device__ __forceinline__ int all_sync(mask lanes, int predicate) {
  return ballot_sync(lanes, predicate == 0) == 0;
}
__device__ __forceinline__ void syncwarp(mask lanes = all) {
  static_cast<void>(lanes);
  porter::syncwarp();
}

/// Shuffles: a segment has `width` lanes, a power of two up to `size`; a lane whose source lies
/// outside keeps its own value.
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_sync(mask, PORTER_MAYBE_UNSET T value,
                                                           int source, int width = size) {
  if constexpr (size == 32) return porter::shfl_sync(~0u, value, source, width);
  const int last = width - 1;
  const int lane = (static_cast<int>(__lane_id()) & ~last) | (source & last);
  return detail::read_of_wave(value, static_cast<unsigned>(lane));
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_up_sync(mask, PORTER_MAYBE_UNSET T value,
                                                              unsigned distance, int width = size) {
  if constexpr (size == 32) return porter::shfl_up_sync(~0u, value, distance, width);
  const int self = static_cast<int>(__lane_id());
  const int lane = self - static_cast<int>(distance & 63u);
  return detail::read_of_wave(value, static_cast<unsigned>(lane < (self & -width) ? self : lane));
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_down_sync(mask, PORTER_MAYBE_UNSET T value,
                                                                unsigned distance,
                                                                int width = size) {
  if constexpr (size == 32) return porter::shfl_down_sync(~0u, value, distance, width);
  const unsigned self = __lane_id(), last = static_cast<unsigned>(width) - 1u;
  const unsigned step = distance & 63u;
  return detail::read_of_wave(value, (self & last) + step > last ? self : self + step);
}
template <typename T>
__device__ __forceinline__ detail::shuffled_t<T> shfl_xor_sync(mask, PORTER_MAYBE_UNSET T value,
                                                               int flipped, int width = size) {
  if constexpr (size == 32) return porter::shfl_xor_sync(~0u, value, flipped, width);
  if (moves::is_known_flip(flipped) && __builtin_constant_p(width) && flipped < width)
    return moves::flipped(detail::shuffled_t<T>(value), flipped);
  const unsigned self = __lane_id(), last = static_cast<unsigned>(width) - 1u;
  const unsigned lane = self ^ (static_cast<unsigned>(flipped) & 63u);
  return detail::read_of_wave(value, lane > (self | last) ? self : lane);
}

/// Lanes of `lanes` whose value has the same bits as the caller's.
template <typename T>
__device__ __forceinline__ mask match_any_sync(mask lanes, T value) {
  if constexpr (size == 32) return porter::match_any_sync(static_cast<unsigned>(lanes), value);
  const detail::shuffled_t<T> own = value;
  mask result = 0;
  for (mask left = lanes & activemask(); left != 0;) {
    const unsigned first = static_cast<unsigned>(ffs(left)) - 1u;
    const bool same = detail::same_bits(own, detail::read_of_wave(own, first));
    const mask matched = ballot_sync(lanes, same);
    if (same) result = matched;
    left &= ~matched;
  }
  return result;
}

/// `operation` over the values of all lanes, the same in each of them; all lanes must be here. The
/// operation is commutative and associative, as for a loop of shuffles.
template <typename T, typename Operation>
__device__ __forceinline__ T reduce(T value, Operation operation) {
  using namespace porter::moves;
  value = operation(value, moved<xor_1>(value));
  value = operation(value, moved<xor_2>(value));
  value = operation(value, moved<xor_7>(value));   // fours are one: the other four of eight
  value = operation(value, moved<xor_15>(value));  // the other eight of a row
#if defined(__GFX9__)
  value = operation(value, moved<row_to_next>(value));   // the last row has two, so has the second
  value = operation(value, moved<half_to_next>(value));  // the last row has all four
  return detail::read_of_wave<true>(value, 63);
#else
  if (!detail::one_warp()) return operation(value, porter::shfl_xor_sync(~0u, value, 16));
  return operation(detail::read_of_wave<true>(value, 0), detail::read_of_wave<true>(value, 16));
#endif
}

/// Sum of the values of the lanes up to the calling one; all lanes must be here.
template <typename T>
__device__ __forceinline__ T inclusive_sum(T value) {
  using namespace porter::moves;
  value += moved<up_1, true>(value);  // within a row
  value += moved<up_2, true>(value);
  value += moved<up_4, true>(value);
  value += moved<up_8, true>(value);
#if defined(__GFX9__)
  value += moved<row_to_next, true, 0xa>(value);  // the last lane of a row, to the odd rows
  value += moved<half_to_next, true, 0xc>(value);  // lane 31, to the upper half
#else
  const T below = porter::shfl_sync(~0u, value, 15);
  if ((porter::lane_id() & 16u) != 0) value += below;
#endif
  return value;
}

/// Calls `body` for each warp that the wavefront holds, one after the other, with all lanes: what
/// it changes of its copies is as it was for the next one.
template <typename Body>
__device__ __forceinline__ void each_warp(const Body& body) {
#pragma unroll
  for (int warp = 0; warp < warps; ++warp) {
    Body own = body;
    own(warp);
  }
}

/// The forms that CUDA has for int and unsigned.
#define PORTER_WAVE_REDUCE(NAME, TYPE, EXPRESSION)                                     \
  __device__ __forceinline__ TYPE NAME(mask, TYPE value) {                             \
    return reduce(value, [](TYPE a, TYPE b) -> TYPE { return EXPRESSION; });           \
  }
PORTER_WAVE_REDUCE(reduce_add_sync, unsigned, a + b)
PORTER_WAVE_REDUCE(reduce_min_sync, unsigned, a < b ? a : b)
PORTER_WAVE_REDUCE(reduce_max_sync, unsigned, a < b ? b : a)
PORTER_WAVE_REDUCE(reduce_and_sync, unsigned, a & b)
PORTER_WAVE_REDUCE(reduce_or_sync, unsigned, a | b)
PORTER_WAVE_REDUCE(reduce_xor_sync, unsigned, a ^ b)
PORTER_WAVE_REDUCE(reduce_min_sync, int, a < b ? a : b)
PORTER_WAVE_REDUCE(reduce_max_sync, int, a < b ? b : a)
#undef PORTER_WAVE_REDUCE

__device__ __forceinline__ int reduce_add_sync(mask lanes, int value) {
  return static_cast<int>(reduce_add_sync(lanes, static_cast<unsigned>(value)));
}

#endif  // defined(__HIP__)

}  // namespace wave
}  // namespace porter
