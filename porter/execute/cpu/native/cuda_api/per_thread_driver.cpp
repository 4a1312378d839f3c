// CUDA's driver API as programs call it that are compiled with -default-stream per-thread.
#define __CUDA_API_VERSION_INTERNAL // every version under its own name
#include <cuda.h>

/// No stream means that of the thread; the legacy one stays what it is by its name.
static CUstream own(CUstream stream) { return stream ? stream : CU_STREAM_PER_THREAD; }

extern "C" {

#define PER_THREAD(name, suffix, parameters, arguments)                                                          \
  CUresult name##suffix parameters;                                                                            \
  CUresult name##suffix parameters { return name arguments; }
#define PTDS(name, parameters, arguments) PER_THREAD(name, _ptds, parameters, arguments)
#define PTSZ(name, parameters, arguments) PER_THREAD(name, _ptsz, parameters, arguments)
PTSZ(cuEventRecord, (CUevent event, CUstream stream), (event, own(stream)))
PTSZ(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags), (event, own(stream), flags))
PTSZ(cuGraphInstantiateWithParams, (CUgraphExec *exec, CUgraph graph,
   CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams), (exec, graph, instantiateParams))
PTSZ(cuGraphLaunch, (CUgraphExec graph, CUstream stream), (graph, own(stream)))
PTSZ(cuGraphUpload, (CUgraphExec graph, CUstream stream), (graph, own(stream)))
PTSZ(cuLaunchCooperativeKernel, (CUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ,
   unsigned blockDimX, unsigned blockDimY, unsigned blockDimZ, unsigned sharedMemBytes, CUstream stream,
   void **kernelParams),
   (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, own(stream), kernelParams))
PTSZ(cuLaunchHostFunc, (CUstream stream, CUhostFn fn, void *userData), (own(stream), fn, userData))
PTSZ(cuLaunchKernel, (CUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ, unsigned blockDimX,
   unsigned blockDimY, unsigned blockDimZ, unsigned sharedMemBytes, CUstream stream, void **kernelParams,
   void **extra),
   (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, own(stream), kernelParams, extra))
PTSZ(cuMemAllocAsync, (CUdeviceptr *dptr, size_t bytesize, CUstream stream), (dptr, bytesize, own(stream)))
PTSZ(cuMemAllocFromPoolAsync, (CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream stream),
   (dptr, bytesize, pool, own(stream)))
PTSZ(cuMemFreeAsync, (CUdeviceptr dptr, CUstream stream), (dptr, own(stream)))
PTSZ(cuMemMapArrayAsync, (CUarrayMapInfo *mapInfoList, unsigned count, CUstream stream),
   (mapInfoList, count, own(stream)))
PTSZ(cuMemPrefetchAsync, (CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream stream),
   (devPtr, count, dstDevice, own(stream)))
PTSZ(cuMemPrefetchAsync_v2, (CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned flags,
   CUstream stream), (devPtr, count, location, flags, own(stream)))
PTDS(cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t byteCount), (dst, src, byteCount))
PTSZ(cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *copy, CUstream stream), (copy, own(stream)))
PTDS(cuMemcpy2DUnaligned_v2, (const CUDA_MEMCPY2D *copy), (copy))
PTDS(cuMemcpy2D_v2, (const CUDA_MEMCPY2D *copy), (copy))
PTSZ(cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *copy, CUstream stream), (copy, own(stream)))
PTDS(cuMemcpy3DPeer, (const CUDA_MEMCPY3D_PEER *copy), (copy))
PTSZ(cuMemcpy3DPeerAsync, (const CUDA_MEMCPY3D_PEER *copy, CUstream stream), (copy, own(stream)))
PTDS(cuMemcpy3D_v2, (const CUDA_MEMCPY3D *copy), (copy))
PTSZ(cuMemcpyAsync, (CUdeviceptr dst, CUdeviceptr src, size_t byteCount, CUstream stream),
   (dst, src, byteCount, own(stream)))
PTDS(cuMemcpyAtoA_v2, (CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t byteCount),
   (dstArray, dstOffset, srcArray, srcOffset, byteCount))
PTDS(cuMemcpyAtoD_v2, (CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t byteCount),
   (dstDevice, srcArray, srcOffset, byteCount))
