// Allocation: sizes that cannot be, pointers that are none, memory given back twice.
#pragma once

#include "misuse.h"

inline void allocations() {
  void *p = nullptr;
  size_t pitch = 0;
  MISTAKE("malloc: null", GPU(Malloc)((void **)nullptr, 16));
  MISTAKE("malloc: 2^64 - 1", GPU(Malloc)(&p, huge));
  MISTAKE("malloc: 2^63", GPU(Malloc)(&p, size_t(1) << 63));
  MISTAKE("malloc: 2^64 - 4096", GPU(Malloc)(&p, huge - 4095));
  MISTAKE("malloc: 0", GPU(Malloc)(&p, 0));
  MISTAKE("managed: null", GPU(MallocManaged)((void **)nullptr, 16, GPU(MemAttachGlobal)));
  HARMFUL("managed: 2^64 - 1", GPU(MallocManaged)(&p, huge, GPU(MemAttachGlobal)));
  MISTAKE("managed: 0", GPU(MallocManaged)(&p, 0, GPU(MemAttachGlobal)));
  MISTAKE("managed: no flags", GPU(MallocManaged)(&p, 16, 0));
  MISTAKE("managed: unknown flags", GPU(MallocManaged)(&p, 16, 0x1000));
  MISTAKE("host: null", GPU(MallocHost)((void **)nullptr, 16));
  MISTAKE("host: 2^64 - 1", GPU(MallocHost)(&p, huge));
  MISTAKE("host: 0", GPU(MallocHost)(&p, 0));
  MISTAKE("host: unknown flags", GPU(HostAlloc)(&p, 16, 0x10000000));
  MISTAKE("pitch: null", GPU(MallocPitch)((void **)nullptr, &pitch, 16, 16));
  MISTAKE("pitch: null pitch", GPU(MallocPitch)(&p, nullptr, 16, 16));
  MISTAKE("pitch: width 2^64 - 1", GPU(MallocPitch)(&p, &pitch, huge, 1));
  MISTAKE("pitch: height 2^64 - 1", GPU(MallocPitch)(&p, &pitch, 16, huge));
  MISTAKE("pitch: product beyond 2^64", GPU(MallocPitch)(&p, &pitch, large, large));
  MISTAKE("pitch: width 0", GPU(MallocPitch)(&p, &pitch, 0, 16));
  MISTAKE("pitch: height 0", GPU(MallocPitch)(&p, &pitch, 16, 0));
  GPU(PitchedPtr) pitched;
  MISTAKE("3d: null", GPU(Malloc3D)(nullptr, GPU(Extent){16, 16, 16}));
  MISTAKE("3d: product beyond 2^64", GPU(Malloc3D)(&pitched, GPU(Extent){large, large, large}));
  MISTAKE("3d: depth 2^64 - 1", GPU(Malloc3D)(&pitched, GPU(Extent){16, 16, huge}));
  MISTAKE("3d: width 2^64 - 1", GPU(Malloc3D)(&pitched, GPU(Extent){huge, 1, 1}));
  MISTAKE("3d: depth 0", GPU(Malloc3D)(&pitched, GPU(Extent){16, 16, 0}));
  MISTAKE("async: null", GPU(MallocAsync)((void **)nullptr, 16, nullptr));
  MISTAKE("async: 2^64 - 1", GPU(MallocAsync)(&p, huge, nullptr));
  MISTAKE("async: 0", GPU(MallocAsync)(&p, 0, nullptr));
}

inline void releases() {
  int stack = 0;
  char *p = nullptr, *host = nullptr;
  (void)GPU(Malloc)((void **)&p, 256);
  (void)GPU(MallocHost)((void **)&host, 256);
  MISTAKE("free: null", GPU(Free)(nullptr));
  MISTAKE("free: middle", GPU(Free)(p + 64));
  MISTAKE("free: stack", GPU(Free)(&stack));
  MISTAKE("free: number", GPU(Free)((void *)16));
  MISTAKE("free: page-locked", GPU(Free)(host));
  MISTAKE("free: twice", (GPU(Free)(p), GPU(Free)(p)));
  (void)GPU(Malloc)((void **)&p, 256);
  MISTAKE("free host: null", GPU(FreeHost)(nullptr));
  MISTAKE("free host: device memory", GPU(FreeHost)(p));
  (void)GPU(MallocHost)((void **)&host, 256);
  MISTAKE("free host: middle", GPU(FreeHost)(host + 64));
  MISTAKE("free host: stack", GPU(FreeHost)(&stack));
  MISTAKE("free host: twice", (GPU(FreeHost)(host), GPU(FreeHost)(host)));
  MISTAKE("free async: null", GPU(FreeAsync)(nullptr, nullptr));
  MISTAKE("free async: stack", GPU(FreeAsync)(&stack, nullptr));
  (void)GPU(MallocAsync)((void **)&p, 256, nullptr);
  MISTAKE("free async: middle", GPU(FreeAsync)(p + 64, nullptr));
  MISTAKE("free async: twice", (GPU(FreeAsync)(p, nullptr), GPU(FreeAsync)(p, nullptr)));
}

