// Arrays, and the textures and surfaces that read and write them or plain memory. An array is stored row by row; a
// GPU's layout shows nowhere.
#include "arrays.h"

#include <cstring>

using porter::Texture;
using namespace porter::hip;

namespace {

uint32_t bytesOf(const hipChannelFormatDesc &format) {
  return uint32_t(format.x + format.y + format.z + format.w) / 8;
}

uint32_t channelsOf(const hipChannelFormatDesc &format) {
  return uint32_t((format.x != 0) + (format.y != 0) + (format.z != 0) + (format.w != 0));
}

bool isValid(const hipChannelFormatDesc &format) {
  const uint32_t channels = channelsOf(format);
  const bool isWidth = format.x == 8 || format.x == 16 || format.x == 32;
  return isWidth && (channels == 1 || channels == 2 || channels == 4) && format.f <= hipChannelFormatKindFloat;
}

hipError_t describe(const hipResourceDesc &resource, Texture &texture) {
  hipChannelFormatDesc format;
  switch (resource.resType) {
  case hipResourceTypeArray: {
    const hipArray_t array = resource.res.array.array;
    if (!array)
      return hipErrorInvalidValue;
    format = array->format;
    texture = {array->data, array->pitch(), array->slice(), array->width, array->height, array->depth};
    break;
  }
  case hipResourceTypeLinear: {
    const auto &linear = resource.res.linear;
    format = linear.desc;
    if (!linear.devPtr || !isValid(format))
      return hipErrorInvalidValue;
    texture = {static_cast<char *>(linear.devPtr), linear.sizeInBytes, linear.sizeInBytes,
               uint32_t(linear.sizeInBytes / bytesOf(format)), 1, 1};
    break;
  }
  case hipResourceTypePitch2D: {
    const auto &rows = resource.res.pitch2D;
    format = rows.desc;
    texture = {static_cast<char *>(rows.devPtr), rows.pitchInBytes, rows.pitchInBytes * rows.height,
               uint32_t(rows.width), uint32_t(rows.height), 1};
    break;
  }
  default:
    return hipErrorNotSupported; // mipmaps
  }
  if (!texture.data || !isValid(format))
    return hipErrorInvalidValue;
  texture.channels = channelsOf(format);
  texture.channelBytes = uint32_t(format.x) / 8;
  texture.kind = Texture::Kind(format.f);
  return hipSuccess;
}

} // namespace

extern "C" {

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

hipError_t hipMalloc3DArray(hipArray_t *array, const hipChannelFormatDesc *format, hipExtent extent, unsigned flags) {
  if (!array || !format || !isValid(*format) || !extent.width)
    return finish(hipErrorInvalidValue);
  auto size = [](size_t length) { return uint32_t(length ? length : 1); };
  auto *made = new hipArray{nullptr, *format, uint32_t(extent.width), size(extent.height), size(extent.depth), flags, extent};
  made->data = static_cast<char *>(allocate(made->slice() * made->depth, hipMemoryTypeArray));
  if (!made->data) {
    delete made;
    return finish(hipErrorOutOfMemory);
  }
  *array = made;
  return finish(hipSuccess);
}
hipError_t hipMallocArray(hipArray_t *array, const hipChannelFormatDesc *format, size_t width, size_t height,
                          unsigned flags) {
  return hipMalloc3DArray(array, format, {width, height, 0}, flags);
}
hipError_t hipFreeArray(hipArray_t array) {
  if (!array)
    return finish(hipErrorInvalidValue);
  release(array->data);
  delete array;
  return finish(hipSuccess);
}
hipError_t hipArrayGetInfo(hipChannelFormatDesc *format, hipExtent *extent, unsigned *flags, hipArray_t array) {
  if (format)
    *format = array->format;
  if (extent)
    *extent = array->extent;
  if (flags)
    *flags = array->flags;
  return finish(hipSuccess);
}
hipError_t hipGetChannelDesc(hipChannelFormatDesc *format, hipArray_const_t array) {
  *format = array->format;
  return finish(hipSuccess);
}

hipError_t hipMemcpy2DToArray(hipArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                              size_t height, hipMemcpyKind kind) {
  if (!to->holds(x, y, width, height))
    return finish(hipErrorInvalidValue);
  return hipMemcpy2D(to->data + y * to->pitch() + x, to->pitch(), from, pitch, width, height, kind);
}
hipError_t hipMemcpy2DToArrayAsync(hipArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                   size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return issue(stream, hipGraphNodeTypeMemcpy,
               [=] { return hipMemcpy2DToArray(to, x, y, from, pitch, width, height, kind); });
}
hipError_t hipMemcpy2DFromArray(void *to, size_t pitch, hipArray_const_t from, size_t x, size_t y, size_t width,
                                size_t height, hipMemcpyKind kind) {
  if (!from->holds(x, y, width, height))
    return finish(hipErrorInvalidValue);
  return hipMemcpy2D(to, pitch, from->data + y * from->pitch() + x, from->pitch(), width, height, kind);
}
hipError_t hipMemcpy2DFromArrayAsync(void *to, size_t pitch, hipArray_const_t from, size_t x, size_t y, size_t width,
                                     size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return issue(stream, hipGraphNodeTypeMemcpy,
               [=] { return hipMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind); });
}
/// Rows follow each other in the array, so a run of bytes may cross them.
hipError_t hipMemcpyToArray(hipArray_t to, size_t x, size_t y, const void *from, size_t bytes, hipMemcpyKind kind) {
  return hipMemcpy(to->data + y * to->pitch() + x, from, bytes, kind);
}
hipError_t hipMemcpyFromArray(void *to, hipArray_const_t from, size_t x, size_t y, size_t bytes, hipMemcpyKind kind) {
  return hipMemcpy(to, from->data + y * from->pitch() + x, bytes, kind);
}

hipError_t hipCreateTextureObject(hipTextureObject_t *object, const hipResourceDesc *resource,
                                  const hipTextureDesc *how, const hipResourceViewDesc *view) {
  if (!object || !resource || !how)
    return finish(hipErrorInvalidValue);
  if (view)
    return finish(hipErrorNotSupported);
  auto made = std::make_unique<Texture>();
  if (hipError_t error = describe(*resource, *made))
    return finish(error);
  for (int axis = 0; axis < 3; ++axis)
    made->address[axis] = Texture::Address(how->addressMode[axis]);
  made->linear = how->filterMode == hipFilterModeLinear;
  made->normalizedCoordinates = how->normalizedCoords;
  made->normalizedValues = how->readMode == hipReadModeNormalizedFloat;
  std::memcpy(made->border, how->borderColor, sizeof made->border);
  *object = reinterpret_cast<hipTextureObject_t>(made.release());
  return finish(hipSuccess);
}
hipError_t hipDestroyTextureObject(hipTextureObject_t object) {
  delete reinterpret_cast<Texture *>(object);
  return finish(hipSuccess);
}
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *object, const hipResourceDesc *resource) {
  if (!object || !resource || resource->resType != hipResourceTypeArray)
    return finish(hipErrorInvalidValue);
  auto made = std::make_unique<Texture>();
  if (hipError_t error = describe(*resource, *made))
    return finish(error);
  *object = reinterpret_cast<hipSurfaceObject_t>(made.release());
  return finish(hipSuccess);
}
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object) {
  delete reinterpret_cast<Texture *>(object);
  return finish(hipSuccess);
}
}