PTSZ(cuMemcpyAtoHAsync_v2, (void *dstHost, CUarray srcArray, size_t srcOffset, size_t byteCount, CUstream stream),
   (dstHost, srcArray, srcOffset, byteCount, own(stream)))
PTDS(cuMemcpyAtoH_v2, (void *dstHost, CUarray srcArray, size_t srcOffset, size_t byteCount),
   (dstHost, srcArray, srcOffset, byteCount))
PTDS(cuMemcpyDtoA_v2, (CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t byteCount),
   (dstArray, dstOffset, srcDevice, byteCount))
PTSZ(cuMemcpyDtoDAsync_v2, (CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t byteCount, CUstream stream),
   (dstDevice, srcDevice, byteCount, own(stream)))
PTDS(cuMemcpyDtoD_v2, (CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t byteCount),
   (dstDevice, srcDevice, byteCount))
PTSZ(cuMemcpyDtoHAsync_v2, (void *dstHost, CUdeviceptr srcDevice, size_t byteCount, CUstream stream),
   (dstHost, srcDevice, byteCount, own(stream)))
PTDS(cuMemcpyDtoH_v2, (void *dstHost, CUdeviceptr srcDevice, size_t byteCount), (dstHost, srcDevice, byteCount))
PTSZ(cuMemcpyHtoAAsync_v2, (CUarray dstArray, size_t dstOffset, const void *srcHost, size_t byteCount,
   CUstream stream), (dstArray, dstOffset, srcHost, byteCount, own(stream)))
PTDS(cuMemcpyHtoA_v2, (CUarray dstArray, size_t dstOffset, const void *srcHost, size_t byteCount),
   (dstArray, dstOffset, srcHost, byteCount))
PTSZ(cuMemcpyHtoDAsync_v2, (CUdeviceptr dstDevice, const void *srcHost, size_t byteCount, CUstream stream),
   (dstDevice, srcHost, byteCount, own(stream)))
PTDS(cuMemcpyHtoD_v2, (CUdeviceptr dstDevice, const void *srcHost, size_t byteCount), (dstDevice, srcHost, byteCount))
PTDS(cuMemcpyPeer, (CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
   size_t byteCount), (dstDevice, dstContext, srcDevice, srcContext, byteCount))
PTSZ(cuMemcpyPeerAsync, (CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
   size_t byteCount, CUstream stream), (dstDevice, dstContext, srcDevice, srcContext, byteCount, own(stream)))
PTSZ(cuMemsetD16Async, (CUdeviceptr dstDevice, unsigned short us, size_t n, CUstream stream),
   (dstDevice, us, n, own(stream)))
PTDS(cuMemsetD16_v2, (CUdeviceptr dstDevice, unsigned short us, size_t n), (dstDevice, us, n))
PTSZ(cuMemsetD2D16Async, (CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t width, size_t height,
   CUstream stream), (dstDevice, dstPitch, us, width, height, own(stream)))
PTDS(cuMemsetD2D16_v2, (CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t width, size_t height),
   (dstDevice, dstPitch, us, width, height))
PTSZ(cuMemsetD2D32Async, (CUdeviceptr dstDevice, size_t dstPitch, unsigned ui, size_t width, size_t height,
   CUstream stream), (dstDevice, dstPitch, ui, width, height, own(stream)))
PTDS(cuMemsetD2D32_v2, (CUdeviceptr dstDevice, size_t dstPitch, unsigned ui, size_t width, size_t height),
   (dstDevice, dstPitch, ui, width, height))
PTSZ(cuMemsetD2D8Async, (CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t width, size_t height,
   CUstream stream), (dstDevice, dstPitch, uc, width, height, own(stream)))
PTDS(cuMemsetD2D8_v2, (CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t width, size_t height),
   (dstDevice, dstPitch, uc, width, height))
PTSZ(cuMemsetD32Async, (CUdeviceptr dstDevice, unsigned ui, size_t n, CUstream stream),
   (dstDevice, ui, n, own(stream)))
