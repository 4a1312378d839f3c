// What stands behind hipArray_t.
#pragma once

#include "streams.h"

struct hipArray {
  char *data;
  hipChannelFormatDesc format;
  uint32_t width, height, depth; ///< texels; 1 where the array has no such axis
  unsigned flags;
  hipExtent extent; ///< as it was asked for

  size_t texelBytes() const { return size_t(format.x + format.y + format.z + format.w) / 8; }
  size_t pitch() const { return width * texelBytes(); }
  size_t slice() const { return pitch() * height; }
  /// `x` and `columns` in bytes.
  bool holds(size_t x, size_t y, size_t columns, size_t rows) const {
    return x + columns <= pitch() && y + rows <= height;
  }
};
