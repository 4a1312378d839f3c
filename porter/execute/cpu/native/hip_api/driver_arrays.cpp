// Arrays and texture objects as the driver's API describes them, by formats in place of channels.
#include "arrays.h"

#include <cstring>

using namespace porter::hip;

namespace {

struct Format {
  hipArray_Format format;
  int bits;
  hipChannelFormatKind kind;
};
constexpr Format formats[] = {
    {HIP_AD_FORMAT_UNSIGNED_INT8, 8, hipChannelFormatKindUnsigned},
    {HIP_AD_FORMAT_UNSIGNED_INT16, 16, hipChannelFormatKindUnsigned},
    {HIP_AD_FORMAT_UNSIGNED_INT32, 32, hipChannelFormatKindUnsigned},
    {HIP_AD_FORMAT_SIGNED_INT8, 8, hipChannelFormatKindSigned},
    {HIP_AD_FORMAT_SIGNED_INT16, 16, hipChannelFormatKindSigned},
    {HIP_AD_FORMAT_SIGNED_INT32, 32, hipChannelFormatKindSigned},
    {HIP_AD_FORMAT_HALF, 16, hipChannelFormatKindFloat},
    {HIP_AD_FORMAT_FLOAT, 32, hipChannelFormatKindFloat},
};

hipError_t toRuntime(const HIP_RESOURCE_DESC &resource, hipResourceDesc &made) {
  made.resType = hipResourceType(resource.resType);
  switch (resource.resType) {
  case HIP_RESOURCE_TYPE_ARRAY: made.res.array.array = resource.res.array.hArray; return hipSuccess;
  case HIP_RESOURCE_TYPE_LINEAR: {
    const auto &linear = resource.res.linear;
    made.res.linear.devPtr = linear.devPtr;
    made.res.linear.sizeInBytes = linear.sizeInBytes;
    return formatToChannels(linear.format, linear.numChannels, made.res.linear.desc);
  }
  case HIP_RESOURCE_TYPE_PITCH2D: {
    const auto &rows = resource.res.pitch2D;
    made.res.pitch2D.devPtr = rows.devPtr;
    made.res.pitch2D.width = rows.width;
    made.res.pitch2D.height = rows.height;
    made.res.pitch2D.pitchInBytes = rows.pitchInBytes;
    return formatToChannels(rows.format, rows.numChannels, made.res.pitch2D.desc);
  }
  case HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY: return hipErrorNotSupported;
  default: return hipErrorInvalidValue;
  }
}

HIP_RESOURCE_DESC toDriver(const hipResourceDesc &resource) {
  HIP_RESOURCE_DESC made = {};
  made.resType = HIPresourcetype(resource.resType);
  switch (resource.resType) {
  case hipResourceTypeLinear: {
    auto &linear = made.res.linear;
    linear.devPtr = resource.res.linear.devPtr;
    linear.sizeInBytes = resource.res.linear.sizeInBytes;
    channelsToFormat(resource.res.linear.desc, linear.format, linear.numChannels);
    break;
  }
  case hipResourceTypePitch2D: {
    auto &rows = made.res.pitch2D;
    rows.devPtr = resource.res.pitch2D.devPtr;
    rows.width = resource.res.pitch2D.width;
    rows.height = resource.res.pitch2D.height;
    rows.pitchInBytes = resource.res.pitch2D.pitchInBytes;
    channelsToFormat(resource.res.pitch2D.desc, rows.format, rows.numChannels);
    break;
  }
  default: made.res.array.hArray = resource.res.array.array;
  }
  return made;
}

/// Integers of 8 and 16 bits are read as fractions unless they are asked for; those of 32 bits never are.
bool readsFractions(const hipResourceDesc &resource, unsigned flags) {
  hipChannelFormatDesc format = {};
  if (resource.resType == hipResourceTypeLinear)
    format = resource.res.linear.desc;
  else if (resource.resType == hipResourceTypePitch2D)
    format = resource.res.pitch2D.desc;
  else if (const auto array = arrays().find(resource.res.array.array))
    format = array->format;
  return !(flags & HIP_TRSF_READ_AS_INTEGER) && format.f != hipChannelFormatKindFloat && format.x < 32;
}

} // namespace

hipError_t porter::hip::formatToChannels(hipArray_Format format, unsigned channels, hipChannelFormatDesc &made) {
  for (const Format &known : formats)
    if (known.format == format && (channels == 1 || channels == 2 || channels == 4)) {
      const auto bits = [&](unsigned channel) { return channel < channels ? known.bits : 0; };
      made = {bits(0), bits(1), bits(2), bits(3), known.kind};
      return hipSuccess;
    }
  return hipErrorInvalidValue;
}
void porter::hip::channelsToFormat(const hipChannelFormatDesc &channels, hipArray_Format &format, unsigned &count) {
  count = unsigned((channels.x != 0) + (channels.y != 0) + (channels.z != 0) + (channels.w != 0));
  for (const Format &known : formats)
    if (known.bits == channels.x && known.kind == channels.f)
      format = known.format;
}

