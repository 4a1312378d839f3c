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

/// A format of the driver's API as the runtime's, and back.
hipError_t formatToChannels(hipArray_Format format, unsigned channels, hipChannelFormatDesc &made);
void channelsToFormat(const hipChannelFormatDesc &channels, hipArray_Format &format, unsigned &count);

/// Whether `count` things from `first` on are among `all`, whatever their sum is in 64 bits.
inline bool isWithin(size_t first, size_t count, size_t all) { return first <= all && count <= all - first; }

} // namespace porter::hip
