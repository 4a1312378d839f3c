// Surfaces in kernels: porter::surf2Dwrite(value, surface, x * sizeof(value), y) and its kin.
//
// As in CUDA, and unlike HIP's own functions, x counts bytes.
#pragma once

#include "texture_reads.hpp"

#if defined(__HIP__)

namespace porter {

/// Where a surface is read or written; null where nothing is, a trap where the mode asks for one.
template <class T>
__device__ inline char* surface_place(const void* surface, int x, int y, int z,
                                      hipSurfaceBoundaryMode boundary) {
  const texture_view& view = view_of(surface);
  const int last = static_cast<int>(view.width * view.channels * view.bytes - sizeof(T));
  const int rows = static_cast<int>(view.height), planes = static_cast<int>(view.depth);
  const bool inside = x >= 0 && x <= last && y >= 0 && y < rows && z >= 0 && z < planes;
  if (!inside && boundary == hipBoundaryModeTrap) __builtin_trap();
  if (!inside && boundary == hipBoundaryModeZero) return nullptr;
  x = min(max(x, 0), last);
  y = min(max(y, 0), rows - 1);
  z = min(max(z, 0), planes - 1);
  return view.data + z * view.slice + y * view.pitch + x;
}

template <class T>
__device__ inline T surface_read(const void* surface, int x, int y, int z,
                                 hipSurfaceBoundaryMode boundary) {
  const char* from = surface_place<T>(surface, x, y, z, boundary);
  return from != nullptr ? stored<T>(from) : T{};
}

template <class T>
__device__ inline void surface_write(const T& value, const void* surface, int x, int y, int z,
                                     hipSurfaceBoundaryMode boundary) {
  char* to = surface_place<T>(surface, x, y, z, boundary);
  if (to != nullptr) __builtin_memcpy(to, &value, sizeof value);
}

#if defined(__GFX9__)
#define PORTER_READ(name, arguments, place) surface_read<T> place
#define PORTER_WRITE(name, arguments, place) surface_write place
#else
#define PORTER_READ(name, arguments, place) porter::surface_value<T>([&](T* value) { ::name##read arguments; })
#define PORTER_WRITE(name, arguments, place) ::name##write arguments
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
