// PTX about the running thread: its lane, shuffles and votes of its warp, clocks, sleeping.
//
// A warp is CUDA's, of 32 lanes, on any wavefront; see warp.hpp.
#pragma once

#include "warp.hpp"

#if !defined(__HIPCC_RTC__)
#include <cstdint>
#endif

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __device__ __forceinline__

/// %warpid: the number of the warp in its block.
PORTER_PTX uint32_t warpid() {
  const uint32_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  return thread / 32u;
}

/// %nwarpid, at most: the warps that a block of 1024 threads has.
PORTER_PTX uint32_t nwarpid() { return 32u; }

/// %smid: a number for the compute unit, as unique in the device as the hardware makes it.
PORTER_PTX uint32_t smid() { return __smid(); }

/// %nsmid: above every %smid. On gfx942 that is four bits of the XCC, two of the shader engine, four of
/// the unit; elsewhere it is less.
PORTER_PTX uint32_t nsmid() { return 1024u; }

/// %clock, %clock64: the compute unit's cycle counter.
PORTER_PTX uint64_t clock() { return uint64_t(clock64()); }

/// %globaltimer: nanoseconds. The counter behind it runs at 100 MHz.
PORTER_PTX uint64_t globaltimer() { return uint64_t(wall_clock64()) * 10u; }

/// shfl.sync: `c` holds the clamp in its low five bits and the segment mask above.
struct shuffled {
  uint32_t value;
  bool in_range;
};

namespace detail {

/// The last lane that may be read, or the first one, by lanes of the wavefront: 32 and above are another warp.
PORTER_PTX uint32_t bound(uint32_t c, uint32_t lane) {
  const uint32_t segment = (c >> 8) & 31u;
  return (lane & (segment | 32u)) | (c & 31u & ~segment);
}

PORTER_PTX shuffled read_lane_in(uint32_t value, uint32_t lane, bool in_range) {
  return {porter::detail::read_of_wave(value, in_range ? lane : __lane_id()), in_range};
}

}  // namespace detail

PORTER_PTX shuffled shfl_up(uint32_t value, uint32_t distance, uint32_t c) {
  const int32_t lane = int32_t(__lane_id());
  const int32_t from = lane - int32_t(distance & 31u);
  return detail::read_lane_in(value, uint32_t(from), from >= int32_t(detail::bound(c, uint32_t(lane))));
}
PORTER_PTX shuffled shfl_down(uint32_t value, uint32_t distance, uint32_t c) {
  const uint32_t lane = __lane_id(), step = distance & 31u;
  const uint32_t within = ~(c >> 8) & 31u;  // a segment's bits
  return detail::read_lane_in(value, lane + step, (lane & within) + step <= (c & within));
}
PORTER_PTX shuffled shfl_bfly(uint32_t value, uint32_t flipped, uint32_t c) {
  // Asked where it is used: a constant's initial value would be asked before anything is inlined.
  if (__builtin_constant_p(c) && (c & 31u) == 31u && ((c >> 8) & flipped) == 0 && moves::is_known_flip(int(flipped)))
    return {moves::flipped(value, int(flipped)), true};
  const uint32_t lane = __lane_id();
  const uint32_t from = lane ^ (flipped & 31u);
  return detail::read_lane_in(value, from, from <= detail::bound(c, lane));
}
PORTER_PTX shuffled shfl_idx(uint32_t value, uint32_t source, uint32_t c) {
  const uint32_t lane = __lane_id();
  const uint32_t segment = (c >> 8) & 31u;
  const uint32_t from = (lane & (segment | 32u)) | (source & 31u & ~segment);
  return detail::read_lane_in(value, from, from <= detail::bound(c, lane));
}

/// elect.sync: the lowest lane of `mask`, and whether the caller is it.
struct elected {
  uint32_t value;
  bool in_range;
};
PORTER_PTX elected elect(uint32_t mask) {
  const uint32_t leader = uint32_t(__builtin_ctz(mask));
  return {leader, porter::lane_id() == leader};
}

/// match.all.sync: the mask of the lanes when all values are alike, else 0.
template <class T>
PORTER_PTX shuffled match_all(T value, uint32_t mask) {
  int all = 0;
  const uint32_t lanes = porter::match_all_sync(mask, value, &all);
  return {lanes, all != 0};
}

/// nanosleep: at most twice `nanoseconds`, as the instruction allows.
PORTER_PTX void nanosleep(uint32_t nanoseconds) {
  const uint64_t end = globaltimer() + nanoseconds;
  while (globaltimer() < end) __builtin_amdgcn_s_sleep(1);
}

#undef PORTER_PTX

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
