// Arrays for textures and surfaces, and copies to and from them, where HIP has none: on processors
// without texture units an array is memory whose rows follow each other.
#pragma once

#include "texture_view.hpp"

#if !defined(__HIPCC_RTC__)

#include <cstring>

namespace porter {

/// What hipArray_t points to.
struct texture_array {
  char* data;
  hipChannelFormatDesc format;
  hipExtent extent;  ///< as it was asked for
  unsigned flags;

  size_t texel_bytes() const {
    return static_cast<size_t>(format.x + format.y + format.z + format.w) / 8;
  }
  size_t rows() const { return extent.height != 0 ? extent.height : 1; }
  size_t planes() const { return extent.depth != 0 ? extent.depth : 1; }
  size_t pitch() const { return extent.width * texel_bytes(); }
  hipPitchedPtr memory() const { return make_hipPitchedPtr(data, pitch(), pitch(), rows()); }
};

/// Whether textures are computed here: on the processors whose device code does (gfx9).
inline bool computes_textures() {
  static const bool computes = [] {
    int device = 0;
    hipDeviceProp_t properties;
    return ::hipGetDevice(&device) == hipSuccess &&
           ::hipGetDeviceProperties(&properties, device) == hipSuccess &&
           std::strncmp(properties.gcnArchName, "gfx9", 4) == 0;
  }();
  return computes;
}

inline texture_array* array_of(hipArray_const_t handle) {
  return reinterpret_cast<texture_array*>(const_cast<hipArray_t>(handle));
}

inline hipError_t hipMalloc3DArray(hipArray_t* handle, const hipChannelFormatDesc* format,
                                   hipExtent extent, unsigned flags = hipArrayDefault) {
  if (!computes_textures()) return ::hipMalloc3DArray(handle, format, extent, flags);
  if (handle == nullptr || format == nullptr || extent.width == 0) return hipErrorInvalidValue;
  texture_array made = {nullptr, *format, extent, flags};
  const size_t bytes = made.pitch() * made.rows() * made.planes();
  if (bytes == 0) return hipErrorInvalidValue;
  const hipError_t error = ::hipMalloc(reinterpret_cast<void**>(&made.data), bytes);
  if (error == hipSuccess) *handle = reinterpret_cast<hipArray_t>(new texture_array(made));
  return error;
}

inline hipError_t hipMallocArray(hipArray_t* handle, const hipChannelFormatDesc* format,
                                 size_t width, size_t height = 0,
                                 unsigned flags = hipArrayDefault) {
  if (!computes_textures()) return ::hipMallocArray(handle, format, width, height, flags);
  return porter::hipMalloc3DArray(handle, format, make_hipExtent(width, height, 0), flags);
}

inline hipError_t hipFreeArray(hipArray_t handle) {
  if (!computes_textures()) return ::hipFreeArray(handle);
  if (handle == nullptr) return hipErrorInvalidValue;
  const texture_array* array = array_of(handle);
  const hipError_t error = ::hipFree(array->data);
  delete array;
  return error;
}

inline hipError_t hipArrayGetInfo(hipChannelFormatDesc* format, hipExtent* extent, unsigned* flags,
                                  hipArray_t handle) {
  if (!computes_textures()) return ::hipArrayGetInfo(format, extent, flags, handle);
  if (handle == nullptr) return hipErrorInvalidHandle;
  const texture_array* array = array_of(handle);
  if (format != nullptr) *format = array->format;
  if (extent != nullptr) *extent = array->extent;
  if (flags != nullptr) *flags = array->flags;
  return hipSuccess;
}

inline hipError_t hipGetChannelDesc(hipChannelFormatDesc* format, hipArray_const_t handle) {
  if (!computes_textures()) return ::hipGetChannelDesc(format, handle);
  if (handle == nullptr || format == nullptr) return hipErrorInvalidValue;
  *format = array_of(handle)->format;
  return hipSuccess;
}

/// One end of a copy as memory; positions and extents along x count texels where an array takes
/// part.
inline size_t from_array(hipArray_t& handle, hipPitchedPtr& memory, hipPos& position) {
  if (handle == nullptr) return 1;
  const texture_array* array = array_of(handle);
  memory = array->memory();
  position.x *= array->texel_bytes();
  handle = nullptr;
  return array->texel_bytes();
}

inline hipMemcpy3DParms between_memory(hipMemcpy3DParms copy) {
  const size_t from = from_array(copy.srcArray, copy.srcPtr, copy.srcPos);
  const size_t to = from_array(copy.dstArray, copy.dstPtr, copy.dstPos);
  copy.extent.width *= from > to ? from : to;
  return copy;
}

inline hipError_t hipMemcpy3D(const hipMemcpy3DParms* copy) {
  if (copy == nullptr || !computes_textures()) return ::hipMemcpy3D(copy);
  const hipMemcpy3DParms plain = between_memory(*copy);
  return ::hipMemcpy3D(&plain);
}

inline hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* copy, hipStream_t stream = nullptr) {
  if (copy == nullptr || !computes_textures()) return ::hipMemcpy3DAsync(copy, stream);
  const hipMemcpy3DParms plain = between_memory(*copy);
  return ::hipMemcpy3DAsync(&plain, stream);
}

