// Arrays, and the textures and surfaces that read and write them or plain memory. An array is stored row by row; a
// GPU's layout shows nowhere.
#include "../runtime/shadow.h"
#include "copies.h"

#include <cstring>

using porter::Texture;
using namespace porter::hip;

namespace {

/// The most texels of linear memory, and along an axis of an array (CUDA C++ Programming Guide, technical specifications;
/// AMD's devices have no more).
constexpr size_t linearTexels = size_t(1) << 28, axisTexels = 131072;

std::shared_ptr<Array> arrayOf(hipArray_const_t handle) { return arrays().find(const_cast<hipArray_t>(handle)); }

uint32_t bytesOf(const hipChannelFormatDesc &format) {
  return uint32_t(format.x + format.y + format.z + format.w) / 8;
}

uint32_t channelsOf(const hipChannelFormatDesc &format) {
  return uint32_t((format.x != 0) + (format.y != 0) + (format.z != 0) + (format.w != 0));
}

bool isValid(const hipChannelFormatDesc &format) {
  const uint32_t channels = channelsOf(format);
  const int widths[] = {format.x, format.y, format.z, format.w};
  for (uint32_t i = 0; i < 4; ++i)
    if (widths[i] != (i < channels ? format.x : 0))
      return false; // one channel is like another, without gaps
  const bool isWidth = format.x == 8 || format.x == 16 || format.x == 32;
  return isWidth && (channels == 1 || channels == 2 || channels == 4) && format.f <= hipChannelFormatKindFloat;
}

/// Textures and surfaces are addresses, since device code follows them, of guarded memory: one that was destroyed faults
/// in a kernel, as memory does that was freed.
struct TextureMemory {
  Texture *texture = nullptr;
  hipResourceDesc resource = {}; ///< what it was made of
  hipTextureDesc how = {};
  ~TextureMemory() { release(texture); }
};
Handles<TextureMemory, void *> &textures() { return handlesOf<TextureMemory, void *>(); }

hipError_t describe(const hipResourceDesc &resource, Texture &texture) {
  hipChannelFormatDesc format;
  switch (resource.resType) {
  case hipResourceTypeArray: {
    const auto array = arrays().find(resource.res.array.array);
    if (!array)
      return resource.res.array.array ? finish(hipErrorInvalidHandle) : finish(mistakes::nullArray);
    format = array->format;
    texture = {array->data, array->pitch(), array->slice(), array->width, array->height, array->depth};
    break;
  }
  case hipResourceTypeLinear: {
    const auto &linear = resource.res.linear;
    format = linear.desc;
    if (!linear.devPtr || linear.sizeInBytes > linearTexels * 16 ||
        !holdsRows(linear.devPtr, linear.sizeInBytes, linear.sizeInBytes, 1))
      return finish(hipErrorInvalidValue);
    if (!isValid(format))
      return finish(mistakes::texelFormat);
    texture = {static_cast<char *>(linear.devPtr), linear.sizeInBytes, linear.sizeInBytes,
               uint32_t(linear.sizeInBytes / bytesOf(format)), 1, 1};
    break;
  }
  case hipResourceTypePitch2D: {
    const auto &rows = resource.res.pitch2D;
    format = rows.desc;
    if (!isValid(format))
      return finish(mistakes::texelFormat);
    if (rows.width > axisTexels || rows.height > axisTexels || rows.width * bytesOf(format) > rows.pitchInBytes ||
        !holdsRows(rows.devPtr, rows.pitchInBytes, rows.width * bytesOf(format), rows.height))
      return finish(hipErrorInvalidValue);
    texture = {static_cast<char *>(rows.devPtr), rows.pitchInBytes, rows.pitchInBytes * rows.height,
               uint32_t(rows.width), uint32_t(rows.height), 1};
    break;
  }
  case hipResourceTypeMipmappedArray: return finish(hipErrorNotSupported);
  default: return finish(hipErrorInvalidValue);
  }
  if (!texture.data)
    return finish(hipErrorInvalidValue);
  texture.channels = channelsOf(format);
  texture.channelBytes = uint32_t(format.x) / 8;
  texture.kind = Texture::Kind(format.f);
  return hipSuccess;
}

bool isKnown(const hipTextureDesc &how) {
  for (const hipTextureAddressMode mode : how.addressMode)
    if (mode < hipAddressModeWrap || mode > hipAddressModeBorder)
      return false;
  return how.filterMode <= hipFilterModeLinear && how.readMode <= hipReadModeNormalizedFloat;
}

template <class Object>
hipError_t keep(const Texture &texture, const hipResourceDesc &resource, const hipTextureDesc &how, Object *object) {
  auto memory = std::make_shared<TextureMemory>();
  memory->resource = resource;
  memory->how = how;
  auto *made = memory->texture = static_cast<Texture *>(allocate(sizeof texture, hipMemoryTypeDevice));
  if (!made)
    return finish(hipErrorOutOfMemory);
  *made = texture;
  porter::noteWritten(made, sizeof texture); // kernels that compute what a texture unit does read it
  textures().add(made, std::move(memory));
  *object = reinterpret_cast<Object>(made);
  return finish(hipSuccess);
}
hipError_t destroy(void *object) {
  return finish(!object || textures().take(object) ? hipSuccess : hipErrorInvalidValue);
}

/// What an object was made of.
template <class T> hipError_t answer(void *object, T TextureMemory::*part, T *into) {
  const auto memory = textures().find(object);
  if (!memory || !into)
    return finish(hipErrorInvalidValue);
  *into = (*memory).*part;
  return finish(hipSuccess);
}

/// Where a region of an array begins; null when the array does not hold it.
char *placeOf(const Array &array, size_t x, size_t y, size_t width, size_t height) {
  const bool fits = isWithin(x, width, array.pitch()) && isWithin(y, height, array.height);
  return fits ? array.data + y * array.pitch() + x : nullptr;
}
/// The same of a run of bytes: rows follow each other in the array, so that it may cross them.
char *placeOf(const Array &array, size_t x, size_t y, size_t bytes) {
  const bool fits = x <= array.pitch() && y < array.height && isWithin(y * array.pitch() + x, bytes, array.slice());
  return fits ? array.data + y * array.pitch() + x : nullptr;
}

} // namespace

