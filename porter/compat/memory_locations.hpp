// Places of memory for cudaMemAdvise and cudaMemPrefetchAsync: a device's number or a cudaMemLocation.
//
// HIP takes a location in functions of other names since ROCm 7.2, and knew no places of the host's
// before; a host is a host there, whichever of its memories is meant.
#pragma once

#if !defined(__HIPCC_RTC__)

#include <hip/hip_runtime.h>

#include <cstddef>

namespace porter {

// CUDA's numbers, which are HIP's. No constant expressions: the enumeration of ROCm 6 ends before them.
static const hipMemLocationType mem_location_host = static_cast<hipMemLocationType>(2);
static const hipMemLocationType mem_location_host_numa = static_cast<hipMemLocationType>(3);
static const hipMemLocationType mem_location_host_numa_current = static_cast<hipMemLocationType>(4);

namespace detail {

/// The number of the device or of the host that a location means, and -2, which is no device, for none.
inline int device_at(const hipMemLocation& location) {
  switch (static_cast<int>(location.type)) {
    case 1: return location.id < 0 ? -2 : location.id;
    case 2: case 3: case 4: return hipCpuDeviceId;
    default: return -2;
  }
}

}  // namespace detail

inline hipError_t mem_prefetch_async(const void* address, std::size_t bytes, int device,
                                     hipStream_t stream = nullptr) {
  return hipMemPrefetchAsync(address, bytes, device, stream);
}

/// Flags are for later versions: CUDA refuses all but 0.
inline hipError_t mem_prefetch_async(const void* address, std::size_t bytes, hipMemLocation location,
                                     unsigned flags, hipStream_t stream = nullptr) {
#if HIP_VERSION >= 70200000
  return hipMemPrefetchAsync_v2(address, bytes, location, flags, stream);
#else
  const int device = detail::device_at(location);
  if (flags != 0) return hipErrorInvalidValue;
  if (device == -2) return hipErrorInvalidDevice;
  return hipMemPrefetchAsync(address, bytes, device, stream);
#endif
}

inline hipError_t mem_advise(const void* address, std::size_t bytes, hipMemoryAdvise advice, int device) {
  return hipMemAdvise(address, bytes, advice, device);
}

/// Where it is read mostly, and that no place is preferred any more, is true of no place in particular.
inline hipError_t mem_advise(const void* address, std::size_t bytes, hipMemoryAdvise advice,
                             hipMemLocation location) {
#if HIP_VERSION >= 70200000
  return hipMemAdvise_v2(address, bytes, advice, location);
#else
  const bool is_everywhere = advice == hipMemAdviseSetReadMostly || advice == hipMemAdviseUnsetReadMostly ||
                             advice == hipMemAdviseUnsetPreferredLocation;
  const int device = is_everywhere ? hipCpuDeviceId : detail::device_at(location);
  if (device == -2) return hipErrorInvalidDevice;
  return hipMemAdvise(address, bytes, advice, device);
#endif
}

}  // namespace porter

#endif  // !defined(__HIPCC_RTC__)
