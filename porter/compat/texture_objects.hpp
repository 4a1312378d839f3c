// Texture and surface objects where HIP has none: a description in the device's memory.
#pragma once

#include "texture_arrays.hpp"

#if !defined(__HIPCC_RTC__)

namespace porter {

/// The memory of a resource. Mipmaps are not supported.
inline hipError_t describe_memory(texture_view& view, const hipResourceDesc& resource) {
  hipChannelFormatDesc format;
  switch (resource.resType) {
    case hipResourceTypeArray: {
      if (resource.res.array.array == nullptr) return hipErrorInvalidValue;
      const texture_array& array = *array_of(resource.res.array.array);
      format = array.format;
      view.data = array.data;
      view.pitch = array.pitch();
      view.slice = array.pitch() * array.rows();
      view.width = static_cast<unsigned>(array.extent.width);
      view.height = static_cast<unsigned>(array.rows());
      view.depth = static_cast<unsigned>(array.planes());
      break;
    }
    case hipResourceTypeLinear:
      format = resource.res.linear.desc;
      view.data = static_cast<char*>(resource.res.linear.devPtr);
      view.height = view.depth = 1;
      break;
    case hipResourceTypePitch2D:
      format = resource.res.pitch2D.desc;
      view.data = static_cast<char*>(resource.res.pitch2D.devPtr);
      view.pitch = resource.res.pitch2D.pitchInBytes;
      view.width = static_cast<unsigned>(resource.res.pitch2D.width);
      view.height = static_cast<unsigned>(resource.res.pitch2D.height);
      view.depth = 1;
      break;
    default: return hipErrorNotSupported;
  }
  view.kind = format.f;
  view.bytes = static_cast<unsigned>(format.x) / 8;
  view.channels = 1u + (format.y != 0) + (format.z != 0) + (format.w != 0);
  if (view.data == nullptr || (view.bytes != 1 && view.bytes != 2 && view.bytes != 4))
    return hipErrorInvalidValue;
  if (resource.resType == hipResourceTypeLinear)
    view.width = static_cast<unsigned>(resource.res.linear.sizeInBytes /
                                       (view.bytes * view.channels));
  return hipSuccess;
}

inline void describe_reading(texture_view& view, const hipTextureDesc& description) {
  for (int axis = 0; axis < 3; ++axis) {
    view.address[axis] = description.addressMode[axis];
    if (view.address[axis] == hipAddressModeBorder) view.has_border = true;
  }
  for (int c = 0; c < 4; ++c) view.border[c] = description.borderColor[c];
  view.linear = description.filterMode == hipFilterModeLinear;
  view.normalized_coordinates = description.normalizedCoords != 0;
  view.normalized_reads = description.readMode == hipReadModeNormalizedFloat &&
                          view.kind != hipChannelFormatKindFloat && view.bytes < 4;
  if (!view.normalized_reads) return;
  const unsigned bits = 8 * view.bytes - (view.kind == hipChannelFormatKindSigned ? 1 : 0);
  view.largest = static_cast<float>((1u << bits) - 1);
  view.reciprocal = 1.0f / view.largest;
}

/// The description goes to where kernels can read it.
inline hipError_t place_object(void** handle, const texture_object& object) {
  const hipError_t error = ::hipMalloc(handle, sizeof object);
  if (error != hipSuccess) return error;
  return ::hipMemcpy(*handle, &object, sizeof object, hipMemcpyHostToDevice);
}

inline hipError_t hipCreateTextureObject(hipTextureObject_t* handle,
                                         const hipResourceDesc* resource,
                                         const hipTextureDesc* description,
                                         const hipResourceViewDesc* resource_view) {
  if (!computes_textures())
    return ::hipCreateTextureObject(handle, resource, description, resource_view);
  if (handle == nullptr || resource == nullptr || description == nullptr)
    return hipErrorInvalidValue;
  if (description->sRGB || (resource_view != nullptr && resource_view->format != 0))
    return hipErrorNotSupported;
  texture_object object = {{}, *resource, *description};
  if (const hipError_t error = describe_memory(object.view, *resource)) return error;
  describe_reading(object.view, *description);
  return place_object(reinterpret_cast<void**>(handle), object);
}

inline hipError_t hipCreateSurfaceObject(hipSurfaceObject_t* handle,
                                         const hipResourceDesc* resource) {
  if (!computes_textures()) return ::hipCreateSurfaceObject(handle, resource);
  if (handle == nullptr || resource == nullptr) return hipErrorInvalidValue;
  if (resource->resType != hipResourceTypeArray) return hipErrorInvalidValue;
  texture_object object = {{}, *resource, {}};
  if (const hipError_t error = describe_memory(object.view, *resource)) return error;
  return place_object(reinterpret_cast<void**>(handle), object);
}

inline hipError_t hipDestroyTextureObject(hipTextureObject_t handle) {
  if (!computes_textures()) return ::hipDestroyTextureObject(handle);
  return ::hipFree(reinterpret_cast<void*>(handle));
}

inline hipError_t hipDestroySurfaceObject(hipSurfaceObject_t handle) {
  if (!computes_textures()) return ::hipDestroySurfaceObject(handle);
  return ::hipFree(reinterpret_cast<void*>(handle));
}

inline hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc* resource,
                                                  hipTextureObject_t handle) {
  if (!computes_textures()) return ::hipGetTextureObjectResourceDesc(resource, handle);
  texture_object object;
  if (resource == nullptr || handle == nullptr) return hipErrorInvalidValue;
  const hipError_t error = ::hipMemcpy(&object, reinterpret_cast<void*>(handle), sizeof object,
                                       hipMemcpyDeviceToHost);
  if (error == hipSuccess) *resource = object.resource;
  return error;
}

}  // namespace porter

#endif  // !defined(__HIPCC_RTC__)
