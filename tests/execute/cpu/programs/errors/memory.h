// Allocation: sizes that cannot be, pointers that are none, memory given back twice.
#pragma once

#include "misuse.h"

inline void allocations() {
  void *p = nullptr;
  size_t pitch = 0;
  say("malloc: null", GPU(Malloc)((void **)nullptr, 16));
  say("malloc: 2^64 - 1", GPU(Malloc)(&p, huge));
  say("malloc: 2^63", GPU(Malloc)(&p, size_t(1) << 63));
  say("malloc: 2^64 - 4096", GPU(Malloc)(&p, huge - 4095));
  say("malloc: 0", GPU(Malloc)(&p, 0));
  say("managed: null", GPU(MallocManaged)((void **)nullptr, 16, GPU(MemAttachGlobal)));
  HARMFUL(say("managed: 2^64 - 1", GPU(MallocManaged)(&p, huge, GPU(MemAttachGlobal)));)
  say("managed: 0", GPU(MallocManaged)(&p, 0, GPU(MemAttachGlobal)));
  say("managed: no flags", GPU(MallocManaged)(&p, 16, 0));
  say("managed: unknown flags", GPU(MallocManaged)(&p, 16, 0x1000));
  say("host: null", GPU(MallocHost)((void **)nullptr, 16));
  say("host: 2^64 - 1", GPU(MallocHost)(&p, huge));
  say("host: 0", GPU(MallocHost)(&p, 0));
  say("host: unknown flags", GPU(HostAlloc)(&p, 16, 0x10000000));
  say("pitch: null", GPU(MallocPitch)((void **)nullptr, &pitch, 16, 16));
  say("pitch: null pitch", GPU(MallocPitch)(&p, nullptr, 16, 16));
  say("pitch: width 2^64 - 1", GPU(MallocPitch)(&p, &pitch, huge, 1));
  say("pitch: height 2^64 - 1", GPU(MallocPitch)(&p, &pitch, 16, huge));
  say("pitch: product beyond 2^64", GPU(MallocPitch)(&p, &pitch, large, large));
  say("pitch: width 0", GPU(MallocPitch)(&p, &pitch, 0, 16));
  say("pitch: height 0", GPU(MallocPitch)(&p, &pitch, 16, 0));
  GPU(PitchedPtr) pitched;
  say("3d: null", GPU(Malloc3D)(nullptr, GPU(Extent){16, 16, 16}));
  say("3d: product beyond 2^64", GPU(Malloc3D)(&pitched, GPU(Extent){large, large, large}));
  say("3d: depth 2^64 - 1", GPU(Malloc3D)(&pitched, GPU(Extent){16, 16, huge}));
  say("3d: width 2^64 - 1", GPU(Malloc3D)(&pitched, GPU(Extent){huge, 1, 1}));
  say("3d: depth 0", GPU(Malloc3D)(&pitched, GPU(Extent){16, 16, 0}));
  say("async: null", GPU(MallocAsync)((void **)nullptr, 16, nullptr));
  say("async: 2^64 - 1", GPU(MallocAsync)(&p, huge, nullptr));
  say("async: 0", GPU(MallocAsync)(&p, 0, nullptr));
}

inline void releases() {
  int stack = 0;
  char *p = nullptr, *host = nullptr;
  (void)GPU(Malloc)((void **)&p, 256);
  (void)GPU(MallocHost)((void **)&host, 256);
  say("free: null", GPU(Free)(nullptr));
  say("free: middle", GPU(Free)(p + 64));
  say("free: stack", GPU(Free)(&stack));
  say("free: number", GPU(Free)((void *)16));
  say("free: page-locked", GPU(Free)(host));
  say("free: twice", (GPU(Free)(p), GPU(Free)(p)));
  (void)GPU(Malloc)((void **)&p, 256);
  say("free host: null", GPU(FreeHost)(nullptr));
  say("free host: device memory", GPU(FreeHost)(p));
  (void)GPU(MallocHost)((void **)&host, 256);
  say("free host: middle", GPU(FreeHost)(host + 64));
  say("free host: stack", GPU(FreeHost)(&stack));
  say("free host: twice", (GPU(FreeHost)(host), GPU(FreeHost)(host)));
  say("free async: null", GPU(FreeAsync)(nullptr, nullptr));
  say("free async: stack", GPU(FreeAsync)(&stack, nullptr));
  (void)GPU(MallocAsync)((void **)&p, 256, nullptr);
  say("free async: middle", GPU(FreeAsync)(p + 64, nullptr));
  say("free async: twice", (GPU(FreeAsync)(p, nullptr), GPU(FreeAsync)(p, nullptr)));
}

