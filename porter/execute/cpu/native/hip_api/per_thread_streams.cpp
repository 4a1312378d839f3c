// The functions that a program calls when it is compiled with -fgpu-default-stream=per-thread: no stream means that of
// the thread.
#include "api.h"

#include <hip/amd_detail/amd_hip_runtime_pt_api.h>

/// CUDA counts the legacy stream by name, too, which stays what it is.
static hipStream_t own(hipStream_t stream) { return stream ? stream : hipStreamPerThread; }

extern "C" {

#define PER_THREAD(name, parameters, arguments)                                                                  \
  hipError_t name##_spt parameters { return name arguments; }
PER_THREAD(hipMemcpy, (void *to, const void *from, size_t bytes, hipMemcpyKind kind), (to, from, bytes, kind))
PER_THREAD(hipMemcpyToSymbol, (const void *symbol, const void *from, size_t bytes, size_t offset, hipMemcpyKind kind),
           (symbol, from, bytes, offset, kind))
PER_THREAD(hipMemcpyFromSymbol, (void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind),
           (to, symbol, bytes, offset, kind))
PER_THREAD(hipMemcpy2D, (void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
           size_t height, hipMemcpyKind kind),
           (to, toPitch, from, fromPitch, width, height, kind))
PER_THREAD(hipMemcpy2DFromArray, (void *to, size_t toPitch, hipArray_const_t from, size_t x, size_t y,
           size_t width, size_t height, hipMemcpyKind kind),
           (to, toPitch, from, x, y, width, height, kind))
PER_THREAD(hipMemcpy3D, (const hipMemcpy3DParms *copy), (copy))
PER_THREAD(hipMemset, (void *to, int value, size_t bytes), (to, value, bytes))
PER_THREAD(hipMemsetAsync, (void *to, int value, size_t bytes, hipStream_t stream), (to, value, bytes, own(stream)))
PER_THREAD(hipMemset2D, (void *to, size_t pitch, int value, size_t width, size_t height),
           (to, pitch, value, width, height))
PER_THREAD(hipMemset2DAsync, (void *to, size_t pitch, int value, size_t width, size_t height, hipStream_t stream),
           (to, pitch, value, width, height, own(stream)))
PER_THREAD(hipMemset3DAsync, (hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream),
           (to, value, extent, own(stream)))
PER_THREAD(hipMemset3D, (hipPitchedPtr to, int value, hipExtent extent), (to, value, extent))
PER_THREAD(hipMemcpyAsync, (void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream),
           (to, from, bytes, kind, own(stream)))
PER_THREAD(hipMemcpy3DAsync, (const hipMemcpy3DParms *copy, hipStream_t stream), (copy, own(stream)))
PER_THREAD(hipMemcpy2DAsync, (void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
           size_t height, hipMemcpyKind kind, hipStream_t stream),
           (to, toPitch, from, fromPitch, width, height, kind, own(stream)))
PER_THREAD(hipMemcpyFromSymbolAsync, (void *to, const void *symbol, size_t bytes, size_t offset,
           hipMemcpyKind kind, hipStream_t stream),
           (to, symbol, bytes, offset, kind, own(stream)))
PER_THREAD(hipMemcpyToSymbolAsync, (const void *symbol, const void *from, size_t bytes, size_t offset,
           hipMemcpyKind kind, hipStream_t stream),
           (symbol, from, bytes, offset, kind, own(stream)))
PER_THREAD(hipMemcpyFromArray, (void *to, hipArray_const_t from, size_t x, size_t y, size_t count, hipMemcpyKind kind),
           (to, from, x, y, count, kind))
PER_THREAD(hipMemcpy2DToArray, (hipArray_t to, size_t x, size_t y, const void *from, size_t fromPitch,
           size_t width, size_t height, hipMemcpyKind kind),
           (to, x, y, from, fromPitch, width, height, kind))
PER_THREAD(hipMemcpy2DFromArrayAsync, (void *to, size_t toPitch, hipArray_const_t from, size_t x, size_t y,
           size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream),
           (to, toPitch, from, x, y, width, height, kind, own(stream)))
PER_THREAD(hipMemcpy2DToArrayAsync, (hipArray_t to, size_t x, size_t y, const void *from, size_t fromPitch,
           size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream),
           (to, x, y, from, fromPitch, width, height, kind, own(stream)))
PER_THREAD(hipStreamQuery, (hipStream_t stream), (own(stream)))
PER_THREAD(hipStreamSynchronize, (hipStream_t stream), (own(stream)))
PER_THREAD(hipStreamGetPriority, (hipStream_t stream, int *priority), (own(stream), priority))
PER_THREAD(hipStreamWaitEvent, (hipStream_t stream, hipEvent_t event, unsigned flags), (own(stream), event, flags))
PER_THREAD(hipStreamGetFlags, (hipStream_t stream, unsigned *flags), (own(stream), flags))
PER_THREAD(hipStreamAddCallback, (hipStream_t stream, hipStreamCallback_t callback, void *data, unsigned flags),
           (own(stream), callback, data, flags))
PER_THREAD(hipEventRecord, (hipEvent_t event, hipStream_t stream), (event, own(stream)))
PER_THREAD(hipLaunchCooperativeKernel, (const void *function, dim3 grid, dim3 block, void **arguments,
           unsigned dynamicLds, hipStream_t stream),
           (function, grid, block, arguments, dynamicLds, own(stream)))
PER_THREAD(hipLaunchKernel, (const void *function, dim3 grid, dim3 block, void **arguments, size_t dynamicLds,
           hipStream_t stream),
           (function, grid, block, arguments, dynamicLds, own(stream)))
PER_THREAD(hipGraphLaunch, (hipGraphExec_t exec, hipStream_t stream), (exec, own(stream)))
PER_THREAD(hipStreamBeginCapture, (hipStream_t stream, hipStreamCaptureMode mode), (own(stream), mode))
PER_THREAD(hipStreamEndCapture, (hipStream_t stream, hipGraph_t *graph), (own(stream), graph))
PER_THREAD(hipStreamIsCapturing, (hipStream_t stream, hipStreamCaptureStatus *status), (own(stream), status))
PER_THREAD(hipStreamGetCaptureInfo, (hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id),
           (own(stream), status, id))
PER_THREAD(hipStreamGetCaptureInfo_v2, (hipStream_t stream, hipStreamCaptureStatus *status,
           unsigned long long *id, hipGraph_t *graph, const hipGraphNode_t **before, size_t *count),
           (own(stream), status, id, graph, before, count))
PER_THREAD(hipLaunchHostFunc, (hipStream_t stream, hipHostFn_t function, void *data), (own(stream), function, data))
#undef PER_THREAD
}
