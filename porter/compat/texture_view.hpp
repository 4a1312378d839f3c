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
  size_t slice;                    ///< bytes from plane to plane
  unsigned pitch;                  ///< bytes from row to row
  unsigned width, height, depth;   ///< texels; 1 where there is no such axis
  unsigned channels, bytes;        ///< of a texel, and of a channel
  hipChannelFormatKind kind;
  hipTextureAddressMode address[3];
  // As words, which a kernel reads all at once with the rest; bytes are loads of their own.
  unsigned linear;                 ///< whether it is filtered
  unsigned normalized_coordinates;
  unsigned normalized_reads;       ///< whether integers are read as floats from 0 or -1 to 1
  float largest, reciprocal;       ///< of such an integer, and one divided by it
  unsigned has_border;             ///< whether something else than a texel stands outside, along any axis
  float border[4];
};

/// Behind a texture or surface object: what kernels read, and what the object was made of.
struct texture_object {
  texture_view view;
  hipResourceDesc resource;
  hipTextureDesc description;
};

#if defined(__HIP__)
/// Texels lie in global memory, which other instructions read than an address of any memory.
#if defined(__HIP_DEVICE_COMPILE__)
using texel_address = __attribute__((address_space(1))) char*;
#else
using texel_address = char*;
#endif

/// Values are aligned to their size, or to four bytes.
template <class T>
constexpr int stored_alignment = sizeof(T) < 4 ? sizeof(T) : 4;

template <class T>
__device__ __forceinline__ T stored(texel_address from) {
  T value;
  __builtin_memcpy(&value, __builtin_assume_aligned((const char*)from, stored_alignment<T>), sizeof(T));
  return value;
}

template <class T>
__device__ __forceinline__ void store(const T& value, texel_address to) {
  __builtin_memcpy(__builtin_assume_aligned((char*)to, stored_alignment<T>), &value, sizeof(T));
}
#endif

}  // namespace porter
