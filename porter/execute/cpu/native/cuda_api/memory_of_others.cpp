// CUDA's names for memory that is reserved and mapped by hand, that other processes or devices have, and for what is
// refused. Structures and flags are HIP's.
#include "../hip_api/refusal.h"

using namespace porter::hip;

extern "C" {

#define AS(name, target, parameters, arguments)                                                                  \
  hipError_t name parameters { return target arguments; }
using Handle = hipMemGenericAllocationHandle_t;
AS(cuMemGetAllocationGranularity, hipMemGetAllocationGranularity,
   (size_t *bytes, const hipMemAllocationProp *properties, hipMemAllocationGranularity_flags option),
   (bytes, properties, option))
AS(cuMemAddressReserve, hipMemAddressReserve,
   (void **pointer, size_t bytes, size_t alignment, void *wish, unsigned long long flags),
   (pointer, bytes, alignment, wish, flags))
AS(cuMemAddressFree, hipMemAddressFree, (void *pointer, size_t bytes), (pointer, bytes))
AS(cuMemCreate, hipMemCreate,
   (Handle *handle, size_t bytes, const hipMemAllocationProp *properties, unsigned long long flags),
   (handle, bytes, properties, flags))
AS(cuMemRelease, hipMemRelease, (Handle handle), (handle))
AS(cuMemMap, hipMemMap, (void *pointer, size_t bytes, size_t offset, Handle handle, unsigned long long flags),
   (pointer, bytes, offset, handle, flags))
AS(cuMemUnmap, hipMemUnmap, (void *pointer, size_t bytes), (pointer, bytes))
AS(cuMemSetAccess, hipMemSetAccess, (void *pointer, size_t bytes, const hipMemAccessDesc *access, size_t count),
   (pointer, bytes, access, count))
AS(cuMemGetAccess, hipMemGetAccess, (unsigned long long *flags, const hipMemLocation *location, void *pointer),
   (flags, location, pointer))
AS(cuMemExportToShareableHandle, hipMemExportToShareableHandle,
   (void *shared, Handle handle, hipMemAllocationHandleType kind, unsigned long long flags),
   (shared, handle, kind, flags))
AS(cuMemImportFromShareableHandle, hipMemImportFromShareableHandle,
   (Handle *handle, void *shared, hipMemAllocationHandleType kind), (handle, shared, kind))
AS(cuMemRetainAllocationHandle, hipMemRetainAllocationHandle, (Handle *handle, void *pointer), (handle, pointer))
AS(cuMemGetAllocationPropertiesFromHandle, hipMemGetAllocationPropertiesFromHandle,
   (hipMemAllocationProp *properties, Handle handle), (properties, handle))

/// The runtime's names and the driver's are of one function.
#define BOTH(runtime, driver, target, parameters, arguments)                                                     \
  AS(runtime, target, parameters, arguments)                                                                     \
  AS(driver, target, parameters, arguments)
BOTH(cudaIpcGetMemHandle, cuIpcGetMemHandle, hipIpcGetMemHandle, (hipIpcMemHandle_t *handle, void *pointer),
     (handle, pointer))
BOTH(cudaIpcOpenMemHandle, cuIpcOpenMemHandle_v2, hipIpcOpenMemHandle,
     (void **pointer, hipIpcMemHandle_t handle, unsigned flags), (pointer, handle, flags))
BOTH(cudaIpcCloseMemHandle, cuIpcCloseMemHandle, hipIpcCloseMemHandle, (void *pointer), (pointer))
BOTH(cudaIpcGetEventHandle, cuIpcGetEventHandle, hipIpcGetEventHandle, (hipIpcEventHandle_t *handle, hipEvent_t event),
     (handle, event))
BOTH(cudaIpcOpenEventHandle, cuIpcOpenEventHandle, hipIpcOpenEventHandle,
     (hipEvent_t *event, hipIpcEventHandle_t handle), (event, handle))
BOTH(cudaDeviceGetByPCIBusId, cuDeviceGetByPCIBusId, hipDeviceGetByPCIBusId, (int *device, const char *text),
     (device, text))
BOTH(cudaDeviceGetP2PAttribute, cuDeviceGetP2PAttribute, hipDeviceGetP2PAttribute,
     (int *value, hipDeviceP2PAttr attribute, int device, int peer), (value, attribute, device, peer))
AS(cuDeviceCanAccessPeer, hipDeviceCanAccessPeer, (int *can, int device, int peer), (can, device, peer))
AS(cuCtxEnablePeerAccess, hipCtxEnablePeerAccess, (hipCtx_t peer, unsigned flags), (peer, flags))
AS(cuCtxDisablePeerAccess, hipCtxDisablePeerAccess, (hipCtx_t peer), (peer))

#define FORWARD(name, parameters, arguments) AS(cuda##name, hip##name, parameters, arguments)
FORWARD(MemcpyPeerAsync, (void *to, int a, const void *from, int b, size_t bytes, hipStream_t stream),
        (to, a, from, b, bytes, stream))
FORWARD(Memset2DAsync, (void *to, size_t pitch, int value, size_t width, size_t height, hipStream_t stream),
        (to, pitch, value, width, height, stream))
FORWARD(Memset3DAsync, (hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream), (to, value, extent, stream))
FORWARD(MemAdvise, (const void *pointer, size_t bytes, hipMemoryAdvise advice, int device),
        (pointer, bytes, advice, device))
FORWARD(StreamGetDevice, (hipStream_t stream, int *device), (stream, device))
FORWARD(GetDeviceFlags, (unsigned *flags), (flags))
FORWARD(DeviceGetCacheConfig, (hipFuncCache_t *config), (config))
FORWARD(DeviceGetSharedMemConfig, (hipSharedMemConfig *config), (config))
FORWARD(DeviceSetSharedMemConfig, (hipSharedMemConfig config), (config))
FORWARD(FuncSetSharedMemConfig, (const void *function, hipSharedMemConfig config), (function, config))
FORWARD(SetValidDevices, (int *devices, int count), (devices, count))
FORWARD(MemPoolExportToShareableHandle, (void *shared, hipMemPool_t pool, hipMemAllocationHandleType kind, unsigned flags),
        (shared, pool, kind, flags))
FORWARD(MemPoolImportFromShareableHandle,
        (hipMemPool_t *pool, void *shared, hipMemAllocationHandleType kind, unsigned flags), (pool, shared, kind, flags))
FORWARD(MemPoolExportPointer, (hipMemPoolPtrExportData *data, void *pointer), (data, pointer))
FORWARD(MemPoolImportPointer, (void **pointer, hipMemPool_t pool, hipMemPoolPtrExportData *data), (pointer, pool, data))
AS(cudaThreadGetLimit, hipDeviceGetLimit, (size_t *value, hipLimit_t limit), (value, limit))
AS(cudaThreadSetLimit, hipDeviceSetLimit, (hipLimit_t limit, size_t value), (limit, value))
AS(cudaThreadGetCacheConfig, hipDeviceGetCacheConfig, (hipFuncCache_t *config), (config))
AS(cudaThreadSetCacheConfig, hipDeviceSetCacheConfig, (hipFuncCache_t config), (config))
hipError_t cudaThreadSynchronize() { return hipDeviceSynchronize(); }
hipError_t cudaThreadExit() { return hipDeviceReset(); }

REFUSED(cudaImportExternalMemory, (void **, const void *))
REFUSED(cudaDestroyExternalMemory, (void *))
REFUSED(cudaExternalMemoryGetMappedBuffer, (void **, void *, const void *))
REFUSED(cudaExternalMemoryGetMappedMipmappedArray, (void **, void *, const void *))
REFUSED(cudaImportExternalSemaphore, (void **, const void *))
REFUSED(cudaDestroyExternalSemaphore, (void *))
REFUSED(cudaSignalExternalSemaphoresAsync_v2, (void *const *, const void *, unsigned, hipStream_t))
REFUSED(cudaWaitExternalSemaphoresAsync_v2, (void *const *, const void *, unsigned, hipStream_t))
REFUSED(cuImportExternalMemory, (void **, const void *))
REFUSED(cuDestroyExternalMemory, (void *))
REFUSED(cuExternalMemoryGetMappedBuffer, (void **, void *, const void *))
REFUSED(cuImportExternalSemaphore, (void **, const void *))
REFUSED(cuDestroyExternalSemaphore, (void *))
REFUSED(cuSignalExternalSemaphoresAsync, (void *const *, const void *, unsigned, hipStream_t))
REFUSED(cuWaitExternalSemaphoresAsync, (void *const *, const void *, unsigned, hipStream_t))
}