extern "C" {

hipError_t hipArray3DCreate(hipArray_t *array, const HIP_ARRAY3D_DESCRIPTOR *how) {
  hipChannelFormatDesc format;
  if (!array || !how || formatToChannels(how->Format, how->NumChannels, format))
    return finish(hipErrorInvalidValue);
  return hipMalloc3DArray(array, &format, {how->Width, how->Height, how->Depth}, how->Flags);
}
hipError_t hipArrayCreate(hipArray_t *array, const HIP_ARRAY_DESCRIPTOR *how) {
  if (!how)
    return finish(hipErrorInvalidValue);
  const HIP_ARRAY3D_DESCRIPTOR box{how->Width, how->Height, 0, how->Format, how->NumChannels, 0};
  return hipArray3DCreate(array, &box);
}
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *how, hipArray_t handle) {
  const auto array = arrays().find(handle);
  if (!how || !array)
    return finish(how ? hipErrorInvalidHandle : hipErrorInvalidValue);
  *how = {array->extent.width, array->extent.height, array->extent.depth, {}, 0, array->flags};
  channelsToFormat(array->format, how->Format, how->NumChannels);
  return finish(hipSuccess);
}
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *how, hipArray_t handle) {
  const auto array = arrays().find(handle);
  if (!how || !array)
    return finish(how ? hipErrorInvalidHandle : hipErrorInvalidValue);
  *how = {array->extent.width, array->extent.height, {}, 0};
  channelsToFormat(array->format, how->Format, how->NumChannels);
  return finish(hipSuccess);
}
hipError_t hipArrayDestroy(hipArray_t array) {
  return array ? hipFreeArray(array) : finish(hipErrorInvalidHandle);
}

hipError_t hipTexObjectCreate(hipTextureObject_t *object, const HIP_RESOURCE_DESC *resource,
                              const HIP_TEXTURE_DESC *how, const HIP_RESOURCE_VIEW_DESC *view) {
  constexpr unsigned known = HIP_TRSF_READ_AS_INTEGER | HIP_TRSF_NORMALIZED_COORDINATES;
  hipResourceDesc made = {};
  hipTextureDesc reading = {};
  if (!object || !resource || !how)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = toRuntime(*resource, made))
    return finish(error);
  if (view || (how->flags & ~known)) // other formats, and colours of sRGB
    return finish(hipErrorNotSupported);
  for (int axis = 0; axis < 3; ++axis)
    reading.addressMode[axis] = hipTextureAddressMode(how->addressMode[axis]);
  reading.filterMode = hipTextureFilterMode(how->filterMode);
  reading.readMode = readsFractions(made, how->flags) ? hipReadModeNormalizedFloat : hipReadModeElementType;
  reading.normalizedCoords = (how->flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0;
  std::memcpy(reading.borderColor, how->borderColor, sizeof reading.borderColor);
  return hipCreateTextureObject(object, &made, &reading, nullptr);
}
hipError_t hipTexObjectDestroy(hipTextureObject_t object) { return hipDestroyTextureObject(object); }
hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC *resource, hipTextureObject_t object) {
  hipResourceDesc made;
  if (!resource)
    return finish(hipErrorInvalidValue);
  const hipError_t error = hipGetTextureObjectResourceDesc(&made, object);
  if (!error)
    *resource = toDriver(made);
  return error;
}
hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *how, hipTextureObject_t object) {
  hipTextureDesc reading;
  if (!how)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = hipGetTextureObjectTextureDesc(&reading, object))
    return error;
  *how = {};
  for (int axis = 0; axis < 3; ++axis)
    how->addressMode[axis] = HIPaddress_mode(reading.addressMode[axis]);
  how->filterMode = HIPfilter_mode(reading.filterMode);
  how->flags = (reading.readMode == hipReadModeElementType ? HIP_TRSF_READ_AS_INTEGER : 0) |
               (reading.normalizedCoords ? HIP_TRSF_NORMALIZED_COORDINATES : 0);
  std::memcpy(how->borderColor, reading.borderColor, sizeof how->borderColor);
  return finish(hipSuccess);
}
hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC *view, hipTextureObject_t object) {
  hipResourceViewDesc made;
  if (!view)
    return finish(hipErrorInvalidValue);
  const hipError_t error = hipGetTextureObjectResourceViewDesc(&made, object);
  if (!error)
    *view = {};
  return error;
}
}
