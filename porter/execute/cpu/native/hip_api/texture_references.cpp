// Texture references: variables of device code that name no texture until the host binds one. The variable holds how it
// is read, and the address of the texture object that is made whenever either changes; CUDA's holds that address alone.
#include "arrays.h"

#include <map>
#include <mutex>

using namespace porter::hip;

namespace {

using Reference = textureReference;

/// What a reference is bound to.
struct Binding {
  hipResourceDesc resource = {};
  hipTextureObject_t object = nullptr;
  size_t offset = 0;
};
std::mutex mutex;
std::map<const Reference *, Binding> &bindings() {
  static auto &known = *new std::map<const Reference *, Binding>;
  return known;
}

/// Where device code reads the texture object of a reference: of one of the program's in the variable behind it, of a
/// module's in itself.
hipTextureObject_t *onDevice(const Reference *reference) {
  if (!reference)
    return nullptr;
  const porter::VariableEntry *variable = variableOf(reference);
  if (variable && variable->bytes == sizeof(hipTextureObject_t))
    return static_cast<hipTextureObject_t *>(variable->address);
  if (variable)
    return variable->bytes >= sizeof(Reference) ? &static_cast<Reference *>(variable->address)->textureObject : nullptr;
  return isDeviceVariable(reference) ? &const_cast<Reference *>(reference)->textureObject : nullptr;
}

hipTextureDesc readingOf(const Reference &reference, const hipResourceDesc &resource) {
  hipTextureDesc how = {};
  for (int axis = 0; axis < 3; ++axis)
    how.addressMode[axis] = reference.addressMode[axis];
  how.filterMode = reference.filterMode;
  how.readMode = reference.readMode;
  how.normalizedCoords = resource.resType != hipResourceTypeLinear && reference.normalized;
  return how;
}

/// Make the texture anew and point to it.
hipError_t apply(const Reference *reference, hipTextureObject_t *device, Binding &binding) {
  hipTextureObject_t made = nullptr;
  const hipTextureDesc how = readingOf(*reference, binding.resource);
  if (hipError_t error = hipCreateTextureObject(&made, &binding.resource, &how, nullptr))
    return error;
  if (binding.object)
    (void)hipDestroyTextureObject(binding.object);
  binding.object = made;
  const_cast<Reference *>(reference)->textureObject = *device = made;
  return finish(hipSuccess);
}

hipError_t bind(const Reference *reference, const hipResourceDesc &resource) {
  hipTextureObject_t *device = onDevice(reference);
  if (!device)
    return finish(hipErrorInvalidSymbol);
  std::lock_guard lock(mutex);
  Binding &binding = bindings()[reference];
  Binding changed{resource, binding.object};
  if (hipError_t error = apply(reference, device, changed))
    return error;
  binding = changed;
  return finish(hipSuccess);
}

/// Change how a reference is read, at once if it is bound.
template <class Change> hipError_t change(Reference *reference, Change make) {
  hipTextureObject_t *device = onDevice(reference);
  if (!device)
    return finish(hipErrorInvalidValue);
  make(*reference);
  std::lock_guard lock(mutex);
  const auto found = bindings().find(reference);
  return found == bindings().end() ? finish(hipSuccess) : apply(reference, device, found->second);
}

/// Tell something of a reference.
template <class T, class Part> hipError_t tell(T *out, const Reference *reference, Part part) {
  if (!out || !onDevice(reference))
    return finish(hipErrorInvalidValue);
  *out = part(*reference);
  return finish(hipSuccess);
}

/// What a reference is bound to, if it is to that kind of thing.
template <class T, class Part>
hipError_t tellBinding(T *out, const Reference *reference, hipResourceType type, Part part) {
  if (!out || !onDevice(reference))
    return finish(hipErrorInvalidValue);
  std::lock_guard lock(mutex);
  const auto found = bindings().find(reference);
  if (found == bindings().end() || (type == hipResourceTypeArray) != (found->second.resource.resType == type))
    return finish(hipErrorInvalidValue);
  *out = part(found->second.resource);
  return finish(hipSuccess);
}

hipResourceDesc linear(void *data, const hipChannelFormatDesc &format, size_t bytes) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear = {data, format, bytes};
  return resource;
}
hipResourceDesc rows(void *data, const hipChannelFormatDesc &format, size_t width, size_t height, size_t pitch) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypePitch2D;
  resource.res.pitch2D = {data, format, width, height, pitch};
  return resource;
}
hipResourceDesc whole(hipArray_const_t array) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = const_cast<hipArray_t>(array);
  return resource;
}
/// No more than is there: the usual number of bytes is "all".
size_t bytesThere(const void *data, size_t bytes) {
  Allocation found;
  if (!findAllocation(data, found))
    return bytes;
  const size_t before = size_t(static_cast<const char *>(data) - static_cast<const char *>(found.base));
  return bytes > found.bytes - before ? found.bytes - before : bytes;
}

} // namespace

