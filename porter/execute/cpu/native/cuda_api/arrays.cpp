// Arrays, textures and surfaces of CUDA's runtime API. Their descriptors begin with HIP's members in HIP's order.
#include <cuda_runtime_api.h>

extern "C" {

#define FORWARD(name, parameters, arguments)                                                                     \
  cudaError_t hip##name parameters;                                                                              \
  cudaError_t cuda##name parameters { return hip##name arguments; }
FORWARD(MallocArray, (cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height,
                      unsigned flags), (array, format, width, height, flags))
FORWARD(Malloc3DArray, (cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent, unsigned flags),
        (array, format, extent, flags))
FORWARD(FreeArray, (cudaArray_t array), (array))
FORWARD(ArrayGetInfo, (cudaChannelFormatDesc *format, cudaExtent *extent, unsigned *flags, cudaArray_t array),
        (format, extent, flags, array))
FORWARD(GetChannelDesc, (cudaChannelFormatDesc *format, cudaArray_const_t array), (format, array))
FORWARD(Memcpy2DToArray, (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                          size_t height, cudaMemcpyKind kind), (to, x, y, from, pitch, width, height, kind))
FORWARD(Memcpy2DToArrayAsync, (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                               size_t height, cudaMemcpyKind kind, cudaStream_t stream),
        (to, x, y, from, pitch, width, height, kind, stream))
FORWARD(Memcpy2DFromArray, (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                            size_t height, cudaMemcpyKind kind), (to, pitch, from, x, y, width, height, kind))
FORWARD(Memcpy2DFromArrayAsync, (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                 size_t height, cudaMemcpyKind kind, cudaStream_t stream),
        (to, pitch, from, x, y, width, height, kind, stream))
FORWARD(MemcpyToArray, (cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, cudaMemcpyKind kind),
        (to, x, y, from, bytes, kind))
FORWARD(MemcpyFromArray, (void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind),
        (to, from, x, y, bytes, kind))
FORWARD(Memcpy2DArrayToArray, (cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t x, size_t y,
                               size_t width, size_t height, cudaMemcpyKind kind),
        (to, toX, toY, from, x, y, width, height, kind))
FORWARD(GetTextureObjectResourceDesc, (cudaResourceDesc *resource, cudaTextureObject_t object), (resource, object))
FORWARD(GetTextureObjectResourceViewDesc, (cudaResourceViewDesc *view, cudaTextureObject_t object), (view, object))
FORWARD(MallocMipmappedArray, (cudaMipmappedArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                               unsigned levels, unsigned flags), (array, format, extent, levels, flags))
FORWARD(FreeMipmappedArray, (cudaMipmappedArray_t array), (array))
FORWARD(GetMipmappedArrayLevel, (cudaArray_t *level, cudaMipmappedArray_const_t array, unsigned index),
        (level, array, index))
FORWARD(Memcpy3D, (const cudaMemcpy3DParms *copy), (copy))
FORWARD(Memcpy3DAsync, (const cudaMemcpy3DParms *copy, cudaStream_t stream), (copy, stream))
FORWARD(CreateTextureObject, (cudaTextureObject_t *object, const cudaResourceDesc *resource,
                              const cudaTextureDesc *how, const cudaResourceViewDesc *view),
        (object, resource, how, view))
FORWARD(DestroyTextureObject, (cudaTextureObject_t object), (object))
FORWARD(CreateSurfaceObject, (cudaSurfaceObject_t *object, const cudaResourceDesc *resource), (object, resource))
FORWARD(DestroySurfaceObject, (cudaSurfaceObject_t object), (object))
#undef FORWARD

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
}
