// CUDA's runtime API on top of HIP's. Error codes, copy kinds and handles have the same values in both, so most
// functions forward; what has a layout of its own is in properties.cpp.
#include "../hip_api/api.h"

#include <map>
#include <mutex>
#include <string>

using namespace porter;
using namespace porter::hip;

namespace {

/// The error codes whose names differ by more than the prefix.
const char *cudaName(hipError_t error) {
  switch (error) {
  case hipSuccess: return "cudaSuccess";
  case hipErrorOutOfMemory: return "cudaErrorMemoryAllocation";
  case hipErrorNotInitialized: return "cudaErrorInitializationError";
  case hipErrorInvalidHandle: return "cudaErrorInvalidResourceHandle";
  case hipErrorLaunchTimeOut: return "cudaErrorLaunchTimeout";
  case hipErrorNotFound: return "cudaErrorSymbolNotFound";
  case hipErrorDeinitialized: return "cudaErrorCudartUnloading";
  case hipErrorInvalidContext: return "cudaErrorDeviceUninitialized";
  case hipErrorInvalidImage: return "cudaErrorInvalidKernelImage";
  case hipErrorInvalidKernelFile: return "cudaErrorInvalidPtx";
  case hipErrorNoBinaryForGpu: return "cudaErrorNoKernelImageForDevice";
  case hipErrorECCNotCorrectable: return "cudaErrorECCUncorrectable";
  case hipErrorMapFailed: return "cudaErrorMapBufferObjectFailed";
  case hipErrorUnmapFailed: return "cudaErrorUnmapBufferObjectFailed";
  case invalidChannelDescriptor: return "cudaErrorInvalidChannelDescriptor";
  default: {
    static std::mutex mutex;
    static auto &names = *new std::map<hipError_t, std::string>; // which programs may keep
    std::lock_guard lock(mutex);
    return names.emplace(error, std::string("cuda") + (hipGetErrorName(error) + 3)).first->second.c_str();
  }
  }
}

} // namespace

extern "C" {

void porter_speak_cuda();

/// From now on the codes of CUDA are asked for.
__attribute__((constructor)) static void speakCuda() { porter_speak_cuda(); }

// What compiled host code calls before main and at launches.
void **__hipRegisterFatBinary(const void *);
void __hipUnregisterFatBinary(void **);
void __hipRegisterFunction(void **, const void *, char *, const char *, unsigned, void *, void *, void *, void *, int *);
void __hipRegisterVar(void **, void *, char *, char *, int, size_t, int, int);
hipError_t __hipPushCallConfiguration(dim3, dim3, size_t, hipStream_t);
hipError_t __hipPopCallConfiguration(dim3 *, dim3 *, size_t *, hipStream_t *);

void **__cudaRegisterFatBinary(const void *data) { return __hipRegisterFatBinary(data); }
void __cudaRegisterFatBinaryEnd(void **) {}
/// For __cudaRegisterLinkedBinary_ID, which nvlink defines for each unit of relocatable device code.
void porter_register_linked(void (*announce)(void **), const void *data, const void *, const void *) {
  announce(__hipRegisterFatBinary(data));
}
void __cudaUnregisterFatBinary(void **handle) { __hipUnregisterFatBinary(handle); }
void __cudaRegisterFunction(void **handle, const void *host, char *stub, const char *name, int limit, void *tid,
                            void *bid, void *block, void *grid, int *wave) {
  __hipRegisterFunction(handle, host, stub, name, unsigned(limit), tid, bid, block, grid, wave);
}
void __cudaRegisterVar(void **handle, void *variable, char *address, char *name, int external, size_t bytes,
                       int constant, int global) {
  __hipRegisterVar(handle, variable, address, name, external, bytes, constant, global);
}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t lds, hipStream_t stream) {
  return __hipPushCallConfiguration(grid, block, lds, stream);
}
hipError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *lds, hipStream_t *stream) {
  return __hipPopCallConfiguration(grid, block, lds, stream);
}

const char *cudaGetErrorName(hipError_t error) { return cudaName(error); }
const char *cudaGetErrorString(hipError_t error) { return hipGetErrorString(error); }
hipError_t cudaRuntimeGetVersion(int *version) {
  if (!version)
    return finish(hipErrorInvalidValue);
  *version = 12040;
  return hipSuccess;
}
hipError_t cudaDriverGetVersion(int *version) { return cudaRuntimeGetVersion(version); }

#define FORWARD(name, parameters, arguments)                                                            \
  hipError_t cuda##name parameters { return hip##name arguments; }
