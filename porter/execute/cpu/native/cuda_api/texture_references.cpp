// Texture references of CUDA's runtime API, which CUDA 12 has no longer: those of HIP's, for the declarations of
// include/cuda_texture_references.h.
#include <cuda_runtime_api.h>

struct textureReference;

extern "C" {

void __hipRegisterTexture(void **, void *, char *, char *, int, int, int);
void __cudaRegisterTexture(void **handle, void *variable, char *address, char *name, int type, int isNormalized,
                           int isExternal) {
  __hipRegisterTexture(handle, variable, address, name, type, isNormalized, isExternal);
}

#define FORWARD(name, parameters, arguments)                                                                     \
  cudaError_t hip##name parameters;                                                                              \
  cudaError_t cuda##name parameters { return hip##name arguments; }
FORWARD(BindTexture, (size_t *offset, const textureReference *reference, const void *data,
                      const cudaChannelFormatDesc *format, size_t bytes), (offset, reference, data, format, bytes))
FORWARD(BindTexture2D, (size_t *offset, const textureReference *reference, const void *data,
                        const cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch),
        (offset, reference, data, format, width, height, pitch))
FORWARD(BindTextureToArray, (const textureReference *reference, cudaArray_const_t array,
                             const cudaChannelFormatDesc *format), (reference, array, format))
FORWARD(BindTextureToMipmappedArray, (const textureReference *reference, cudaMipmappedArray_const_t array,
                                      const cudaChannelFormatDesc *format), (reference, array, format))
FORWARD(UnbindTexture, (const textureReference *reference), (reference))
FORWARD(GetTextureAlignmentOffset, (size_t *offset, const textureReference *reference), (offset, reference))
FORWARD(GetTextureReference, (const textureReference **reference, const void *symbol), (reference, symbol))
#undef FORWARD
}
