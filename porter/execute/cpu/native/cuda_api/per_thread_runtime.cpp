// CUDA's runtime API as programs call it that are compiled with -default-stream per-thread.
#define __CUDA_API_VERSION_INTERNAL // every version under its own name
#include <cuda_runtime_api.h>

/// No stream means that of the thread; the legacy one stays what it is by its name.
static cudaStream_t own(cudaStream_t stream) { return stream ? stream : cudaStreamPerThread; }

extern "C" {

#define PER_THREAD(name, suffix, parameters, arguments)                                                          \
  cudaError_t name##suffix parameters;                                                                            \
  cudaError_t name##suffix parameters { return name arguments; }
#define PTDS(name, parameters, arguments) PER_THREAD(name, _ptds, parameters, arguments)
#define PTSZ(name, parameters, arguments) PER_THREAD(name, _ptsz, parameters, arguments)
PTSZ(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, own(stream)))
PTSZ(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned flags), (event, own(stream), flags))
PTSZ(cudaFreeAsync, (void *devPtr, cudaStream_t stream), (devPtr, own(stream)))
PTSZ(cudaGraphInstantiateWithParams, (cudaGraphExec_t *graphExec, cudaGraph_t graph,
   cudaGraphInstantiateParams *instantiateParams), (graphExec, graph, instantiateParams))
PTSZ(cudaGraphLaunch, (cudaGraphExec_t graphExec, cudaStream_t stream), (graphExec, own(stream)))
PTSZ(cudaGraphUpload, (cudaGraphExec_t graphExec, cudaStream_t stream), (graphExec, own(stream)))
PTSZ(cudaLaunchCooperativeKernel, (const void *function, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem,
   cudaStream_t stream), (function, gridDim, blockDim, args, sharedMem, own(stream)))
PTSZ(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t fn, void *userData), (own(stream), fn, userData))
PTSZ(cudaLaunchKernel, (const void *function, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem,
   cudaStream_t stream), (function, gridDim, blockDim, args, sharedMem, own(stream)))
PTSZ(cudaMallocAsync, (void **devPtr, size_t size, cudaStream_t stream), (devPtr, size, own(stream)))
PTSZ(cudaMallocFromPoolAsync, (void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream),
   (ptr, size, memPool, own(stream)))
PTSZ(cudaMemPrefetchAsync, (const void *devPtr, size_t count, int dstDevice, cudaStream_t stream),
   (devPtr, count, dstDevice, own(stream)))
PTSZ(cudaMemPrefetchAsync_v2, (const void *devPtr, size_t count, cudaMemLocation location, unsigned flags,
   cudaStream_t stream), (devPtr, count, location, flags, own(stream)))
PTDS(cudaMemcpy, (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind), (dst, src, count, kind))
PTDS(cudaMemcpy2D, (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
   enum cudaMemcpyKind kind), (dst, dpitch, src, spitch, width, height, kind))
PTDS(cudaMemcpy2DArrayToArray, (cudaArray_t dst, size_t wOffsetDst, size_t offsetDst, cudaArray_const_t src,
   size_t wOffsetSrc, size_t offsetSrc, size_t width, size_t height, enum cudaMemcpyKind kind),
   (dst, wOffsetDst, offsetDst, src, wOffsetSrc, offsetSrc, width, height, kind))
PTSZ(cudaMemcpy2DAsync, (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
   enum cudaMemcpyKind kind, cudaStream_t stream), (dst, dpitch, src, spitch, width, height, kind, own(stream)))
PTDS(cudaMemcpy2DFromArray, (void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t offset,
   size_t width, size_t height, enum cudaMemcpyKind kind), (dst, dpitch, src, wOffset, offset, width, height, kind))
