// What no processor can stand in for: memory and semaphores of graphics APIs, and mipmaps. Programs get the code that
// the vendors have for devices without them.
#include "refusal.h"

extern "C" {

REFUSED(hipImportExternalMemory, (hipExternalMemory_t *, const hipExternalMemoryHandleDesc *))
REFUSED(hipDestroyExternalMemory, (hipExternalMemory_t))
REFUSED(hipExternalMemoryGetMappedBuffer, (void **, hipExternalMemory_t, const hipExternalMemoryBufferDesc *))
REFUSED(hipExternalMemoryGetMappedMipmappedArray,
        (hipMipmappedArray_t *, hipExternalMemory_t, const hipExternalMemoryMipmappedArrayDesc *))
REFUSED(hipImportExternalSemaphore, (hipExternalSemaphore_t *, const hipExternalSemaphoreHandleDesc *))
REFUSED(hipDestroyExternalSemaphore, (hipExternalSemaphore_t))
REFUSED(hipSignalExternalSemaphoresAsync,
        (const hipExternalSemaphore_t *, const hipExternalSemaphoreSignalParams *, unsigned, hipStream_t))
REFUSED(hipWaitExternalSemaphoresAsync,
        (const hipExternalSemaphore_t *, const hipExternalSemaphoreWaitParams *, unsigned, hipStream_t))
#define REFUSED_NODES(name, Parameters)                                                                          \
  REFUSED(hipGraphAdd##name, (hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const Parameters *)) \
  REFUSED(hipGraph##name##GetParams, (hipGraphNode_t, Parameters *))                                             \
  REFUSED(hipGraph##name##SetParams, (hipGraphNode_t, const Parameters *))                                       \
  REFUSED(hipGraphExec##name##SetParams, (hipGraphExec_t, hipGraphNode_t, const Parameters *))
REFUSED_NODES(ExternalSemaphoresSignalNode, hipExternalSemaphoreSignalNodeParams)
REFUSED_NODES(ExternalSemaphoresWaitNode, hipExternalSemaphoreWaitNodeParams)
#undef REFUSED_NODES
REFUSED(hipMallocMipmappedArray,
        (hipMipmappedArray_t *, const hipChannelFormatDesc *, hipExtent, unsigned, unsigned))
REFUSED(hipFreeMipmappedArray, (hipMipmappedArray_t))
REFUSED(hipGetMipmappedArrayLevel, (hipArray_t *, hipMipmappedArray_const_t, unsigned))
REFUSED(hipMipmappedArrayCreate, (hipMipmappedArray_t *, HIP_ARRAY3D_DESCRIPTOR *, unsigned))
REFUSED(hipMipmappedArrayDestroy, (hipMipmappedArray_t))
REFUSED(hipMipmappedArrayGetLevel, (hipArray_t *, hipMipmappedArray_t, unsigned))
REFUSED(hipMemMapArrayAsync, (hipArrayMapInfo *, unsigned, hipStream_t))
REFUSED(hipMemPoolExportToShareableHandle, (void *, hipMemPool_t, hipMemAllocationHandleType, unsigned))
REFUSED(hipMemPoolImportFromShareableHandle, (hipMemPool_t *, void *, hipMemAllocationHandleType, unsigned))
REFUSED(hipMemPoolExportPointer, (hipMemPoolPtrExportData *, void *))
REFUSED(hipMemPoolImportPointer, (void **, hipMemPool_t, hipMemPoolPtrExportData *))
}