extern "C" {

hipError_t hipGetTextureReference(const Reference **reference, const void *symbol) {
  const auto *found = static_cast<const Reference *>(symbol);
  if (!reference || !onDevice(found))
    return finish(reference ? hipErrorInvalidSymbol : hipErrorInvalidValue);
  *reference = found;
  return finish(hipSuccess);
}
hipError_t hipBindTexture(size_t *offset, const Reference *reference, const void *data,
                          const hipChannelFormatDesc *format, size_t bytes) {
  if (!format || !data)
    return finish(hipErrorInvalidValue);
  if (offset)
    *offset = 0;
  return bind(reference, linear(const_cast<void *>(data), *format, bytesThere(data, bytes)));
}
hipError_t hipBindTexture2D(size_t *offset, const Reference *reference, const void *data,
                            const hipChannelFormatDesc *format, size_t width, size_t height, size_t pitch) {
  if (!format)
    return finish(hipErrorInvalidValue);
  if (offset)
    *offset = 0;
  return bind(reference, rows(const_cast<void *>(data), *format, width, height, pitch));
}
hipError_t hipBindTextureToArray(const Reference *reference, hipArray_const_t array, const hipChannelFormatDesc *) {
  return bind(reference, whole(array));
}
hipError_t hipBindTextureToMipmappedArray(const Reference *, hipMipmappedArray_const_t, const hipChannelFormatDesc *) {
  return finish(hipErrorNotSupported);
}
hipError_t hipUnbindTexture(const Reference *reference) {
  hipTextureObject_t *device = onDevice(reference);
  if (!device)
    return finish(hipErrorInvalidValue);
  std::lock_guard lock(mutex);
  const auto found = bindings().find(reference);
  if (found == bindings().end())
    return finish(hipSuccess);
  (void)hipDestroyTextureObject(found->second.object);
  bindings().erase(found);
  const_cast<Reference *>(reference)->textureObject = *device = nullptr;
  return finish(hipSuccess);
}
/// Every address is aligned well enough.
hipError_t hipGetTextureAlignmentOffset(size_t *offset, const Reference *reference) {
  return tell(offset, reference, [](const Reference &) { return size_t(0); });
}

hipError_t hipTexRefSetAddress(size_t *offset, Reference *reference, hipDeviceptr_t data, size_t bytes) {
  hipChannelFormatDesc format;
  if (!onDevice(reference) || formatToChannels(reference->format, unsigned(reference->numChannels), format))
    return finish(hipErrorInvalidValue);
  return hipBindTexture(offset, reference, data, &format, bytes);
}
hipError_t hipTexRefSetAddress2D(Reference *reference, const HIP_ARRAY_DESCRIPTOR *how, hipDeviceptr_t data,
                                 size_t pitch) {
  hipChannelFormatDesc format;
  if (!how || formatToChannels(how->Format, how->NumChannels, format))
    return finish(hipErrorInvalidValue);
  return bind(reference, rows(data, format, how->Width, how->Height, pitch));
}
hipError_t hipTexRefSetArray(Reference *reference, hipArray_const_t array, unsigned flags) {
  if (flags != HIP_TRSA_OVERRIDE_FORMAT)
    return finish(hipErrorInvalidValue);
  return bind(reference, whole(array));
}
hipError_t hipTexRefSetMipmappedArray(Reference *, hipMipmappedArray *, unsigned) { return finish(hipErrorNotSupported); }
hipError_t hipTexRefSetAddressMode(Reference *reference, int axis, hipTextureAddressMode mode) {
  if (axis < 0 || axis > 2 || mode < hipAddressModeWrap || mode > hipAddressModeBorder)
    return finish(hipErrorInvalidValue);
  return change(reference, [=](Reference &r) { r.addressMode[axis] = mode; });
}
hipError_t hipTexRefSetFilterMode(Reference *reference, hipTextureFilterMode mode) {
  if (mode != hipFilterModePoint && mode != hipFilterModeLinear)
    return finish(hipErrorInvalidValue);
  return change(reference, [=](Reference &r) { r.filterMode = mode; });
}
hipError_t hipTexRefSetFlags(Reference *reference, unsigned flags) {
  if (flags & ~unsigned(HIP_TRSF_READ_AS_INTEGER | HIP_TRSF_NORMALIZED_COORDINATES))
    return finish(hipErrorNotSupported);
  return change(reference, [=](Reference &r) {
    r.readMode = flags & HIP_TRSF_READ_AS_INTEGER ? hipReadModeElementType : hipReadModeNormalizedFloat;
    r.normalized = (flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0;
  });
}
hipError_t hipTexRefSetFormat(Reference *reference, hipArray_Format format, int channels) {
  hipChannelFormatDesc made;
  if (!onDevice(reference) || formatToChannels(format, unsigned(channels), made))
    return finish(hipErrorInvalidValue);
  reference->format = format;
  reference->numChannels = channels;
  return finish(hipSuccess);
}

hipError_t hipTexRefGetAddress(hipDeviceptr_t *data, const Reference *reference) {
  return tellBinding(data, reference, hipResourceTypeLinear, [](const hipResourceDesc &bound) {
    return bound.resType == hipResourceTypeLinear ? bound.res.linear.devPtr : bound.res.pitch2D.devPtr;
  });
}
hipError_t hipTexRefGetArray(hipArray_t *array, const Reference *reference) {
  return tellBinding(array, reference, hipResourceTypeArray,
                     [](const hipResourceDesc &bound) { return bound.res.array.array; });
}
hipError_t hipTexRefGetAddressMode(hipTextureAddressMode *mode, const Reference *reference, int axis) {
  if (axis < 0 || axis > 2)
    return finish(hipErrorInvalidValue);
  return tell(mode, reference, [=](const Reference &r) { return r.addressMode[axis]; });
}
hipError_t hipTexRefGetFilterMode(hipTextureFilterMode *mode, const Reference *reference) {
  return tell(mode, reference, [](const Reference &r) { return r.filterMode; });
}
hipError_t hipTexRefGetFlags(unsigned *flags, const Reference *reference) {
  return tell(flags, reference, [](const Reference &r) {
    return unsigned((r.readMode == hipReadModeElementType ? HIP_TRSF_READ_AS_INTEGER : 0) |
                    (r.normalized ? HIP_TRSF_NORMALIZED_COORDINATES : 0));
  });
}
hipError_t hipTexRefGetFormat(hipArray_Format *format, int *channels, const Reference *reference) {
  if (channels && onDevice(reference))
    *channels = reference->numChannels;
  return tell(format, reference, [](const Reference &r) { return r.format; });
}
}
