// Memory, pools and arrays of CUDA's driver API that only forward to HIP's.
#define __CUDA_API_VERSION_INTERNAL // every version under its own name
#include <cuda.h>

extern "C" {

#define AS(name, target, parameters, arguments)                                                                  \
  CUresult target parameters;                                                                                    \
  CUresult name parameters { return target arguments; }
AS(cuDeviceGetDefaultMemPool, hipDeviceGetDefaultMemPool, (CUmemoryPool *pool, CUdevice device), (pool, device))
AS(cuDeviceGetMemPool, hipDeviceGetMemPool, (CUmemoryPool *pool, CUdevice device), (pool, device))
AS(cuDeviceSetMemPool, hipDeviceSetMemPool, (CUdevice device, CUmemoryPool pool), (device, pool))
AS(cuMemPoolDestroy, hipMemPoolDestroy, (CUmemoryPool pool), (pool))
AS(cuMemPoolSetAttribute, hipMemPoolSetAttribute, (CUmemoryPool pool, CUmemPool_attribute attr, void *value),
   (pool, attr, value))
AS(cuMemPoolGetAttribute, hipMemPoolGetAttribute, (CUmemoryPool pool, CUmemPool_attribute attr, void *value),
   (pool, attr, value))
AS(cuMemPoolTrimTo, hipMemPoolTrimTo, (CUmemoryPool pool, size_t minBytesToKeep), (pool, minBytesToKeep))
AS(cuMemPoolSetAccess, hipMemPoolSetAccess, (CUmemoryPool pool, const CUmemAccessDesc *map, size_t count),
   (pool, map, count))
AS(cuMemPoolGetAccess, hipMemPoolGetAccess, (CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location),
   (flags, memPool, location))
AS(cuMemPoolCreate, hipMemPoolCreate, (CUmemoryPool *pool, const CUmemPoolProps *poolProps), (pool, poolProps))
AS(cuMemPoolExportPointer, hipMemPoolExportPointer, (CUmemPoolPtrExportData *shareData, CUdeviceptr ptr),
   (shareData, ptr))
AS(cuMemPoolImportPointer, hipMemPoolImportPointer, (CUdeviceptr *ptr, CUmemoryPool pool,
   CUmemPoolPtrExportData *shareData), (ptr, pool, shareData))
AS(cuMemPoolExportToShareableHandle, hipMemPoolExportToShareableHandle, (void *handle, CUmemoryPool pool,
   CUmemAllocationHandleType handleType, unsigned long long flags), (handle, pool, handleType, flags))
AS(cuMemPoolImportFromShareableHandle, hipMemPoolImportFromShareableHandle, (CUmemoryPool *pool, void *handle,
   CUmemAllocationHandleType handleType, unsigned long long flags), (pool, handle, handleType, flags))
AS(cuMemPrefetchAsync, hipMemPrefetchAsync, (CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream stream),
   (devPtr, count, dstDevice, stream))
AS(cuMemAdvise, hipMemAdvise, (CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device),
   (devPtr, count, advice, device))
AS(cuPointerGetAttribute, hipPointerGetAttribute, (void *data, CUpointer_attribute attribute, CUdeviceptr ptr),
   (data, attribute, ptr))
AS(cuPointerSetAttribute, hipPointerSetAttribute, (const void *value, CUpointer_attribute attribute, CUdeviceptr ptr),
   (value, attribute, ptr))
AS(cuStreamAttachMemAsync, hipStreamAttachMemAsync, (CUstream stream, CUdeviceptr dptr, size_t length,
   unsigned flags), (stream, dptr, length, flags))
AS(cuArrayDestroy, hipArrayDestroy, (CUarray array), (array))
AS(cuMemMapArrayAsync, hipMemMapArrayAsync, (CUarrayMapInfo *mapInfoList, unsigned count, CUstream stream),
   (mapInfoList, count, stream))
AS(cuMemsetD2D8Async, hipMemsetD2D8Async, (CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t width,
   size_t height, CUstream stream), (dstDevice, dstPitch, uc, width, height, stream))
AS(cuMemsetD2D16Async, hipMemsetD2D16Async, (CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t width,
   size_t height, CUstream stream), (dstDevice, dstPitch, us, width, height, stream))
AS(cuMemsetD2D32Async, hipMemsetD2D32Async, (CUdeviceptr dstDevice, size_t dstPitch, unsigned ui, size_t width,
   size_t height, CUstream stream), (dstDevice, dstPitch, ui, width, height, stream))
AS(cuMipmappedArrayDestroy, hipMipmappedArrayDestroy, (CUmipmappedArray mipmappedArray), (mipmappedArray))
AS(cuMipmappedArrayGetLevel, hipMipmappedArrayGetLevel, (CUarray *levelArray, CUmipmappedArray mipmappedArray,
   unsigned level), (levelArray, mipmappedArray, level))
AS(cuMipmappedArrayCreate, hipMipmappedArrayCreate, (CUmipmappedArray *handle,
   const CUDA_ARRAY3D_DESCRIPTOR *mipmappedArrayDesc, unsigned numMipmapLevels),
   (handle, mipmappedArrayDesc, numMipmapLevels))
AS(cuArrayCreate_v2, hipArrayCreate, (CUarray *handle, const CUDA_ARRAY_DESCRIPTOR *allocateArray),
   (handle, allocateArray))
AS(cuArray3DCreate_v2, hipArray3DCreate, (CUarray *handle, const CUDA_ARRAY3D_DESCRIPTOR *allocateArray),
   (handle, allocateArray))
AS(cuArrayGetDescriptor_v2, hipArrayGetDescriptor, (CUDA_ARRAY_DESCRIPTOR *arrayDescriptor, CUarray array),
   (arrayDescriptor, array))
AS(cuArray3DGetDescriptor_v2, hipArray3DGetDescriptor, (CUDA_ARRAY3D_DESCRIPTOR *arrayDescriptor, CUarray array),
   (arrayDescriptor, array))
AS(cuMemAllocPitch_v2, hipMemAllocPitch, (CUdeviceptr *dptr, size_t *pitch, size_t widthInBytes, size_t height,
   unsigned elementSizeBytes), (dptr, pitch, widthInBytes, height, elementSizeBytes))
AS(cuMemsetD2D8_v2, hipMemsetD2D8, (CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t width,
   size_t height), (dstDevice, dstPitch, uc, width, height))
AS(cuMemsetD2D16_v2, hipMemsetD2D16, (CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t width,
   size_t height), (dstDevice, dstPitch, us, width, height))
AS(cuMemsetD2D32_v2, hipMemsetD2D32, (CUdeviceptr dstDevice, size_t dstPitch, unsigned ui, size_t width,
   size_t height), (dstDevice, dstPitch, ui, width, height))
AS(cuMemcpyHtoA_v2, hipMemcpyHtoA, (CUarray dstArray, size_t dstOffset, const void *srcHost, size_t byteCount),
   (dstArray, dstOffset, srcHost, byteCount))
AS(cuMemcpyAtoH_v2, hipMemcpyAtoH, (void *dstHost, CUarray srcArray, size_t srcOffset, size_t byteCount),
   (dstHost, srcArray, srcOffset, byteCount))
AS(cuMemcpyDtoA_v2, hipMemcpyDtoA, (CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t byteCount),
   (dstArray, dstOffset, srcDevice, byteCount))
AS(cuMemcpyAtoD_v2, hipMemcpyAtoD, (CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t byteCount),
   (dstDevice, srcArray, srcOffset, byteCount))
AS(cuMemcpyAtoA_v2, hipMemcpyAtoA, (CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset,
   size_t byteCount), (dstArray, dstOffset, srcArray, srcOffset, byteCount))
AS(cuMemcpyHtoAAsync_v2, hipMemcpyHtoAAsync, (CUarray dstArray, size_t dstOffset, const void *srcHost,
   size_t byteCount, CUstream stream), (dstArray, dstOffset, srcHost, byteCount, stream))
AS(cuMemcpyAtoHAsync_v2, hipMemcpyAtoHAsync, (void *dstHost, CUarray srcArray, size_t srcOffset, size_t byteCount,
   CUstream stream), (dstHost, srcArray, srcOffset, byteCount, stream))
AS(cuMemAllocFromPoolAsync, hipMallocFromPoolAsync, (CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool,
   CUstream stream), (dptr, bytesize, pool, stream))
AS(cuMemHostGetDevicePointer_v2, hipHostGetDevicePointer, (CUdeviceptr *pdptr, void *p, unsigned flags),
   (pdptr, p, flags))
AS(cuMemHostGetFlags, hipHostGetFlags, (unsigned *flags, void *p), (flags, p))
AS(cuMemHostRegister_v2, hipHostRegister, (void *p, size_t bytesize, unsigned flags), (p, bytesize, flags))
AS(cuMemHostUnregister, hipHostUnregister, (void *p), (p))
AS(cuPointerGetAttributes, hipDrvPointerGetAttributes, (unsigned numAttributes, CUpointer_attribute *attributes,
   void **data, CUdeviceptr ptr), (numAttributes, attributes, data, ptr))
AS(cuExternalMemoryGetMappedMipmappedArray, hipExternalMemoryGetMappedMipmappedArray, (CUmipmappedArray *mipmap,
   CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc),
   (mipmap, extMem, mipmapDesc))
AS(cuMemPrefetchAsync_v2, hipMemPrefetchAsync_v2, (CUdeviceptr devPtr, size_t count, CUmemLocation location,
   unsigned flags, CUstream stream), (devPtr, count, location, flags, stream))
AS(cuMemAdvise_v2, hipMemAdvise_v2, (CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location),
   (devPtr, count, advice, location))
}