PTSZ(cudaMemcpy2DFromArrayAsync, (void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t offset,
   size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
   (dst, dpitch, src, wOffset, offset, width, height, kind, own(stream)))
PTDS(cudaMemcpy2DToArray, (cudaArray_t dst, size_t wOffset, size_t offset, const void *src, size_t spitch,
   size_t width, size_t height, enum cudaMemcpyKind kind), (dst, wOffset, offset, src, spitch, width, height, kind))
PTSZ(cudaMemcpy2DToArrayAsync, (cudaArray_t dst, size_t wOffset, size_t offset, const void *src, size_t spitch,
   size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
   (dst, wOffset, offset, src, spitch, width, height, kind, own(stream)))
PTDS(cudaMemcpy3D, (const cudaMemcpy3DParms *p), (p))
PTSZ(cudaMemcpy3DAsync, (const cudaMemcpy3DParms *p, cudaStream_t stream), (p, own(stream)))
PTDS(cudaMemcpy3DPeer, (const cudaMemcpy3DPeerParms *p), (p))
PTSZ(cudaMemcpy3DPeerAsync, (const cudaMemcpy3DPeerParms *p, cudaStream_t stream), (p, own(stream)))
PTSZ(cudaMemcpyAsync, (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream),
   (dst, src, count, kind, own(stream)))
PTDS(cudaMemcpyFromArray, (void *dst, cudaArray_const_t src, size_t wOffset, size_t offset, size_t count,
   enum cudaMemcpyKind kind), (dst, src, wOffset, offset, count, kind))
PTDS(cudaMemcpyFromSymbol, (void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind),
   (dst, symbol, count, offset, kind))
PTSZ(cudaMemcpyFromSymbolAsync, (void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind,
   cudaStream_t stream), (dst, symbol, count, offset, kind, own(stream)))
PTDS(cudaMemcpyToArray, (cudaArray_t dst, size_t wOffset, size_t offset, const void *src, size_t count,
   enum cudaMemcpyKind kind), (dst, wOffset, offset, src, count, kind))
PTDS(cudaMemcpyToSymbol, (const void *symbol, const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind),
   (symbol, src, count, offset, kind))
PTSZ(cudaMemcpyToSymbolAsync, (const void *symbol, const void *src, size_t count, size_t offset,
   enum cudaMemcpyKind kind, cudaStream_t stream), (symbol, src, count, offset, kind, own(stream)))
PTDS(cudaMemset, (void *devPtr, int value, size_t count), (devPtr, value, count))
PTDS(cudaMemset2D, (void *devPtr, size_t pitch, int value, size_t width, size_t height),
   (devPtr, pitch, value, width, height))
PTSZ(cudaMemset2DAsync, (void *devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
   (devPtr, pitch, value, width, height, own(stream)))
PTDS(cudaMemset3D, (cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent), (pitchedDevPtr, value, extent))
PTSZ(cudaMemset3DAsync, (cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream),
   (pitchedDevPtr, value, extent, own(stream)))
PTSZ(cudaMemsetAsync, (void *devPtr, int value, size_t count, cudaStream_t stream),
   (devPtr, value, count, own(stream)))
PTSZ(cudaSignalExternalSemaphoresAsync_v2, (const cudaExternalSemaphore_t *extSemArray,
   const cudaExternalSemaphoreSignalParams *paramsArray, unsigned numExtSems, cudaStream_t stream),
   (extSemArray, paramsArray, numExtSems, own(stream)))
PTSZ(cudaStreamAddCallback, (cudaStream_t stream, cudaStreamCallback_t callback, void *userData, unsigned flags),
   (own(stream), callback, userData, flags))
PTSZ(cudaStreamAttachMemAsync, (cudaStream_t stream, void *devPtr, size_t length, unsigned flags),
   (own(stream), devPtr, length, flags))
PTSZ(cudaStreamBeginCapture, (cudaStream_t stream, enum cudaStreamCaptureMode mode), (own(stream), mode))
PTSZ(cudaStreamBeginCaptureToGraph, (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *before,
   const cudaGraphEdgeData *dependencyData, size_t count, enum cudaStreamCaptureMode mode),
   (own(stream), graph, before, dependencyData, count, mode))
PTSZ(cudaStreamCopyAttributes, (cudaStream_t dstStream, cudaStream_t srcStream), (own(dstStream), own(srcStream)))
PTSZ(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph), (own(stream), graph))
PTSZ(cudaStreamGetAttribute, (cudaStream_t stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value),
   (own(stream), attr, value))
PTSZ(cudaStreamGetCaptureInfo_v2, (cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus,
   unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **dependencies, size_t *numDependencies),
   (own(stream), captureStatus, id, graph, dependencies, numDependencies))
PTSZ(cudaStreamGetFlags, (cudaStream_t stream, unsigned *flags), (own(stream), flags))
PTSZ(cudaStreamGetId, (cudaStream_t stream, unsigned long long *streamId), (own(stream), streamId))
PTSZ(cudaStreamGetPriority, (cudaStream_t stream, int *priority), (own(stream), priority))
PTSZ(cudaStreamIsCapturing, (cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus),
   (own(stream), captureStatus))
PTSZ(cudaStreamQuery, (cudaStream_t stream), (own(stream)))
PTSZ(cudaStreamSetAttribute, (cudaStream_t stream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue *param),
   (own(stream), attr, param))
PTSZ(cudaStreamSynchronize, (cudaStream_t stream), (own(stream)))
PTSZ(cudaStreamUpdateCaptureDependencies, (cudaStream_t stream, cudaGraphNode_t *before, size_t count,
   unsigned flags), (own(stream), before, count, flags))
PTSZ(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), (own(stream), event, flags))
PTSZ(cudaWaitExternalSemaphoresAsync_v2, (const cudaExternalSemaphore_t *extSemArray,
   const cudaExternalSemaphoreWaitParams *paramsArray, unsigned numExtSems, cudaStream_t stream),
   (extSemArray, paramsArray, numExtSems, own(stream)))

/// The stream is part of the description.
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *how, const void *function, void **arguments) {
  cudaLaunchConfig_t owned = how ? *how : cudaLaunchConfig_t{};
  owned.stream = own(owned.stream);
  return cudaLaunchKernelExC(how ? &owned : nullptr, function, arguments);
}
cudaError_t cudaGetDriverEntryPoint_ptsz(const char *name, void **function, unsigned long long flags,
                                         cudaDriverEntryPointQueryResult *status) {
  return cudaGetDriverEntryPoint(name, function, flags ? flags : cudaEnablePerThreadDefaultStream, status);
}
}