inline void registrations() {
  alignas(4096) static char host[8192];
  void *device = nullptr;
  say("register: null", GPU(HostRegister)(nullptr, 16, 0));
  say("register: 0", GPU(HostRegister)(host, 0, 0));
  say("register: 2^64 - 1", GPU(HostRegister)(host, huge, 0));
  say("register: unknown flags", GPU(HostRegister)(host, 4096, 0x10000000));
  say("register: twice", (GPU(HostRegister)(host, 4096, 0), GPU(HostRegister)(host, 4096, 0)));
  say("register: within", GPU(HostRegister)(host + 1024, 1024, 0));
  say("unregister: middle", GPU(HostUnregister)(host + 64));
  say("unregister: twice", (GPU(HostUnregister)(host), GPU(HostUnregister)(host)));
  say("unregister: null", GPU(HostUnregister)(nullptr));
  say("unregister: device memory", GPU(HostUnregister)(buffer()));
  (void)GPU(MallocHost)(&device, 256);
  say("device pointer: null", GPU(HostGetDevicePointer)((void **)nullptr, device, 0));
  say("device pointer: flags", GPU(HostGetDevicePointer)(&device, device, 1));
  say("device pointer: null host", GPU(HostGetDevicePointer)(&device, nullptr, 0));
  say("device pointer: ordinary memory", GPU(HostGetDevicePointer)(&device, host, 0));
  unsigned flags = 0;
  say("host flags: null", GPU(HostGetFlags)(nullptr, device));
  say("host flags: ordinary memory", GPU(HostGetFlags)(&flags, host));
}

inline void questions() {
  PointerAttributes attributes;
  size_t free = 0, total = 0;
  int stack = 0;
  say("attributes: null", GPU(PointerGetAttributes)(nullptr, buffer()));
  say("attributes: null pointer", GPU(PointerGetAttributes)(&attributes, nullptr));
  say("attributes: stack", GPU(PointerGetAttributes)(&attributes, &stack));
  say("attributes: middle", GPU(PointerGetAttributes)(&attributes, buffer() + 64));
  say("memory info: null free", GPU(MemGetInfo)(nullptr, &total));
  say("memory info: null total", GPU(MemGetInfo)(&free, nullptr));
}

inline void pools() {
  GPU(MemPool_t) pool = nullptr;
  uint64_t value = 0;
  void *p = nullptr;
  GPU(MemPoolProps) properties = {};
  say("pool: null default", GPU(DeviceGetDefaultMemPool)(nullptr, 0));
  say("pool: unknown device", GPU(DeviceGetDefaultMemPool)(&pool, 99));
  say("pool create: null", GPU(MemPoolCreate)(nullptr, &properties));
  say("pool create: null properties", GPU(MemPoolCreate)(&pool, nullptr));
  say("pool create: unknown type", GPU(MemPoolCreate)(&pool, &properties));
  say("pool destroy: null", GPU(MemPoolDestroy)(nullptr));
  (void)GPU(DeviceGetDefaultMemPool)(&pool, 0);
  say("pool destroy: default", GPU(MemPoolDestroy)(pool));
  say("pool set: null pool", GPU(DeviceSetMemPool)(0, nullptr));
  say("pool attribute: null pool", GPU(MemPoolGetAttribute)(nullptr, GPU(MemPoolAttrReleaseThreshold), &value));
  say("pool attribute: null", GPU(MemPoolGetAttribute)(pool, GPU(MemPoolAttrReleaseThreshold), nullptr));
  say("pool attribute: unknown", GPU(MemPoolGetAttribute)(pool, unknown<GPU(MemPoolAttr)>(), &value));
  say("pool attribute: set unknown", GPU(MemPoolSetAttribute)(pool, unknown<GPU(MemPoolAttr)>(), &value));
  value = 1;
  say("pool attribute: set high mark", GPU(MemPoolSetAttribute)(pool, GPU(MemPoolAttrUsedMemHigh), &value));
  say("pool attribute: set current", GPU(MemPoolSetAttribute)(pool, GPU(MemPoolAttrUsedMemCurrent), &value));
  say("pool trim: null", GPU(MemPoolTrimTo)(nullptr, 0));
  say("pool malloc: null pool", GPU(MallocFromPoolAsync)(&p, 16, nullptr, nullptr));
  say("pool malloc: null", GPU(MallocFromPoolAsync)((void **)nullptr, 16, pool, nullptr));
  say("pool malloc: 2^64 - 1", GPU(MallocFromPoolAsync)(&p, huge, pool, nullptr));
}

inline void memory() {
  allocations();
  releases();
  registrations();
  questions();
  pools();
}
