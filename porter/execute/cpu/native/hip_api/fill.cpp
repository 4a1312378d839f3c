// Fills, of one to three dimensions.
#include "../runtime/shadow.h"
#include "copies.h"

#include <cstring>

using namespace porter::hip;

namespace {

template <class T> hipError_t fill(void *to, T value, size_t count) {
  size_t bytes = 0;
  if (!count)
    return finish(hipSuccess);
  if (__builtin_mul_overflow(count, sizeof(T), &bytes) || !holdsRows(to, bytes, bytes, 1) || !isDeviceMemory(to))
    return finish(hipErrorInvalidValue);
  T *cells = static_cast<T *>(to);
  for (size_t i = 0; i < count; ++i)
    cells[i] = value;
  porter::noteWritten(to, bytes);
  return finish(hipSuccess);
}

/// Rows of `width` cells.
template <class T> hipError_t fillRows(void *to, size_t pitch, T value, size_t width, size_t height) {
  size_t bytes = 0;
  if (!width || !height)
    return finish(hipSuccess);
  if (__builtin_mul_overflow(width, sizeof(T), &bytes) || (height > 1 && bytes > pitch) || pitch % sizeof(T) ||
      !holdsRows(to, pitch, bytes, height) || !isDeviceMemory(to))
    return finish(hipErrorInvalidValue);
  for (size_t row = 0; row < height; ++row)
    if (hipError_t error = fill(static_cast<char *>(to) + row * pitch, value, width))
      return error;
  return finish(hipSuccess);
}

template <class Work> hipError_t issueFill(hipStream_t stream, Work work) {
  return issue(stream, hipGraphNodeTypeMemset, work);
}

} // namespace

extern "C" {

hipError_t hipMemset(void *to, int value, size_t bytes) { return fill(to, static_cast<unsigned char>(value), bytes); }
hipError_t hipMemsetAsync(void *to, int value, size_t bytes, hipStream_t stream) {
  return issueFill(stream, [=] { return hipMemset(to, value, bytes); });
}
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) { return fill(to, value, count); }
hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) { return fill(to, value, count); }
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) { return fill(to, value, count); }
hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count, hipStream_t stream) {
  return issueFill(stream, [=] { return fill(to, value, count); });
}
hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count, hipStream_t stream) {
  return issueFill(stream, [=] { return fill(to, value, count); });
}
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t stream) {
  return issueFill(stream, [=] { return fill(to, value, count); });
}
hipError_t hipMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  if (!width || !height)
    return finish(hipSuccess);
  if (width > pitch || !holdsRows(to, pitch, width, height) || !isDeviceMemory(to))
    return finish(hipErrorInvalidValue);
  for (size_t row = 0; row < height; ++row) {
    std::memset(static_cast<char *>(to) + row * pitch, value, width);
    porter::noteWritten(static_cast<char *>(to) + row * pitch, width);
  }
  return finish(hipSuccess);
}
hipError_t hipMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
  return issueFill(stream, [=] { return hipMemset2D(to, pitch, value, width, height); });
}
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  Box box;
  if (!extent.width || !extent.height || !extent.depth)
    return finish(hipSuccess);
  if (!place(box, to, {0, 0, 0}, extent, 1))
    return finish(hipErrorInvalidValue);
  for (size_t z = 0; z < extent.depth; ++z)
    if (hipError_t error = hipMemset2D(box.start + z * box.slice, box.pitch, value, extent.width, extent.height))
      return error;
  return finish(hipSuccess);
}
hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  return issueFill(stream, [=] { return hipMemset3D(to, value, extent); });
}

#define ROWS(bits, Cell)                                                                                         \
  hipError_t hipMemsetD2D##bits(hipDeviceptr_t to, size_t pitch, Cell value, size_t width, size_t height) {      \
    return fillRows(to, pitch, value, width, height);                                                            \
  }                                                                                                              \
  hipError_t hipMemsetD2D##bits##Async(hipDeviceptr_t to, size_t pitch, Cell value, size_t width, size_t height, \
                                       hipStream_t stream) {                                                     \
    return issueFill(stream, [=] { return fillRows(to, pitch, value, width, height); });                         \
  }
ROWS(8, unsigned char)
ROWS(16, unsigned short)
ROWS(32, unsigned)
#undef ROWS
}
