// Devices, limits, attributes.
#pragma once

#include "misuse.h"

inline void devices() {
  DeviceProperties properties;
  int value = 0;
  size_t size = 0;
  char text[64];
  const auto attribute =
#ifdef __HIP__
      hipDeviceAttributeWarpSize;
#else
      cudaDevAttrWarpSize;
#endif
  MISTAKE("device count: null", GPU(GetDeviceCount)(nullptr));
  MISTAKE("device: null", GPU(GetDevice)(nullptr));
  MISTAKE("device set: 99", GPU(SetDevice)(99));
  MISTAKE("device set: -1", GPU(SetDevice)(-1));
  MISTAKE("properties: null", GPU(GetDeviceProperties)(nullptr, 0));
  MISTAKE("properties: 99", GPU(GetDeviceProperties)(&properties, 99));
  MISTAKE("properties: -1", GPU(GetDeviceProperties)(&properties, -1));
  MISTAKE("attribute: null", GPU(DeviceGetAttribute)(nullptr, attribute, 0));
  MISTAKE("attribute: 99", GPU(DeviceGetAttribute)(&value, attribute, 99));
  MISTAKE("attribute: unknown", GPU(DeviceGetAttribute)(&value, unknown<decltype(attribute)>(), 0));
  MISTAKE("limit: null", GPU(DeviceGetLimit)(nullptr, GPU(LimitStackSize)));
  MISTAKE("limit: unknown", GPU(DeviceGetLimit)(&size, unknown<decltype(GPU(LimitStackSize))>()));
  MISTAKE("limit set: unknown", GPU(DeviceSetLimit)(unknown<decltype(GPU(LimitStackSize))>(), 1));
  MISTAKE("peer: null", GPU(DeviceCanAccessPeer)(nullptr, 0, 0));
  MISTAKE("peer: 99", GPU(DeviceCanAccessPeer)(&value, 0, 99));
  MISTAKE("peer enable: 99", GPU(DeviceEnablePeerAccess)(99, 0));
  MISTAKE("peer enable: itself", GPU(DeviceEnablePeerAccess)(0, 0));
  MISTAKE("peer disable: 99", GPU(DeviceDisablePeerAccess)(99));
  MISTAKE("bus: null", GPU(DeviceGetPCIBusId)(nullptr, 64, 0));
  MISTAKE("bus: no room", GPU(DeviceGetPCIBusId)(text, 0, 0));
  MISTAKE("bus: 99", GPU(DeviceGetPCIBusId)(text, 64, 99));
  MISTAKE("device flags: unknown", GPU(SetDeviceFlags)(0xff000000));
  MISTAKE("driver version: null", GPU(DriverGetVersion)(nullptr));
  MISTAKE("runtime version: null", GPU(RuntimeGetVersion)(nullptr));
}
