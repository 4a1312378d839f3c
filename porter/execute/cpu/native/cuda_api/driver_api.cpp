// CUDA's driver API on top of HIP's. Handles are HIP's; error codes have the same values in both; a CUdeviceptr is a
// number where HIP has a pointer, which a calling convention does not tell apart.
#include "../hip_api/functions.h"

using namespace porter::hip;

namespace {

struct ErrorName {
  hipError_t code;
  const char *name;
};
/// Where a name of the driver's is not that of the runtime.
const ErrorName names[] = {
    {hipSuccess, "CUDA_SUCCESS"},
    {hipErrorInvalidValue, "CUDA_ERROR_INVALID_VALUE"},
    {hipErrorOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
    {hipErrorNotInitialized, "CUDA_ERROR_NOT_INITIALIZED"},
    {hipErrorDeinitialized, "CUDA_ERROR_DEINITIALIZED"},
    {hipErrorNoDevice, "CUDA_ERROR_NO_DEVICE"},
    {hipErrorInvalidDevice, "CUDA_ERROR_INVALID_DEVICE"},
    {hipErrorInvalidImage, "CUDA_ERROR_INVALID_IMAGE"},
    {hipErrorInvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
    {hipErrorNoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
    {hipErrorFileNotFound, "CUDA_ERROR_FILE_NOT_FOUND"},
    {hipErrorInvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
    {hipErrorNotFound, "CUDA_ERROR_NOT_FOUND"},
    {hipErrorNotReady, "CUDA_ERROR_NOT_READY"},
    {hipErrorIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS"},
    {hipErrorLaunchOutOfResources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
    {hipErrorLaunchTimeOut, "CUDA_ERROR_LAUNCH_TIMEOUT"},
    {hipErrorAssert, "CUDA_ERROR_ASSERT"},
    {hipErrorLaunchFailure, "CUDA_ERROR_LAUNCH_FAILED"},
    {hipErrorNotSupported, "CUDA_ERROR_NOT_SUPPORTED"},
};

} // namespace

extern "C" {

hipError_t cuGetErrorName(hipError_t error, const char **text) {
  if (!text)
    return hipErrorInvalidValue;
  *text = "CUDA_ERROR_UNKNOWN";
  for (const ErrorName &name : names)
    if (name.code == error)
      *text = name.name;
  return hipSuccess;
}
hipError_t cuGetErrorString(hipError_t error, const char **text) {
  return hipDrvGetErrorString(error, text);
}
hipError_t cudaDriverGetVersion(int *version);
hipError_t cuDriverGetVersion(int *version) { return cudaDriverGetVersion(version); }

#define AS(name, target, parameters, arguments)                                                         \
  hipError_t cu##name parameters { return hip##target arguments; }
#define FORWARD(name, parameters, arguments) AS(name, name, parameters, arguments)
/// Functions whose second version is the one that cuda.h declares.
#define SECOND(name, target, parameters, arguments) AS(name##_v2, target, parameters, arguments)

FORWARD(Init, (unsigned flags), (flags))
FORWARD(DeviceGet, (int *device, int ordinal), (device, ordinal))
AS(DeviceGetCount, GetDeviceCount, (int *count), (count))
SECOND(DeviceTotalMem, DeviceTotalMem, (size_t *bytes, int device), (bytes, device))
AS(DeviceGetUuid, DeviceGetUuid, (hipUUID *uuid, int device), (uuid, device))
SECOND(DeviceGetUuid, DeviceGetUuid, (hipUUID *uuid, int device), (uuid, device))
FORWARD(DevicePrimaryCtxRetain, (hipCtx_t *context, int device), (context, device))
FORWARD(DevicePrimaryCtxGetState, (int device, unsigned *flags, int *active), (device, flags, active))
SECOND(DevicePrimaryCtxRelease, DevicePrimaryCtxRelease, (int device), (device))
SECOND(DevicePrimaryCtxReset, DevicePrimaryCtxReset, (int device), (device))
SECOND(CtxCreate, CtxCreate, (hipCtx_t *context, unsigned flags, int device), (context, flags, device))
SECOND(CtxDestroy, CtxDestroy, (hipCtx_t context), (context))
SECOND(CtxPushCurrent, CtxPushCurrent, (hipCtx_t context), (context))
SECOND(CtxPopCurrent, CtxPopCurrent, (hipCtx_t *context), (context))
FORWARD(CtxSetCurrent, (hipCtx_t context), (context))
FORWARD(CtxGetCurrent, (hipCtx_t *context), (context))
FORWARD(CtxGetDevice, (int *device), (device))
FORWARD(CtxSynchronize, (), ())

FORWARD(ModuleLoad, (hipModule_t *module, const char *path), (module, path))
FORWARD(ModuleLoadData, (hipModule_t *module, const void *image), (module, image))
AS(ModuleLoadFatBinary, ModuleLoadData, (hipModule_t *module, const void *image), (module, image))
FORWARD(ModuleLoadDataEx, (hipModule_t *module, const void *image, unsigned count, hipJitOption *options, void **values),
        (module, image, count, options, values))
FORWARD(ModuleUnload, (hipModule_t module), (module))
FORWARD(ModuleGetFunction, (hipFunction_t *function, hipModule_t module, const char *name), (function, module, name))
SECOND(ModuleGetGlobal, ModuleGetGlobal, (void **address, size_t *bytes, hipModule_t module, const char *name),
       (address, bytes, module, name))
AS(LaunchKernel, ModuleLaunchKernel,
   (hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
    unsigned blockZ, unsigned shared, hipStream_t stream, void **arguments, void **extra),
   (function, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream, arguments, extra))
AS(LaunchCooperativeKernel, ModuleLaunchCooperativeKernel,
   (hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
    unsigned blockZ, unsigned shared, hipStream_t stream, void **arguments),
   (function, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream, arguments))
FORWARD(LaunchHostFunc, (hipStream_t stream, hipHostFn_t function, void *data), (stream, function, data))
FORWARD(FuncGetAttribute, (int *value, hipFunction_attribute attribute, hipFunction_t function),
        (value, attribute, function))
hipError_t cuFuncGetName(const char **name, hipFunction_t handle) {
  const auto function = functions().find(handle);
  if (!name || !function)
    return finish(hipErrorInvalidValue);
  *name = function->kernel.entry->name;
  return finish(hipSuccess);
}
/// Where an argument lies among all of them, and its size. An error behind the last, which is how they are counted, and
/// so none that is remembered.
hipError_t cuFuncGetParamInfo(hipFunction_t handle, size_t index, size_t *offset, size_t *bytes) {
  const auto function = functions().find(handle);
  if (!function || !offset || index >= function->kernel.entry->argumentCount)
    return hipErrorInvalidValue;
  const porter::KernelArgument *arguments = function->kernel.entry->arguments;
  *offset = 0;
  for (size_t i = 0;; *offset += arguments[i++].bytes) {
    const size_t alignment = arguments[i].alignment ? arguments[i].alignment : 1;
    *offset = (*offset + alignment - 1) / alignment * alignment;
    if (i == index)
      break;
  }
  if (bytes)
    *bytes = arguments[index].bytes;
  return hipSuccess;
}
hipError_t cuFuncSetAttribute(hipFunction_t handle, int attribute, int value) {
  const auto function = functions().find(handle);
  return function ? setAttribute(function->kernel, attribute, value) : finish(hipErrorInvalidHandle);
}
hipError_t cuFuncSetCacheConfig(hipFunction_t function, int) {
  return finish(functions().find(function) ? hipSuccess : hipErrorInvalidHandle);
}
AS(OccupancyMaxActiveBlocksPerMultiprocessor, ModuleOccupancyMaxActiveBlocksPerMultiprocessor,
   (int *blocks, hipFunction_t function, int size, size_t shared), (blocks, function, size, shared))

hipError_t cuMemAlloc_v2(void **pointer, size_t bytes) {
  return bytes ? hipMalloc(pointer, bytes) : finish(hipErrorInvalidValue);
}
SECOND(MemFree, Free, (void *pointer), (pointer))
AS(MemAllocManaged, MallocManaged, (void **pointer, size_t bytes, unsigned flags), (pointer, bytes, flags))
SECOND(MemAllocHost, MallocHost, (void **pointer, size_t bytes), (pointer, bytes))
AS(MemHostAlloc, HostMalloc, (void **pointer, size_t bytes, unsigned flags), (pointer, bytes, flags))
AS(MemFreeHost, HostFree, (void *pointer), (pointer))
AS(MemAllocAsync, MallocAsync, (void **pointer, size_t bytes, hipStream_t stream), (pointer, bytes, stream))
AS(MemFreeAsync, FreeAsync, (void *pointer, hipStream_t stream), (pointer, stream))
SECOND(MemGetInfo, MemGetInfo, (size_t *available, size_t *total), (available, total))
SECOND(MemGetAddressRange, MemGetAddressRange, (void **base, size_t *bytes, void *pointer), (base, bytes, pointer))
SECOND(MemcpyHtoD, MemcpyHtoD, (void *to, void *from, size_t bytes), (to, from, bytes))
SECOND(MemcpyDtoH, MemcpyDtoH, (void *to, void *from, size_t bytes), (to, from, bytes))
SECOND(MemcpyDtoD, MemcpyDtoD, (void *to, void *from, size_t bytes), (to, from, bytes))
SECOND(MemcpyHtoDAsync, MemcpyHtoDAsync, (void *to, void *from, size_t bytes, hipStream_t s), (to, from, bytes, s))
SECOND(MemcpyDtoHAsync, MemcpyDtoHAsync, (void *to, void *from, size_t bytes, hipStream_t s), (to, from, bytes, s))
SECOND(MemcpyDtoDAsync, MemcpyDtoDAsync, (void *to, void *from, size_t bytes, hipStream_t s), (to, from, bytes, s))
AS(Memcpy, Memcpy, (void *to, void *from, size_t bytes), (to, from, bytes, hipMemcpyDefault))
AS(MemcpyAsync, MemcpyAsync, (void *to, void *from, size_t bytes, hipStream_t stream),
   (to, from, bytes, hipMemcpyDefault, stream))
SECOND(MemsetD8, MemsetD8, (void *to, unsigned char value, size_t count), (to, value, count))
SECOND(MemsetD16, MemsetD16, (void *to, unsigned short value, size_t count), (to, value, count))
SECOND(MemsetD32, MemsetD32, (void *to, unsigned value, size_t count), (to, int(value), count))
FORWARD(MemsetD8Async, (void *to, unsigned char value, size_t count, hipStream_t stream), (to, value, count, stream))
FORWARD(MemsetD16Async, (void *to, unsigned short value, size_t count, hipStream_t stream), (to, value, count, stream))
FORWARD(MemsetD32Async, (void *to, unsigned value, size_t count, hipStream_t stream), (to, int(value), count, stream))

AS(StreamCreate, StreamCreateWithFlags, (hipStream_t *stream, unsigned flags), (stream, flags))
FORWARD(StreamCreateWithPriority, (hipStream_t *stream, unsigned flags, int priority), (stream, flags, priority))
SECOND(StreamDestroy, StreamDestroy, (hipStream_t stream), (stream))
FORWARD(StreamSynchronize, (hipStream_t stream), (stream))
FORWARD(StreamQuery, (hipStream_t stream), (stream))
FORWARD(StreamWaitEvent, (hipStream_t stream, hipEvent_t event, unsigned flags), (stream, event, flags))
AS(EventCreate, EventCreateWithFlags, (hipEvent_t *event, unsigned flags), (event, flags))
SECOND(EventDestroy, EventDestroy, (hipEvent_t event), (event))
FORWARD(EventRecord, (hipEvent_t event, hipStream_t stream), (event, stream))
FORWARD(EventSynchronize, (hipEvent_t event), (event))
FORWARD(EventQuery, (hipEvent_t event), (event))
FORWARD(EventElapsedTime, (float *milliseconds, hipEvent_t start, hipEvent_t stop), (milliseconds, start, stop))
}
