// Textures and surfaces for processors with texture units and without:
// porter::hipCreateTextureObject(...) on the host, porter::tex2D<float>(texture, x, y) in kernels
//
// AMD's accelerators of the gfx9 line have no texture units, so that HIP's functions fail there or do
// not compile. These compute what CUDA documents: all address modes, filters with 8 bits of fraction,
// normalised coordinates and reads, arrays of 1 to 3 dimensions, layers and cubes. Mipmaps are
// refused (hipErrorNotSupported). Elsewhere they are HIP's own, on NVIDIA's GPUs CUDA's.
#pragma once

#include "textures_nvidia.hpp"
#if !defined(__HIP_PLATFORM_NVIDIA__)
#include "surface_access.hpp"
#include "texture_objects.hpp"
#endif  // !defined(__HIP_PLATFORM_NVIDIA__)
