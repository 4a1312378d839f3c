// What a texture without texture units is: memory, and how it is read.
//
// AMD's accelerators of the gfx9 line (gfx90a, gfx942) compute what a texture unit would; on other
// processors the functions of textures.hpp are HIP's own.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

/// Texels in memory, row by row, plane by plane, and what CUDA's cudaTextureDesc says of reading
/// them. Layers and faces of a cube are planes.
struct texture_view {
  char* data;
  size_t pitch, slice;             ///< bytes from row to row and from plane to plane
  unsigned width, height, depth;   ///< texels; 1 where there is no such axis
  unsigned channels, bytes;        ///< of a texel, and of a channel
  hipChannelFormatKind kind;
  hipTextureAddressMode address[3];
  bool linear;                     ///< filtered
  bool normalized_coordinates;
  bool normalized_reads;           ///< integers are read as floats from 0 or -1 to 1
  float border[4];
};

/// Behind a texture or surface object: what kernels read, and what the object was made of.
struct texture_object {
  texture_view view;
  hipResourceDesc resource;
  hipTextureDesc description;
};

}  // namespace porter