/// Where rows begin in an array, null where they would leave it.
inline char* rows_of(hipArray_const_t handle, size_t x, size_t y, size_t width, size_t height) {
  if (handle == nullptr) return nullptr;
  const texture_array* array = array_of(handle);
  const bool inside = x <= array->pitch() && width <= array->pitch() - x &&
                      y <= array->rows() && height <= array->rows() - y;
  return inside ? array->data + y * array->pitch() + x : nullptr;
}

inline hipError_t hipMemcpy2DToArrayAsync(hipArray_t to, size_t x, size_t y, const void* from,
                                          size_t pitch, size_t width, size_t height,
                                          hipMemcpyKind kind, hipStream_t stream = nullptr) {
  if (!computes_textures())
    return ::hipMemcpy2DToArrayAsync(to, x, y, from, pitch, width, height, kind, stream);
  char* start = rows_of(to, x, y, width, height);
  if (start == nullptr) return hipErrorInvalidValue;
  return ::hipMemcpy2DAsync(start, array_of(to)->pitch(), from, pitch, width, height, kind, stream);
}

inline hipError_t hipMemcpy2DToArray(hipArray_t to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height,
                                     hipMemcpyKind kind) {
  if (!computes_textures())
    return ::hipMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
  char* start = rows_of(to, x, y, width, height);
  if (start == nullptr) return hipErrorInvalidValue;
  return ::hipMemcpy2D(start, array_of(to)->pitch(), from, pitch, width, height, kind);
}

inline hipError_t hipMemcpy2DFromArrayAsync(void* to, size_t pitch, hipArray_const_t from, size_t x,
                                            size_t y, size_t width, size_t height,
                                            hipMemcpyKind kind, hipStream_t stream = nullptr) {
  if (!computes_textures())
    return ::hipMemcpy2DFromArrayAsync(to, pitch, from, x, y, width, height, kind, stream);
  const char* start = rows_of(from, x, y, width, height);
  if (start == nullptr) return hipErrorInvalidValue;
  return ::hipMemcpy2DAsync(to, pitch, start, array_of(from)->pitch(), width, height, kind, stream);
}

inline hipError_t hipMemcpy2DFromArray(void* to, size_t pitch, hipArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height, hipMemcpyKind kind) {
  if (!computes_textures())
    return ::hipMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind);
  const char* start = rows_of(from, x, y, width, height);
  if (start == nullptr) return hipErrorInvalidValue;
  return ::hipMemcpy2D(to, pitch, start, array_of(from)->pitch(), width, height, kind);
}

/// Bytes that run on from row to row.
inline char* bytes_of(hipArray_const_t handle, size_t x, size_t y, size_t bytes) {
  if (rows_of(handle, x, y, 0, 0) == nullptr) return nullptr;
  const texture_array* array = array_of(handle);
  const size_t start = y * array->pitch() + x;
  return bytes <= array->pitch() * array->rows() - start ? array->data + start : nullptr;
}

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"  // CUDA gave the next two up, too
#endif
inline hipError_t hipMemcpyToArray(hipArray_t to, size_t x, size_t y, const void* from,
                                   size_t bytes, hipMemcpyKind kind) {
  if (!computes_textures()) return ::hipMemcpyToArray(to, x, y, from, bytes, kind);
  char* start = bytes_of(to, x, y, bytes);
  return start != nullptr ? ::hipMemcpy(start, from, bytes, kind) : hipErrorInvalidValue;
}

inline hipError_t hipMemcpyFromArray(void* to, hipArray_const_t from, size_t x, size_t y,
                                     size_t bytes, hipMemcpyKind kind) {
  if (!computes_textures()) return ::hipMemcpyFromArray(to, from, x, y, bytes, kind);
  const char* start = bytes_of(from, x, y, bytes);
  return start != nullptr ? ::hipMemcpy(to, start, bytes, kind) : hipErrorInvalidValue;
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

}  // namespace porter

#endif  // !defined(__HIPCC_RTC__)