extern "C" {

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

hipError_t hipMalloc3DArray(hipArray_t *handle, const hipChannelFormatDesc *format, hipExtent extent, unsigned flags) {
  constexpr unsigned known = hipArrayLayered | hipArraySurfaceLoadStore | hipArrayCubemap | hipArrayTextureGather;
  const bool hasPlanesOnly = extent.depth && !extent.height && !(flags & hipArrayLayered);
  if (!handle || !format || (flags & ~known) || hasPlanesOnly || !extent.width || extent.width > linearTexels ||
      extent.height > axisTexels || extent.depth > axisTexels)
    return finish(hipErrorInvalidValue);
  if (!isValid(*format))
    return finish(mistakes::texelFormat);
  auto size = [](size_t length) { return uint32_t(length ? length : 1); };
  auto made = std::make_shared<Array>();
  made->format = *format;
  made->width = size(extent.width);
  made->height = size(extent.height);
  made->depth = size(extent.depth);
  made->flags = flags;
  made->extent = extent;
  made->data = static_cast<char *>(allocate(made->slice() * made->depth, hipMemoryTypeArray));
  if (!made->data)
    return finish(hipErrorOutOfMemory);
  *handle = arrays().add(std::move(made));
  return finish(hipSuccess);
}
hipError_t hipMallocArray(hipArray_t *array, const hipChannelFormatDesc *format, size_t width, size_t height,
                          unsigned flags) {
  return hipMalloc3DArray(array, format, {width, height, 0}, flags);
}
hipError_t hipFreeArray(hipArray_t array) {
  if (!array)
    return finish(mistakes::freesNothing);
  return arrays().take(array) ? finish(hipSuccess) : finish(mistakes::destroyedTwice);
}
hipError_t hipArrayGetInfo(hipChannelFormatDesc *format, hipExtent *extent, unsigned *flags, hipArray_t handle) {
  const auto array = arrays().find(handle);
  if (!array)
    return finish(hipErrorInvalidHandle);
  if (format)
    *format = array->format;
  if (extent)
    *extent = array->extent;
  if (flags)
    *flags = array->flags;
  return finish(hipSuccess);
}
hipError_t hipGetChannelDesc(hipChannelFormatDesc *format, hipArray_const_t handle) {
  const auto array = arrayOf(handle);
  if (!format || !array)
    return finish(format ? hipErrorInvalidHandle : hipErrorInvalidValue);
  *format = array->format;
  return finish(hipSuccess);
}

hipError_t hipMemcpy2DToArray(hipArray_t handle, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                              size_t height, hipMemcpyKind kind) {
  const auto to = arrays().find(handle);
  if (!to)
    return finish(hipErrorInvalidHandle);
  char *place = placeOf(*to, x, y, width, height);
  return place ? hipMemcpy2D(place, to->pitch(), from, pitch, width, height, kind) : finish(hipErrorInvalidValue);
}
hipError_t hipMemcpy2DToArrayAsync(hipArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                   size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return issue(stream, hipGraphNodeTypeMemcpy,
               [=] { return hipMemcpy2DToArray(to, x, y, from, pitch, width, height, kind); });
}
hipError_t hipMemcpy2DFromArray(void *to, size_t pitch, hipArray_const_t handle, size_t x, size_t y, size_t width,
                                size_t height, hipMemcpyKind kind) {
  const auto from = arrayOf(handle);
  if (!from)
    return finish(hipErrorInvalidHandle);
  const char *place = placeOf(*from, x, y, width, height);
  return place ? hipMemcpy2D(to, pitch, place, from->pitch(), width, height, kind) : finish(hipErrorInvalidValue);
}
hipError_t hipMemcpy2DFromArrayAsync(void *to, size_t pitch, hipArray_const_t from, size_t x, size_t y, size_t width,
                                     size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return issue(stream, hipGraphNodeTypeMemcpy,
               [=] { return hipMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind); });
}
hipError_t hipMemcpyToArray(hipArray_t handle, size_t x, size_t y, const void *from, size_t bytes, hipMemcpyKind kind) {
  const auto to = arrays().find(handle);
  if (!to)
    return finish(hipErrorInvalidHandle);
  char *place = placeOf(*to, x, y, bytes);
  return place ? hipMemcpy(place, from, bytes, kind) : finish(hipErrorInvalidValue);
}
hipError_t hipMemcpyFromArray(void *to, hipArray_const_t handle, size_t x, size_t y, size_t bytes, hipMemcpyKind kind) {
  const auto from = arrayOf(handle);
  if (!from)
    return finish(hipErrorInvalidHandle);
  const char *place = placeOf(*from, x, y, bytes);
  return place ? hipMemcpy(to, place, bytes, kind) : finish(hipErrorInvalidValue);
}

