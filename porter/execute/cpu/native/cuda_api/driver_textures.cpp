// Textures of CUDA's driver API, which HIP's describes alike. References are there for modules of older compilers: device
// code that CUDA 12 compiles has none.
#define __CUDA_API_VERSION_INTERNAL // every version under its own name
#include <cuda.h>

extern "C" {

#define AS(name, target, parameters, arguments)                                                                  \
  CUresult target parameters;                                                                                    \
  CUresult name parameters { return target arguments; }
AS(cuTexObjectCreate, hipTexObjectCreate, (CUtexObject *texObject, const CUDA_RESOURCE_DESC *resDesc,
   const CUDA_TEXTURE_DESC *texDesc, const CUDA_RESOURCE_VIEW_DESC *resViewDesc),
   (texObject, resDesc, texDesc, resViewDesc))
AS(cuTexObjectDestroy, hipTexObjectDestroy, (CUtexObject texObject), (texObject))
AS(cuTexObjectGetResourceDesc, hipTexObjectGetResourceDesc, (CUDA_RESOURCE_DESC *resDesc, CUtexObject texObject),
   (resDesc, texObject))
AS(cuTexObjectGetTextureDesc, hipTexObjectGetTextureDesc, (CUDA_TEXTURE_DESC *texDesc, CUtexObject texObject),
   (texDesc, texObject))
AS(cuTexObjectGetResourceViewDesc, hipTexObjectGetResourceViewDesc, (CUDA_RESOURCE_VIEW_DESC *resViewDesc,
   CUtexObject texObject), (resViewDesc, texObject))
AS(cuModuleGetTexRef, hipModuleGetTexRef, (CUtexref *texRef, CUmodule module, const char *name),
   (texRef, module, name))
AS(cuTexRefSetArray, hipTexRefSetArray, (CUtexref reference, CUarray array, unsigned flags),
   (reference, array, flags))
AS(cuTexRefSetAddressMode, hipTexRefSetAddressMode, (CUtexref reference, int dim, CUaddress_mode am),
   (reference, dim, am))
AS(cuTexRefSetFilterMode, hipTexRefSetFilterMode, (CUtexref reference, CUfilter_mode fm), (reference, fm))
AS(cuTexRefSetFlags, hipTexRefSetFlags, (CUtexref reference, unsigned flags), (reference, flags))
AS(cuTexRefSetFormat, hipTexRefSetFormat, (CUtexref reference, CUarray_format fmt, int numPackedComponents),
   (reference, fmt, numPackedComponents))
AS(cuTexRefGetArray, hipTexRefGetArray, (CUarray *array, CUtexref reference), (array, reference))
AS(cuTexRefGetAddressMode, hipTexRefGetAddressMode, (CUaddress_mode *pam, CUtexref reference, int dim),
   (pam, reference, dim))
AS(cuTexRefGetFilterMode, hipTexRefGetFilterMode, (CUfilter_mode *pfm, CUtexref reference), (pfm, reference))
AS(cuTexRefGetFlags, hipTexRefGetFlags, (unsigned *flags, CUtexref reference), (flags, reference))
AS(cuTexRefGetFormat, hipTexRefGetFormat, (CUarray_format *format, int *numChannels, CUtexref reference),
   (format, numChannels, reference))
AS(cuTexRefSetMipmappedArray, hipTexRefSetMipmappedArray, (CUtexref reference, CUmipmappedArray mipmappedArray,
   unsigned flags), (reference, mipmappedArray, flags))
AS(cuTexRefSetAddress_v2, hipTexRefSetAddress, (size_t *byteOffset, CUtexref reference, CUdeviceptr dptr,
   size_t bytes), (byteOffset, reference, dptr, bytes))
AS(cuTexRefSetAddress2D_v3, hipTexRefSetAddress2D, (CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *desc,
   CUdeviceptr dptr, size_t pitch), (reference, desc, dptr, pitch))
AS(cuTexRefGetAddress_v2, hipTexRefGetAddress, (CUdeviceptr *pdptr, CUtexref reference), (pdptr, reference))
}
