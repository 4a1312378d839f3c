// Texture references, which CUDA 12 and ROCm gave up: texture<float, 2> t; cudaBindTextureToArray(t,
// array); tex2D(t, x, y)
//
// A reference is a variable of the device that holds a texture object. Binding makes the object, with
// the attributes that the host's variable has by then. Functions keep their names; arguments of the
// type below find these overloads.
#pragma once

#include "textures.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)

namespace porter {

/// An address mode that is the default, clamp, where nobody has set it: in memory of zeros.
class reference_address_mode {
 public:
  reference_address_mode& operator=(hipTextureAddressMode mode) {
    apart_from_default_ = static_cast<int>(mode) ^ static_cast<int>(hipAddressModeClamp);
    return *this;
  }
  operator hipTextureAddressMode() const {
    return static_cast<hipTextureAddressMode>(apart_from_default_ ^
                                              static_cast<int>(hipAddressModeClamp));
  }

 private:
  int apart_from_default_;
};

/// Declare it `static __device__`. `Shape` is the number of axes or one of hipTextureType*.
template <class T, int Shape = 1, hipTextureReadMode Mode = hipReadModeElementType>
struct texture_reference {
  using element = T;
  int normalized;
  hipTextureFilterMode filterMode;
  reference_address_mode addressMode[3];
  hipChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  hipTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  hipTextureObject_t object;  ///< the device's copy alone has it
};

/// What a read of a reference gives: floats with the channels of T where they are normalised.
template <class T>
struct normalized_read {
  using type = float;
};
template <class T, unsigned Count>
struct normalized_read<HIP_vector_type<T, Count>> {
  using type = HIP_vector_type<float, Count>;
};
template <class T, hipTextureReadMode Mode>
struct reference_read {
  using type = T;
};
template <class T>
struct reference_read<T, hipReadModeNormalizedFloat> {
  using type = typename normalized_read<T>::type;
};

#define PORTER_REFERENCE(name)                                                                   \
  template <class T, int Shape, hipTextureReadMode Mode, class... Coordinates>                   \
  __device__ inline typename reference_read<T, Mode>::type name(                                 \
      const texture_reference<T, Shape, Mode>& reference, Coordinates... at) {                   \
    return porter::name<typename reference_read<T, Mode>::type>(reference.object, at...);        \
  }
PORTER_REFERENCE(tex1Dfetch)
PORTER_REFERENCE(tex1D)
PORTER_REFERENCE(tex2D)
PORTER_REFERENCE(tex3D)
PORTER_REFERENCE(tex1DLayered)
PORTER_REFERENCE(tex2DLayered)
PORTER_REFERENCE(texCubemap)
PORTER_REFERENCE(texCubemapLayered)
PORTER_REFERENCE(tex2Dgather)
PORTER_REFERENCE(tex1DLod)
PORTER_REFERENCE(tex2DLod)
PORTER_REFERENCE(tex3DLod)
#undef PORTER_REFERENCE

template <class T, int Shape, hipTextureReadMode Mode>
hipError_t bind_reference(const texture_reference<T, Shape, Mode>& reference,
                          const hipResourceDesc& resource) {
  hipTextureDesc description = {};
  for (int axis = 0; axis < 3; ++axis)
    description.addressMode[axis] = reference.addressMode[axis];
  description.filterMode = reference.filterMode;
  description.readMode = Mode;
  description.normalizedCoords = reference.normalized;
  description.sRGB = reference.sRGB;
  hipTextureObject_t object = nullptr;
  const hipError_t error =
      porter::hipCreateTextureObject(&object, &resource, &description, nullptr);
  if (error != hipSuccess) return error;
  const size_t place = reinterpret_cast<const char*>(&reference.object) -
                       reinterpret_cast<const char*>(&reference);
  return ::hipMemcpyToSymbol(static_cast<const void*>(&reference), &object, sizeof object, place,
                             hipMemcpyHostToDevice);
}

template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTextureToArray(const texture_reference<T, Shape, Mode>& reference,
                                 hipArray_const_t array) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = const_cast<hipArray_t>(array);
  return bind_reference(reference, resource);
}
template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTextureToArray(const texture_reference<T, Shape, Mode>& reference,
                                 hipArray_const_t array, const hipChannelFormatDesc&) {
  return porter::hipBindTextureToArray(reference, array);
}
template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTextureToArray(const texture_reference<T, Shape, Mode>* reference,
                                 hipArray_const_t array, const hipChannelFormatDesc*) {
  return porter::hipBindTextureToArray(*reference, array);
}

template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTexture(size_t* offset, const texture_reference<T, Shape, Mode>& reference,
                          const void* memory, const hipChannelFormatDesc& format, size_t bytes) {
  if (offset != nullptr) *offset = 0;
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<void*>(memory);
  resource.res.linear.desc = format;
  resource.res.linear.sizeInBytes = bytes;
  return bind_reference(reference, resource);
}
template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTexture(size_t* offset, const texture_reference<T, Shape, Mode>& reference,
                          const void* memory, size_t bytes) {
  return porter::hipBindTexture(offset, reference, memory, ::hipCreateChannelDesc<T>(), bytes);
}
template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTexture(size_t* offset, const texture_reference<T, Shape, Mode>* reference,
                          const void* memory, const hipChannelFormatDesc* format, size_t bytes) {
  return porter::hipBindTexture(offset, *reference, memory, *format, bytes);
}

template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTexture2D(size_t* offset, const texture_reference<T, Shape, Mode>& reference,
                            const void* memory, const hipChannelFormatDesc& format, size_t width,
                            size_t height, size_t pitch) {
  if (offset != nullptr) *offset = 0;
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypePitch2D;
  resource.res.pitch2D.devPtr = const_cast<void*>(memory);
  resource.res.pitch2D.desc = format;
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  return bind_reference(reference, resource);
}
template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTexture2D(size_t* offset, const texture_reference<T, Shape, Mode>& reference,
                            const void* memory, size_t width, size_t height, size_t pitch) {
  return porter::hipBindTexture2D(offset, reference, memory, ::hipCreateChannelDesc<T>(), width,
                                  height, pitch);
}
template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipBindTexture2D(size_t* offset, const texture_reference<T, Shape, Mode>* reference,
                            const void* memory, const hipChannelFormatDesc* format, size_t width,
                            size_t height, size_t pitch) {
  return porter::hipBindTexture2D(offset, *reference, memory, *format, width, height, pitch);
}

/// The object's memory is given back: nothing may read the reference any more.
template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipUnbindTexture(const texture_reference<T, Shape, Mode>& reference) {
  hipTextureObject_t object = nullptr;
  const size_t place = reinterpret_cast<const char*>(&reference.object) -
                       reinterpret_cast<const char*>(&reference);
  const void* symbol = static_cast<const void*>(&reference);
  hipError_t error =
      ::hipMemcpyFromSymbol(&object, symbol, sizeof object, place, hipMemcpyDeviceToHost);
  if (error != hipSuccess || object == nullptr) return error;
  const hipTextureObject_t none = nullptr;
  error = ::hipMemcpyToSymbol(symbol, &none, sizeof none, place, hipMemcpyHostToDevice);
  return error != hipSuccess ? error : porter::hipDestroyTextureObject(object);
}
template <class T, int Shape, hipTextureReadMode Mode>
hipError_t hipUnbindTexture(const texture_reference<T, Shape, Mode>* reference) {
  return porter::hipUnbindTexture(*reference);
}

}  // namespace porter

#endif  // defined(__HIP__) && !defined(__HIPCC_RTC__)