PTDS(cuMemsetD32_v2, (CUdeviceptr dstDevice, unsigned ui, size_t n), (dstDevice, ui, n))
PTSZ(cuMemsetD8Async, (CUdeviceptr dstDevice, unsigned char uc, size_t n, CUstream stream),
   (dstDevice, uc, n, own(stream)))
PTDS(cuMemsetD8_v2, (CUdeviceptr dstDevice, unsigned char uc, size_t n), (dstDevice, uc, n))
PTSZ(cuSignalExternalSemaphoresAsync, (const CUexternalSemaphore *extSemArray,
   const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned numExtSems, CUstream stream),
   (extSemArray, paramsArray, numExtSems, own(stream)))
PTSZ(cuStreamAddCallback, (CUstream stream, CUstreamCallback callback, void *userData, unsigned flags),
   (own(stream), callback, userData, flags))
PTSZ(cuStreamAttachMemAsync, (CUstream stream, CUdeviceptr dptr, size_t length, unsigned flags),
   (own(stream), dptr, length, flags))
PTSZ(cuStreamBatchMemOp_v2, (CUstream stream, unsigned count, CUstreamBatchMemOpParams *paramArray, unsigned flags),
   (own(stream), count, paramArray, flags))
PTSZ(cuStreamBeginCaptureToGraph, (CUstream stream, CUgraph graph, const CUgraphNode *before,
   const CUgraphEdgeData *dependencyData, size_t count, CUstreamCaptureMode mode),
   (own(stream), graph, before, dependencyData, count, mode))
PTSZ(cuStreamBeginCapture_v2, (CUstream stream, CUstreamCaptureMode mode), (own(stream), mode))
PTSZ(cuStreamCopyAttributes, (CUstream dstStream, CUstream srcStream), (own(dstStream), own(srcStream)))
PTSZ(cuStreamEndCapture, (CUstream stream, CUgraph *graph), (own(stream), graph))
PTSZ(cuStreamGetAttribute, (CUstream stream, CUstreamAttrID attr, CUstreamAttrValue *value),
   (own(stream), attr, value))
PTSZ(cuStreamGetCaptureInfo_v2, (CUstream stream, CUstreamCaptureStatus *captureStatus, cuuint64_t *id,
   CUgraph *graph, const CUgraphNode **dependencies, size_t *numDependencies),
   (own(stream), captureStatus, id, graph, dependencies, numDependencies))
PTSZ(cuStreamGetFlags, (CUstream stream, unsigned *flags), (own(stream), flags))
PTSZ(cuStreamGetId, (CUstream stream, unsigned long long *streamId), (own(stream), streamId))
PTSZ(cuStreamGetPriority, (CUstream stream, int *priority), (own(stream), priority))
PTSZ(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *captureStatus), (own(stream), captureStatus))
PTSZ(cuStreamQuery, (CUstream stream), (own(stream)))
PTSZ(cuStreamSetAttribute, (CUstream stream, CUstreamAttrID attr, const CUstreamAttrValue *param),
   (own(stream), attr, param))
PTSZ(cuStreamSynchronize, (CUstream stream), (own(stream)))
PTSZ(cuStreamUpdateCaptureDependencies, (CUstream stream, CUgraphNode *before, size_t count, unsigned flags),
   (own(stream), before, count, flags))
PTSZ(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags), (own(stream), event, flags))
PTSZ(cuStreamWaitValue32_v2, (CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned flags),
   (own(stream), addr, value, flags))
PTSZ(cuStreamWaitValue64_v2, (CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned flags),
   (own(stream), addr, value, flags))
PTSZ(cuStreamWriteValue32_v2, (CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned flags),
   (own(stream), addr, value, flags))
PTSZ(cuStreamWriteValue64_v2, (CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned flags),
   (own(stream), addr, value, flags))
PTSZ(cuWaitExternalSemaphoresAsync, (const CUexternalSemaphore *extSemArray,
   const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned numExtSems, CUstream stream),
   (extSemArray, paramsArray, numExtSems, own(stream)))

/// The stream is part of the description.
CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *how, CUfunction function, void **arguments, void **extra) {
  CUlaunchConfig owned = how ? *how : CUlaunchConfig{};
  owned.hStream = own(owned.hStream);
  return cuLaunchKernelEx(how ? &owned : nullptr, function, arguments, extra);
}
}
