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
  say("device count: null", GPU(GetDeviceCount)(nullptr));
  say("device: null", GPU(GetDevice)(nullptr));
  say("device set: 99", GPU(SetDevice)(99));
  say("device set: -1", GPU(SetDevice)(-1));
  say("properties: null", GPU(GetDeviceProperties)(nullptr, 0));
  say("properties: 99", GPU(GetDeviceProperties)(&properties, 99));
  say("properties: -1", GPU(GetDeviceProperties)(&properties, -1));
  say("attribute: null", GPU(DeviceGetAttribute)(nullptr, attribute, 0));
  say("attribute: 99", GPU(DeviceGetAttribute)(&value, attribute, 99));
  say("attribute: unknown", GPU(DeviceGetAttribute)(&value, unknown<decltype(attribute)>(), 0));
  say("limit: null", GPU(DeviceGetLimit)(nullptr, GPU(LimitStackSize)));
  say("limit: unknown", GPU(DeviceGetLimit)(&size, unknown<decltype(GPU(LimitStackSize))>()));
  say("limit set: unknown", GPU(DeviceSetLimit)(unknown<decltype(GPU(LimitStackSize))>(), 1));
  say("peer: null", GPU(DeviceCanAccessPeer)(nullptr, 0, 0));
  say("peer: 99", GPU(DeviceCanAccessPeer)(&value, 0, 99));
  say("peer enable: 99", GPU(DeviceEnablePeerAccess)(99, 0));
  say("peer enable: itself", GPU(DeviceEnablePeerAccess)(0, 0));
  say("peer disable: 99", GPU(DeviceDisablePeerAccess)(99));
  say("bus: null", GPU(DeviceGetPCIBusId)(nullptr, 64, 0));
  say("bus: no room", GPU(DeviceGetPCIBusId)(text, 0, 0));
  say("bus: 99", GPU(DeviceGetPCIBusId)(text, 64, 99));
  say("device flags: unknown", GPU(SetDeviceFlags)(0xff000000));
  say("driver version: null", GPU(DriverGetVersion)(nullptr));
  say("runtime version: null", GPU(RuntimeGetVersion)(nullptr));
}