hipError_t hipMemcpy2DArrayToArray(hipArray_t to, size_t toX, size_t toY, hipArray_const_t fromHandle, size_t x, size_t y,
                                   size_t width, size_t height, hipMemcpyKind kind) {
  const auto from = arrayOf(fromHandle);
  if (!from)
    return finish(hipErrorInvalidHandle);
  const char *place = placeOf(*from, x, y, width, height);
  return place ? hipMemcpy2DToArray(to, toX, toY, place, from->pitch(), width, height, kind) : finish(hipErrorInvalidValue);
}

hipError_t hipCreateTextureObject(hipTextureObject_t *object, const hipResourceDesc *resource,
                                  const hipTextureDesc *how, const hipResourceViewDesc *view) {
  Texture texture;
  if (!resource)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = describe(*resource, texture))
    return error;
  if (!object || !how || !isKnown(*how))
    return finish(hipErrorInvalidValue);
  if (view)
    return finish(hipErrorNotSupported);
  for (int axis = 0; axis < 3; ++axis)
    texture.address[axis] = Texture::Address(how->addressMode[axis]);
  texture.linear = how->filterMode == hipFilterModeLinear;
  texture.normalizedCoordinates = how->normalizedCoords;
  texture.normalizedValues = how->readMode == hipReadModeNormalizedFloat;
  std::memcpy(texture.border, how->borderColor, sizeof texture.border);
  return keep(texture, *resource, *how, object);
}
hipError_t hipDestroyTextureObject(hipTextureObject_t object) { return destroy(object); }
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *object, const hipResourceDesc *resource) {
  Texture texture = {};
  if (!object || !resource || resource->resType != hipResourceTypeArray)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = describe(*resource, texture))
    return error;
  return keep(texture, *resource, {}, object);
}
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object) { return destroy(object); }
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc *resource, hipTextureObject_t object) {
  return answer(object, &TextureMemory::resource, resource);
}
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc *how, hipTextureObject_t object) {
  return answer(object, &TextureMemory::how, how);
}
/// Objects are made without views.
hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc *view, hipTextureObject_t object) {
  if (!view || !textures().find(object))
    return finish(hipErrorInvalidValue);
  *view = {};
  return finish(hipSuccess);
}
}
