// What copies and fills share: whether they can be done at all, and the boxes that they go between.
#pragma once

#include "arrays.h"

namespace porter::hip {

/// What `copy` would say before it does anything.
hipError_t checkCopy(const hipMemcpy3DParms &copy);
hipError_t checkCopy(const HIP_MEMCPY3D &copy);
hipError_t checkKind(hipMemcpyKind kind);

/// Whether a box of rows can lie at `start`: it does not wrap around the end of the address space, and does not leave
/// the allocation that it begins in. Memory that is nobody's allocation may be the host's.
bool holdsRows(const void *start, size_t pitch, size_t width, size_t height);

/// CUDA wants the device's memory where the kind of a copy says so; HIP looks at the pointers alone.
bool isAtOdds(hipMemcpyKind kind, const void *to, const void *from);

/// A copy that leaves its allocation is an error on a GPU; here it would be a fault of the host.
hipError_t copyBytes(void *to, const void *from, size_t bytes, hipMemcpyKind kind = hipMemcpyDefault);

/// One end of a copy of a box: its first byte, and the steps from row to row and plane to plane.
struct Box {
  std::shared_ptr<Array> array; ///< null for plain memory
  char *start = nullptr;
  size_t pitch = 0, slice = 0;
};

/// Whether a box of `extent` (in bytes along x) can lie at `at`; then `box` says where.
bool place(Box &box, const hipPitchedPtr &memory, const hipPos &at, const hipExtent &extent, size_t unit);

hipError_t copyBox(const Box &to, const Box &from, const hipExtent &extent, hipMemcpyKind kind);

template <class Work> hipError_t issueCopy(hipStream_t stream, Work work) {
  return issue(stream, hipGraphNodeTypeMemcpy, work);
}

} // namespace porter::hip
