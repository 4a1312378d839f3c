// Contexts, of which there is one, and what else the driver-like part of HIP's API asks about the device.
#include "api.h"

#include <cstdio>
#include <cstring>

using namespace porter::hip;

namespace {

hipCtx_t theContext() {
  static char context;
  return reinterpret_cast<hipCtx_t>(&context);
}

const char *const pciAddress = "0000:00:00.0";

} // namespace

extern "C" {

hipError_t hipCtxCreate(hipCtx_t *context, unsigned, hipDevice_t device) {
  if (!context || device != 0)
    return finish(context ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *context = theContext();
  return finish(hipSuccess);
}
hipError_t hipCtxDestroy(hipCtx_t context) {
  return finish(context == theContext() ? hipSuccess : hipErrorInvalidContext);
}
hipError_t hipCtxSetCurrent(hipCtx_t context) {
  return finish(!context || context == theContext() ? hipSuccess : hipErrorInvalidContext);
}
hipError_t hipCtxGetCurrent(hipCtx_t *context) { return hipCtxCreate(context, 0, 0); }
hipError_t hipCtxPushCurrent(hipCtx_t context) {
  return finish(context == theContext() ? hipSuccess : hipErrorInvalidContext);
}
hipError_t hipCtxPopCurrent(hipCtx_t *context) { return context ? hipCtxGetCurrent(context) : finish(hipSuccess); }
hipError_t hipCtxSynchronize() { return hipDeviceSynchronize(); }
hipError_t hipCtxGetDevice(hipDevice_t *device) { return hipGetDevice(device); }
hipError_t hipCtxGetFlags(unsigned *flags) { return hipGetDeviceFlags(flags); }
hipError_t hipCtxSetCacheConfig(hipFuncCache_t) { return finish(hipSuccess); }
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig) { return finish(hipSuccess); }
hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned) { return finish(hipErrorInvalidDevice); }
hipError_t hipCtxDisablePeerAccess(hipCtx_t) { return finish(hipErrorPeerAccessNotEnabled); }

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t device) { return hipCtxCreate(context, 0, device); }
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t) { return finish(hipSuccess); }
hipError_t hipDevicePrimaryCtxReset(hipDevice_t) { return finish(hipSuccess); }
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t, unsigned) { return finish(hipSuccess); }
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned *flags, int *active) {
  if (device != 0)
    return finish(hipErrorInvalidDevice);
  if (!flags || !active)
    return finish(hipErrorInvalidValue);
  *flags = 0;
  *active = 1;
  return finish(hipSuccess);
}

hipError_t hipDeviceGetPCIBusId(char *text, int length, int device) {
  if (!text || length <= 0 || device != 0)
    return finish(device ? hipErrorInvalidDevice : hipErrorInvalidValue);
  std::snprintf(text, size_t(length), "%s", pciAddress);
  return finish(hipSuccess);
}
hipError_t hipDeviceGetByPCIBusId(int *device, const char *text) {
  if (!device || !text)
    return finish(hipErrorInvalidValue);
  *device = 0;
  return finish(std::strcmp(text, pciAddress) == 0 ? hipSuccess : hipErrorInvalidDevice);
}
hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device) {
  if (!uuid || device != 0)
    return finish(uuid ? hipErrorInvalidDevice : hipErrorInvalidValue);
  std::memset(uuid, 0, sizeof *uuid);
  std::memcpy(uuid, "porter-cpu", 10);
  return finish(hipSuccess);
}
hipError_t hipChooseDevice(int *device, const hipDeviceProp_tR0600 *) { return hipGetDevice(device); }
hipError_t hipSetValidDevices(int *, int) { return finish(hipSuccess); }
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *config) {
  if (!config)
    return finish(hipErrorInvalidValue);
  *config = hipSharedMemBankSizeFourByte;
  return finish(hipSuccess);
}
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *config) {
  if (!config)
    return finish(hipErrorInvalidValue);
  *config = hipFuncCachePreferNone;
  return finish(hipSuccess);
}
hipError_t hipProfilerStart() { return finish(hipSuccess); }
hipError_t hipProfilerStop() { return finish(hipSuccess); }
}
