// Texture references to linear memory: texture<float> t; cudaBindTexture(0, t, p, bytes); tex1Dfetch(t, i)
//
// AMD's accelerators have no texture units, and linear memory needs none: a fetch is a read that
// gives zeros outside of what is bound. Functions keep their names; arguments of the type below find
// these overloads.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

#if defined(__HIP__) && !defined(__HIPCC_RTC__)

#include <climits>

namespace porter {

/// What a kernel reads through tex1Dfetch. Declare it `static __device__`: binding changes the
/// device's copy, the host's keeps the attributes that programs set and that do not matter here.
template <class T>
struct linear_texture : textureReference {
  const T* data;
  size_t count;
};

template <class T>
__device__ __forceinline__ T tex1Dfetch(const linear_texture<T>& texture, int index) {
  return static_cast<unsigned>(index) < texture.count ? texture.data[index] : T{};
}

template <class T>
hipError_t hipBindTexture(size_t* offset, const linear_texture<T>& texture, const void* memory,
                          size_t bytes = UINT_MAX) {
  if (offset != nullptr) *offset = 0;
  struct {
    const T* data;
    size_t count;
  } bound = {static_cast<const T*>(memory), bytes / sizeof(T)};
  const size_t place = reinterpret_cast<const char*>(&texture.data) -
                       reinterpret_cast<const char*>(&texture);
  return ::hipMemcpyToSymbol(static_cast<const void*>(&texture), &bound, sizeof(bound), place,
                             hipMemcpyHostToDevice);
}

template <class T>
hipError_t hipBindTexture(size_t* offset, const linear_texture<T>& texture, const void* memory,
                          const hipChannelFormatDesc&, size_t bytes = UINT_MAX) {
  return hipBindTexture(offset, texture, memory, bytes);
}

template <class T>
hipError_t hipBindTexture(size_t* offset, const linear_texture<T>* texture, const void* memory,
                          const hipChannelFormatDesc*, size_t bytes = UINT_MAX) {
  return hipBindTexture(offset, *texture, memory, bytes);
}

template <class T>
hipError_t hipUnbindTexture(const linear_texture<T>& texture) {
  return hipBindTexture(nullptr, texture, nullptr, 0);
}

template <class T>
hipError_t hipUnbindTexture(const linear_texture<T>* texture) {
  return hipUnbindTexture(*texture);
}

template <class T>
hipError_t hipGetTextureAlignmentOffset(size_t* offset, const linear_texture<T>&) {
  *offset = 0;
  return hipSuccess;
}

template <class T>
hipError_t hipGetTextureAlignmentOffset(size_t* offset, const linear_texture<T>*) {
  *offset = 0;
  return hipSuccess;
}

}  // namespace porter

#endif  // defined(__HIP__) && !defined(__HIPCC_RTC__)
