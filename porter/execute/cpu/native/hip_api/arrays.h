// What stands behind hipArray_t.
#pragma once

#include "streams.h"

namespace porter::hip {

struct Array {
  char *data = nullptr;
  hipChannelFormatDesc format = {};
  uint32_t width = 1, height = 1, depth = 1; ///< texels; 1 where the array has no such axis
  unsigned flags = 0;
  hipExtent extent = {}; ///< as it was asked for
  ~Array() { release(data); }

  size_t texelBytes() const { return size_t(format.x + format.y + format.z + format.w) / 8; }
  size_t pitch() const { return width * texelBytes(); }
  size_t slice() const { return pitch() * height; }
};

inline Handles<Array, hipArray_t> &arrays() { return handlesOf<Array, hipArray_t>(); }

/// Whether `count` things from `first` on are among `all`, whatever their sum is in 64 bits.
inline bool isWithin(size_t first, size_t count, size_t all) { return first <= all && count <= all - first; }

/// What `copy` would say before it does anything.
hipError_t checkCopy(const hipMemcpy3DParms &copy);
hipError_t checkKind(hipMemcpyKind kind);

/// Whether a box of rows can lie at `start`: it does not wrap around the end of the address space, and does not leave
/// the allocation that it begins in. Memory that is nobody's allocation may be the host's.
bool holdsRows(const void *start, size_t pitch, size_t width, size_t height);

} // namespace porter::hip
