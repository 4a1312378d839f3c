// Texture references, which CUDA 11 declares and CUDA 12 has no longer (CUDA C++ Programming Guide 11, "Texture
// Reference API"). Included where a source names them: the name `texture` is a program's own otherwise. On the device a
// reference is the handle of the texture that the host last bound, which is how clang compiles its type.
#pragma once

#if CUDART_VERSION >= 12000
#include <limits.h>

// Laid out as HIP's is, whose functions the executor's are.
struct textureReference {
  int normalized = 0;
  enum cudaTextureReadMode readMode = cudaReadModeElementType;
  enum cudaTextureFilterMode filterMode = cudaFilterModePoint;
  enum cudaTextureAddressMode addressMode[3] = {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp};
  struct cudaChannelFormatDesc channelDesc = {0, 0, 0, 0, cudaChannelFormatKindNone};
  int sRGB = 0;
  unsigned maxAnisotropy = 0;
  enum cudaTextureFilterMode mipmapFilterMode = cudaFilterModePoint;
  float mipmapLevelBias = 0;
  float minMipmapLevelClamp = 0;
  float maxMipmapLevelClamp = 0;
  cudaTextureObject_t porterObject = 0;
  int porterChannels = 0;
  int porterFormat = 0;
};

template <class T, int type = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  __host__ texture(int isNormalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                   enum cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(isNormalized, filter, address, cudaCreateChannelDesc<T>()) {}
  __host__ texture(int isNormalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                   struct cudaChannelFormatDesc format) {
    normalized = isNormalized;
    readMode = mode;
    filterMode = filter;
    for (enum cudaTextureAddressMode &axis : addressMode)
      axis = address;
    channelDesc = format;
  }
};

// ---- The host's functions ----

extern "C" {
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference, const void *data,
                            const struct cudaChannelFormatDesc *format, size_t bytes = UINT_MAX);
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference, const void *data,
                              const struct cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *reference, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *format);
cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *reference, cudaMipmappedArray_const_t array,
                                            const struct cudaChannelFormatDesc *format);
cudaError_t cudaUnbindTexture(const struct textureReference *reference);
cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *reference);
cudaError_t cudaGetTextureReference(const struct textureReference **reference, const void *symbol);
}

#define PORTER_OF_TEXTURES template <class T, int type, enum cudaTextureReadMode mode>
#define PORTER_REFERENCE const struct texture<T, type, mode> &reference

PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaBindTexture(size_t *offset, PORTER_REFERENCE, const void *data,
                                                                      const struct cudaChannelFormatDesc &format,
                                                                      size_t bytes = UINT_MAX) {
  return ::cudaBindTexture(offset, &reference, data, &format, bytes);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaBindTexture(size_t *offset, PORTER_REFERENCE, const void *data,
                                                                      size_t bytes = UINT_MAX) {
  return ::cudaBindTexture(offset, &reference, data, &reference.channelDesc, bytes);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaBindTexture2D(size_t *offset, PORTER_REFERENCE,
                                                                        const void *data,
                                                                        const struct cudaChannelFormatDesc &format,
                                                                        size_t width, size_t height, size_t pitch) {
  return ::cudaBindTexture2D(offset, &reference, data, &format, width, height, pitch);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaBindTexture2D(size_t *offset, PORTER_REFERENCE,
                                                                        const void *data, size_t width, size_t height,
                                                                        size_t pitch) {
  return ::cudaBindTexture2D(offset, &reference, data, &reference.channelDesc, width, height, pitch);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaBindTextureToArray(
    PORTER_REFERENCE, cudaArray_const_t array, const struct cudaChannelFormatDesc &format) {
  return ::cudaBindTextureToArray(&reference, array, &format);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaBindTextureToArray(PORTER_REFERENCE,
                                                                             cudaArray_const_t array) {
  return ::cudaBindTextureToArray(&reference, array, &reference.channelDesc);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaBindTextureToMipmappedArray(
    PORTER_REFERENCE, cudaMipmappedArray_const_t array, const struct cudaChannelFormatDesc &format) {
  return ::cudaBindTextureToMipmappedArray(&reference, array, &format);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaUnbindTexture(PORTER_REFERENCE) {
  return ::cudaUnbindTexture(&reference);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, PORTER_REFERENCE) {
  return ::cudaGetTextureAlignmentOffset(offset, &reference);
}
PORTER_OF_TEXTURES static inline __host__ cudaError_t cudaGetTextureReference(const struct textureReference **found,
                                                                              PORTER_REFERENCE) {
  return ::cudaGetTextureReference(found, &reference);
}
#undef PORTER_REFERENCE

// ---- What device code reads: as of the texture object ----

template <class T, enum cudaTextureReadMode mode> struct PorterTexel {
  typedef T type;
};
template <class T> struct PorterTexel<T, cudaReadModeNormalizedFloat> {
  typedef typename __nv_tex_rmnf_ret<T>::type type;
};
PORTER_OF_TEXTURES static __device__ __forceinline__ cudaTextureObject_t
porter_texture_of(struct texture<T, type, mode> reference) {
  cudaTextureObject_t object;
  asm("mov.b64 %0, %1;" : "=l"(object) : "l"(reference));
  return object;
}

#define PORTER_FETCH(name)                                                                                       \
  template <class T, int type, enum cudaTextureReadMode mode, class... Coordinates>                              \
  static __device__ __forceinline__ typename PorterTexel<T, mode>::type name(                                    \
      struct texture<T, type, mode> reference, Coordinates... coordinates) {                                     \
    return name<typename PorterTexel<T, mode>::type>(porter_texture_of(reference), coordinates...);              \
  }
PORTER_FETCH(tex1Dfetch)
PORTER_FETCH(tex1D)
PORTER_FETCH(tex2D)
PORTER_FETCH(tex3D)
PORTER_FETCH(tex1DLayered)
PORTER_FETCH(tex2DLayered)
PORTER_FETCH(texCubemap)
PORTER_FETCH(texCubemapLayered)
PORTER_FETCH(tex2Dgather)
PORTER_FETCH(tex1DLod)
PORTER_FETCH(tex2DLod)
PORTER_FETCH(tex3DLod)
PORTER_FETCH(tex1DGrad)
PORTER_FETCH(tex2DGrad)
PORTER_FETCH(tex3DGrad)
#undef PORTER_FETCH
#undef PORTER_OF_TEXTURES
#endif