FORWARD(GetLastError, (), ())
FORWARD(PeekAtLastError, (), ())
FORWARD(GetDeviceCount, (int *count), (count))
FORWARD(GetDevice, (int *device), (device))
FORWARD(SetDevice, (int device), (device))
FORWARD(DeviceSynchronize, (), ())
FORWARD(DeviceReset, (), ())
FORWARD(SetDeviceFlags, (unsigned flags), (flags))
FORWARD(DeviceSetLimit, (hipLimit_t limit, size_t value), (limit, value))
FORWARD(DeviceGetLimit, (size_t *value, hipLimit_t limit), (value, limit))
FORWARD(DeviceSetCacheConfig, (hipFuncCache_t config), (config))
FORWARD(DeviceCanAccessPeer, (int *can, int a, int b), (can, a, b))
FORWARD(DeviceEnablePeerAccess, (int device, unsigned flags), (device, flags))
FORWARD(DeviceDisablePeerAccess, (int device), (device))
FORWARD(DeviceGetStreamPriorityRange, (int *least, int *greatest), (least, greatest))

FORWARD(Malloc, (void **pointer, size_t bytes), (pointer, bytes))
FORWARD(Free, (void *pointer), (pointer))
FORWARD(MallocHost, (void **pointer, size_t bytes), (pointer, bytes))
FORWARD(FreeHost, (void *pointer), (pointer))
FORWARD(MallocManaged, (void **pointer, size_t bytes, unsigned flags), (pointer, bytes, flags))
FORWARD(MallocPitch, (void **pointer, size_t *pitch, size_t width, size_t height), (pointer, pitch, width, height))
FORWARD(MallocAsync, (void **pointer, size_t bytes, hipStream_t stream), (pointer, bytes, stream))
FORWARD(FreeAsync, (void *pointer, hipStream_t stream), (pointer, stream))
FORWARD(HostRegister, (void *pointer, size_t bytes, unsigned flags), (pointer, bytes, flags))
FORWARD(HostUnregister, (void *pointer), (pointer))
FORWARD(HostGetFlags, (unsigned *flags, void *pointer), (flags, pointer))
FORWARD(Malloc3D, (hipPitchedPtr *pitched, hipExtent extent), (pitched, extent))
FORWARD(DeviceGetDefaultMemPool, (hipMemPool_t *pool, int device), (pool, device))
FORWARD(DeviceGetMemPool, (hipMemPool_t *pool, int device), (pool, device))
FORWARD(DeviceSetMemPool, (int device, hipMemPool_t pool), (device, pool))
FORWARD(MemPoolCreate, (hipMemPool_t *pool, const hipMemPoolProps *properties), (pool, properties))
FORWARD(MemPoolDestroy, (hipMemPool_t pool), (pool))
FORWARD(MemPoolSetAttribute, (hipMemPool_t pool, hipMemPoolAttr attribute, void *value), (pool, attribute, value))
FORWARD(MemPoolGetAttribute, (hipMemPool_t pool, hipMemPoolAttr attribute, void *value), (pool, attribute, value))
FORWARD(MemPoolTrimTo, (hipMemPool_t pool, size_t bytes), (pool, bytes))
FORWARD(MallocFromPoolAsync, (void **pointer, size_t bytes, hipMemPool_t pool, hipStream_t stream),
        (pointer, bytes, pool, stream))
FORWARD(HostGetDevicePointer, (void **device, void *host, unsigned flags), (device, host, flags))
FORWARD(MemGetInfo, (size_t *available, size_t *total), (available, total))
FORWARD(MemPrefetchAsync, (const void *p, size_t bytes, int device, hipStream_t s), (p, bytes, device, s))
hipError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) { return hipHostMalloc(pointer, bytes, flags); }

FORWARD(Memcpy, (void *to, const void *from, size_t bytes, hipMemcpyKind kind), (to, from, bytes, kind))
FORWARD(MemcpyAsync, (void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream),
        (to, from, bytes, kind, stream))
FORWARD(MemcpyPeer, (void *to, int a, const void *from, int b, size_t bytes), (to, a, from, b, bytes))
FORWARD(Memcpy2D, (void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                   hipMemcpyKind kind), (to, toPitch, from, fromPitch, width, height, kind))
FORWARD(Memcpy2DAsync, (void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                        hipMemcpyKind kind, hipStream_t stream),
        (to, toPitch, from, fromPitch, width, height, kind, stream))
