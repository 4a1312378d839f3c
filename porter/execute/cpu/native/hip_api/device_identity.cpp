// How programs tell one device from another, and settings of it that change nothing here.
#include "api.h"

#include <cstdio>
#include <cstring>
#include <string>

using namespace porter::hip;

/// The bus tells devices apart.
static std::string pciAddress(int device) {
  char text[16];
  std::snprintf(text, sizeof text, "0000:%02x:00.0", unsigned(device));
  return text;
}

extern "C" {

hipError_t hipDeviceGetPCIBusId(char *text, int length, int device) {
  if (!text || length <= 0 || !isDevice(device))
    return finish(isDevice(device) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  std::snprintf(text, size_t(length), "%s", pciAddress(device).c_str());
  return finish(hipSuccess);
}
hipError_t hipDeviceGetByPCIBusId(int *device, const char *text) {
  if (!device || !text)
    return finish(hipErrorInvalidValue);
  for (*device = 0; isDevice(*device); ++*device)
    if (pciAddress(*device) == text)
      return finish(hipSuccess);
  *device = 0;
  return finish(hipErrorInvalidDevice);
}
hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device) {
  if (!uuid || !isDevice(device))
    return finish(uuid ? hipErrorInvalidDevice : hipErrorInvalidValue);
  std::memset(uuid, 0, sizeof *uuid);
  std::memcpy(uuid, "porter-cpu", 10);
  uuid->bytes[15] = char(device);
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
