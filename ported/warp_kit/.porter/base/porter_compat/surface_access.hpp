// Surfaces in kernels: porter::surf2Dwrite(value, surface, x * sizeof(value), y) and its kin.
//
// As in CUDA, and unlike HIP's own functions, x counts bytes.
#pragma once

#include "texture_reads.hpp"

#if defined(__HIP__)

namespace porter {

/// Where a surface is read or written: the nearest place inside, and whether that is another one. Traps where the mode
/// asks for it.
template <class T>
__device__ inline texture_place surface_place(const void* surface, int x, int y, int z,
                                              hipSurfaceBoundaryMode boundary) {
  const texture_view& view = view_of(surface);
  const int last = static_cast<int>(view.width * view.channels * view.bytes - sizeof(T));
  const int column = min(max(x, 0), last);
  const int row = min(max(y, 0), static_cast<int>(view.height) - 1);
  const int plane = z == 0 ? 0 : min(max(z, 0), static_cast<int>(view.depth) - 1);
  const bool is_outside = column != x || row != y || plane != z;
  if (is_outside && boundary == hipBoundaryModeTrap) __builtin_trap();
  return {row_of(view, row, plane) + column, is_outside && boundary == hipBoundaryModeZero};
}

template <class T>
__device__ inline T surface_read(const void* surface, int x, int y, int z,
                                 hipSurfaceBoundaryMode boundary) {
  const texture_place at = surface_place<T>(surface, x, y, z, boundary);
  return at.is_outside ? T{} : stored<T>(at.from);
}

template <class T>
__device__ inline void surface_write(const T& value, const void* surface, int x, int y, int z,
                                     hipSurfaceBoundaryMode boundary) {
  const texture_place at = surface_place<T>(surface, x, y, z, boundary);
  if (!at.is_outside) store(value, at.from);
}

#if !defined(__GFX9__)
/// HIP's functions, but for those of layers, which take a layer for a level of detail (ROCm 6.4).
namespace texture_units {

using ::surf1Dread;
using ::surf1Dwrite;
using ::surf2Dread;
using ::surf2Dwrite;
using ::surf3Dread;
using ::surf3Dwrite;
using ::surfCubemapread;
using ::surfCubemapwrite;
using image = unsigned int ADDRESS_SPACE_CONSTANT*;

__device__ inline int texel_of(image from, int x) {
  return __hipGetPixelAddr(x, __ockl_image_channel_data_type_2Da(from),
                           __ockl_image_channel_order_2Da(from));
}
template <class T>
__device__ inline void surf1DLayeredread(T* value, hipSurfaceObject_t surface, int x, int layer) {
  const image from = (image)surface;
  *value = __hipMapFrom<T>(__ockl_image_load_1Da(from, int2::Native_vec_{texel_of(from, x), layer}));
}
template <class T>
__device__ inline void surf1DLayeredwrite(T value, hipSurfaceObject_t surface, int x, int layer) {
  const image to = (image)surface;
  __ockl_image_store_1Da(to, int2::Native_vec_{texel_of(to, x), layer},
                         __hipMapTo<float4::Native_vec_>(value));
}
template <class T>
__device__ inline void surf2DLayeredread(T* value, hipSurfaceObject_t surface, int x, int y,
                                         int layer) {
  const image from = (image)surface;
  const int4::Native_vec_ at{texel_of(from, x), y, layer, 0};
  *value = __hipMapFrom<T>(__ockl_image_load_2Da(from, at));
}
template <class T>
__device__ inline void surf2DLayeredwrite(T value, hipSurfaceObject_t surface, int x, int y,
                                          int layer) {
  const image to = (image)surface;
  const int4::Native_vec_ at{texel_of(to, x), y, layer, 0};
  __ockl_image_store_2Da(to, at, __hipMapTo<float4::Native_vec_>(value));
}

}  // namespace texture_units
#endif

#if defined(__GFX9__)
#define PORTER_READ(name, arguments, place) surface_read<T> place
#define PORTER_WRITE(name, arguments, place) surface_write place
#else
#define PORTER_READ(name, arguments, place) \
  porter::surface_value<T>([&](T* value) { texture_units::name##read arguments; })
#define PORTER_WRITE(name, arguments, place) texture_units::name##write arguments
#endif

/// What a function of HIP's writes through its pointer.
template <class T, class Read>
__device__ inline T surface_value(Read read) {
  T value;
  read(&value);
  return value;
}

#define PORTER_PLACE(...) hipSurfaceObject_t surface, __VA_ARGS__
#define PORTER_SURFACE(name, parameters, at, x, y, z)                                         \
  template <class T>                                                                          \
  __device__ inline T name##read(parameters,                                                  \
                                 hipSurfaceBoundaryMode boundary = hipBoundaryModeTrap) {     \
    static_cast<void>(boundary); /* units have the one that traps */                          \
    return PORTER_READ(name, (value, surface, PORTER_LIST at), (surface, x, y, z, boundary)); \
  }                                                                                           \
  template <class T>                                                                          \
  __device__ inline void name##read(T* value, parameters,                                     \
                                    hipSurfaceBoundaryMode boundary = hipBoundaryModeTrap) {  \
    *value = porter::name##read<T>(surface, PORTER_LIST at, boundary);                        \
  }                                                                                           \
  template <class T>                                                                          \
  __device__ inline void name##write(T value, parameters,                                     \
                                     hipSurfaceBoundaryMode boundary = hipBoundaryModeTrap) { \
    static_cast<void>(boundary);                                                              \
    PORTER_WRITE(name, (value, surface, PORTER_LIST at),                                      \
                 (value, surface, x, y, z, boundary));                                        \
  }
#define PORTER_LIST(...) __VA_ARGS__

PORTER_SURFACE(surf1D, PORTER_PLACE(int x), (x), x, 0, 0)
PORTER_SURFACE(surf2D, PORTER_PLACE(int x, int y), (x, y), x, y, 0)
PORTER_SURFACE(surf3D, PORTER_PLACE(int x, int y, int z), (x, y, z), x, y, z)
PORTER_SURFACE(surf1DLayered, PORTER_PLACE(int x, int layer), (x, layer), x, 0, layer)
PORTER_SURFACE(surf2DLayered, PORTER_PLACE(int x, int y, int layer), (x, y, layer), x, y, layer)
PORTER_SURFACE(surfCubemap, PORTER_PLACE(int x, int y, int face), (x, y, face), x, y, face)

#undef PORTER_LIST
#undef PORTER_SURFACE
#undef PORTER_PLACE
#undef PORTER_WRITE
#undef PORTER_READ

}  // namespace porter

#endif  // defined(__HIP__)
