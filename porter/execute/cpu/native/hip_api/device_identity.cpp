// How programs tell one device from another, and settings of it that change nothing here.
#include "api.h"

#include <cstdio>
#include <cstring>

using namespace porter::hip;

static const char *const pciAddress = "0000:00:00.0";

extern "C" {

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