FORWARD(Memset, (void *to, int value, size_t bytes), (to, value, bytes))
FORWARD(MemsetAsync, (void *to, int value, size_t bytes, hipStream_t stream), (to, value, bytes, stream))
FORWARD(Memset2D, (void *to, size_t pitch, int value, size_t width, size_t height), (to, pitch, value, width, height))
FORWARD(Memset3D, (hipPitchedPtr to, int value, hipExtent extent), (to, value, extent))
FORWARD(GetSymbolAddress, (void **address, const void *symbol), (address, symbol))
FORWARD(GetSymbolSize, (size_t *bytes, const void *symbol), (bytes, symbol))
FORWARD(MemcpyToSymbol, (const void *symbol, const void *from, size_t bytes, size_t offset, hipMemcpyKind kind),
        (symbol, from, bytes, offset, kind))
FORWARD(MemcpyFromSymbol, (void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind),
        (to, symbol, bytes, offset, kind))
FORWARD(MemcpyToSymbolAsync, (const void *symbol, const void *from, size_t bytes, size_t offset, hipMemcpyKind kind,
                              hipStream_t stream), (symbol, from, bytes, offset, kind, stream))
FORWARD(MemcpyFromSymbolAsync, (void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind,
                                hipStream_t stream), (to, symbol, bytes, offset, kind, stream))

FORWARD(StreamCreate, (hipStream_t *stream), (stream))
FORWARD(StreamCreateWithFlags, (hipStream_t *stream, unsigned flags), (stream, flags))
FORWARD(StreamCreateWithPriority, (hipStream_t *stream, unsigned flags, int priority), (stream, flags, priority))
FORWARD(StreamDestroy, (hipStream_t stream), (stream))
FORWARD(StreamSynchronize, (hipStream_t stream), (stream))
FORWARD(StreamQuery, (hipStream_t stream), (stream))
FORWARD(StreamGetFlags, (hipStream_t stream, unsigned *flags), (stream, flags))
FORWARD(StreamGetPriority, (hipStream_t stream, int *priority), (stream, priority))
FORWARD(StreamWaitEvent, (hipStream_t stream, hipEvent_t event, unsigned flags), (stream, event, flags))
FORWARD(StreamAddCallback, (hipStream_t stream, hipStreamCallback_t callback, void *data, unsigned flags),
        (stream, callback, data, flags))
FORWARD(LaunchHostFunc, (hipStream_t stream, hipHostFn_t function, void *data), (stream, function, data))
FORWARD(EventCreate, (hipEvent_t *event), (event))
FORWARD(EventCreateWithFlags, (hipEvent_t *event, unsigned flags), (event, flags))
FORWARD(EventDestroy, (hipEvent_t event), (event))
FORWARD(EventRecord, (hipEvent_t event, hipStream_t stream), (event, stream))
FORWARD(EventRecordWithFlags, (hipEvent_t event, hipStream_t stream, unsigned flags), (event, stream, flags))
FORWARD(EventSynchronize, (hipEvent_t event), (event))
FORWARD(EventQuery, (hipEvent_t event), (event))
FORWARD(EventElapsedTime, (float *milliseconds, hipEvent_t start, hipEvent_t stop), (milliseconds, start, stop))

FORWARD(LaunchKernel, (const void *function, dim3 grid, dim3 block, void **arguments, size_t lds, hipStream_t stream),
        (function, grid, block, arguments, lds, stream))
FORWARD(LaunchCooperativeKernel, (const void *function, dim3 grid, dim3 block, void **arguments, size_t lds,
                                  hipStream_t stream), (function, grid, block, arguments, unsigned(lds), stream))
/// cudaLaunchConfig_t; hipLaunchKernelExC reads the same layout, and has a type for it since HIP 7.
#if HIP_VERSION_MAJOR >= 7
using LaunchConfiguration = hipLaunchConfig_t;
#else
using LaunchConfiguration = void;
hipError_t hipLaunchKernelExC(const void *configuration, const void *function, void **arguments);
#endif
FORWARD(LaunchKernelExC, (const void *configuration, const void *function, void **arguments),
        (static_cast<const LaunchConfiguration *>(configuration), function, arguments))
hipError_t hipGetFuncBySymbol(hipFunction_t *, const void *);
FORWARD(GetFuncBySymbol, (hipFunction_t *function, const void *symbol), (function, symbol))
FORWARD(ProfilerStart, (), ())
FORWARD(ProfilerStop, (), ())
FORWARD(DeviceGetPCIBusId, (char *text, int length, int device), (text, length, device))
FORWARD(FuncSetAttribute, (const void *function, hipFuncAttribute attribute, int value), (function, attribute, value))
FORWARD(FuncSetCacheConfig, (const void *function, hipFuncCache_t config), (function, config))
FORWARD(OccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, const void *function, int size, size_t lds),
        (blocks, function, size, lds))
FORWARD(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
        (int *blocks, const void *function, int size, size_t lds, unsigned flags), (blocks, function, size, lds, flags))
#undef FORWARD
}