inline void registrations() {
  alignas(4096) static char host[8192];
  void *device = nullptr;
  MISTAKE("register: null", GPU(HostRegister)(nullptr, 16, 0));
  MISTAKE("register: 0", GPU(HostRegister)(host, 0, 0));
  MISTAKE("register: 2^64 - 1", GPU(HostRegister)(host, huge, 0));
  MISTAKE("register: unknown flags", GPU(HostRegister)(host, 4096, 0x10000000));
  MISTAKE("register: twice", (GPU(HostRegister)(host, 4096, 0), GPU(HostRegister)(host, 4096, 0)));
  MISTAKE("register: within", GPU(HostRegister)(host + 1024, 1024, 0));
  MISTAKE("unregister: middle", GPU(HostUnregister)(host + 64));
  MISTAKE("unregister: twice", (GPU(HostUnregister)(host), GPU(HostUnregister)(host)));
  MISTAKE("unregister: null", GPU(HostUnregister)(nullptr));
  MISTAKE("unregister: device memory", GPU(HostUnregister)(buffer()));
  (void)GPU(MallocHost)(&device, 256);
  MISTAKE("device pointer: null", GPU(HostGetDevicePointer)((void **)nullptr, device, 0));
  MISTAKE("device pointer: flags", GPU(HostGetDevicePointer)(&device, device, 1));
  MISTAKE("device pointer: null host", GPU(HostGetDevicePointer)(&device, nullptr, 0));
  MISTAKE("device pointer: ordinary memory", GPU(HostGetDevicePointer)(&device, host, 0));
  unsigned flags = 0;
  MISTAKE("host flags: null", GPU(HostGetFlags)(nullptr, device));
  MISTAKE("host flags: ordinary memory", GPU(HostGetFlags)(&flags, host));
}

inline void questions() {
  PointerAttributes attributes;
  size_t free = 0, total = 0;
  int stack = 0;
  MISTAKE("attributes: null", GPU(PointerGetAttributes)(nullptr, buffer()));
  MISTAKE("attributes: null pointer", GPU(PointerGetAttributes)(&attributes, nullptr));
  MISTAKE("attributes: stack", GPU(PointerGetAttributes)(&attributes, &stack));
  MISTAKE("attributes: middle", GPU(PointerGetAttributes)(&attributes, buffer() + 64));
  MISTAKE("memory info: null free", GPU(MemGetInfo)(nullptr, &total));
  MISTAKE("memory info: null total", GPU(MemGetInfo)(&free, nullptr));
}

inline void pools() {
  GPU(MemPool_t) pool = nullptr;
  uint64_t value = 0;
  void *p = nullptr;
  GPU(MemPoolProps) properties = {};
  MISTAKE("pool: null default", GPU(DeviceGetDefaultMemPool)(nullptr, 0));
  MISTAKE("pool: unknown device", GPU(DeviceGetDefaultMemPool)(&pool, 99));
  MISTAKE("pool create: null", GPU(MemPoolCreate)(nullptr, &properties));
  MISTAKE("pool create: null properties", GPU(MemPoolCreate)(&pool, nullptr));
  MISTAKE("pool create: unknown type", GPU(MemPoolCreate)(&pool, &properties));
  MISTAKE("pool destroy: null", GPU(MemPoolDestroy)(nullptr));
  (void)GPU(DeviceGetDefaultMemPool)(&pool, 0);
  MISTAKE("pool destroy: default", GPU(MemPoolDestroy)(pool));
  MISTAKE("pool set: null pool", GPU(DeviceSetMemPool)(0, nullptr));
  MISTAKE("pool attribute: null pool", GPU(MemPoolGetAttribute)(nullptr, GPU(MemPoolAttrReleaseThreshold), &value));
  MISTAKE("pool attribute: null", GPU(MemPoolGetAttribute)(pool, GPU(MemPoolAttrReleaseThreshold), nullptr));
  MISTAKE("pool attribute: unknown", GPU(MemPoolGetAttribute)(pool, unknown<GPU(MemPoolAttr)>(), &value));
  MISTAKE("pool attribute: set unknown", GPU(MemPoolSetAttribute)(pool, unknown<GPU(MemPoolAttr)>(), &value));
  value = 1;
  MISTAKE("pool attribute: set high mark", GPU(MemPoolSetAttribute)(pool, GPU(MemPoolAttrUsedMemHigh), &value));
  MISTAKE("pool attribute: set current", GPU(MemPoolSetAttribute)(pool, GPU(MemPoolAttrUsedMemCurrent), &value));
  MISTAKE("pool trim: null", GPU(MemPoolTrimTo)(nullptr, 0));
  MISTAKE("pool malloc: null pool", GPU(MallocFromPoolAsync)(&p, 16, nullptr, nullptr));
  MISTAKE("pool malloc: null", GPU(MallocFromPoolAsync)((void **)nullptr, 16, pool, nullptr));
  MISTAKE("pool malloc: 2^64 - 1", GPU(MallocFromPoolAsync)(&p, huge, pool, nullptr));
}

inline void memory() {
  allocations();
  releases();
  registrations();
  questions();
  pools();
}
