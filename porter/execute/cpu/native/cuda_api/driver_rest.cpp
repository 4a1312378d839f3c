// Contexts, events, streams and links of CUDA's driver API that only forward to HIP's.
#define __CUDA_API_VERSION_INTERNAL // every version under its own name
#include <cuda.h>

extern "C" {

#define AS(name, target, parameters, arguments)                                                                  \
  CUresult target parameters;                                                                                    \
  CUresult name parameters { return target arguments; }
AS(cuCtxGetFlags, hipCtxGetFlags, (unsigned *flags), (flags))
AS(cuCtxGetLimit, hipDeviceGetLimit, (size_t *pvalue, CUlimit limit), (pvalue, limit))
AS(cuCtxSetLimit, hipDeviceSetLimit, (CUlimit limit, size_t value), (limit, value))
AS(cuCtxGetStreamPriorityRange, hipDeviceGetStreamPriorityRange, (int *leastPriority, int *greatestPriority),
   (leastPriority, greatestPriority))
AS(cuCtxSetCacheConfig, hipCtxSetCacheConfig, (CUfunc_cache config), (config))
AS(cuCtxGetCacheConfig, hipCtxGetCacheConfig, (CUfunc_cache *pconfig), (pconfig))
AS(cuCtxSetSharedMemConfig, hipCtxSetSharedMemConfig, (CUsharedconfig config), (config))
AS(cuCtxGetSharedMemConfig, hipCtxGetSharedMemConfig, (CUsharedconfig *config), (config))
AS(cuCtxGetApiVersion, hipCtxGetApiVersion, (CUcontext ctx, unsigned *version), (ctx, version))
AS(cuDeviceGetPCIBusId, hipDeviceGetPCIBusId, (char *pciBusId, int len, CUdevice device), (pciBusId, len, device))
AS(cuDevicePrimaryCtxSetFlags_v2, hipDevicePrimaryCtxSetFlags, (CUdevice device, unsigned flags), (device, flags))
AS(cuEventRecordWithFlags, hipEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags),
   (event, stream, flags))
AS(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
   (int *numBlocks, CUfunction function, int blockSize, size_t dynamicSMemSize, unsigned flags),
   (numBlocks, function, blockSize, dynamicSMemSize, flags))
AS(cuStreamAddCallback, hipStreamAddCallback, (CUstream stream, CUstreamCallback callback, void *userData,
   unsigned flags), (stream, callback, userData, flags))
AS(cuStreamGetFlags, hipStreamGetFlags, (CUstream stream, unsigned *flags), (stream, flags))
AS(cuStreamGetPriority, hipStreamGetPriority, (CUstream stream, int *priority), (stream, priority))
AS(cuLinkCreate_v2, hipLinkCreate, (unsigned numOptions, CUjit_option *options, void **optionValues,
   CUlinkState *stateOut), (numOptions, options, optionValues, stateOut))
AS(cuLinkAddData_v2, hipLinkAddData, (CUlinkState state, CUjitInputType type, void *data, size_t size,
   const char *name, unsigned numOptions, CUjit_option *options, void **optionValues),
   (state, type, data, size, name, numOptions, options, optionValues))
AS(cuLinkAddFile_v2, hipLinkAddFile, (CUlinkState state, CUjitInputType type, const char *path, unsigned numOptions,
   CUjit_option *options, void **optionValues), (state, type, path, numOptions, options, optionValues))
AS(cuLinkComplete, hipLinkComplete, (CUlinkState state, void **cubinOut, size_t *sizeOut), (state, cubinOut, sizeOut))
AS(cuLinkDestroy, hipLinkDestroy, (CUlinkState state), (state))
AS(cuStreamWriteValue32_v2, hipStreamWriteValue32, (CUstream stream, CUdeviceptr addr, cuuint32_t value,
   unsigned flags), (stream, addr, value, flags))
AS(cuStreamWriteValue64_v2, hipStreamWriteValue64, (CUstream stream, CUdeviceptr addr, cuuint64_t value,
   unsigned flags), (stream, addr, value, flags))
AS(cuStreamBatchMemOp_v2, hipStreamBatchMemOp, (CUstream stream, unsigned count, CUstreamBatchMemOpParams *paramArray,
   unsigned flags), (stream, count, paramArray, flags))

/// Waits of HIP's have a mask, too.
CUresult hipStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags, cuuint32_t mask);
CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags) {
  return hipStreamWaitValue32(stream, address, value, flags & ~CU_STREAM_WAIT_VALUE_FLUSH, ~cuuint32_t(0));
}
CUresult hipStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags, cuuint64_t mask);
CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags) {
  return hipStreamWaitValue64(stream, address, value, flags & ~CU_STREAM_WAIT_VALUE_FLUSH, ~cuuint64_t(0));
}
CUresult hipProfilerStart();
CUresult cuProfilerStart() { return hipProfilerStart(); }
CUresult hipProfilerStop();
CUresult cuProfilerStop() { return hipProfilerStop(); }
}
