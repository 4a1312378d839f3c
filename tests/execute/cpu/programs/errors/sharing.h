// Memory and events of other processes, devices and interfaces; pools; addresses and memory apart from each other.
#pragma once

#include "misuse.h"

inline void other_processes() {
  GPU(IpcMemHandle_t) memory = {};
  GPU(IpcEventHandle_t) shared = {};
  GPU(Event_t) event = nullptr, opened = nullptr;
  void *place = nullptr;
  int local = 0;
  MISTAKE("ipc memory: null", GPU(IpcGetMemHandle)(nullptr, buffer()));
  MISTAKE("ipc memory: null memory", GPU(IpcGetMemHandle)(&memory, nullptr));
  MISTAKE("ipc memory: the host's", GPU(IpcGetMemHandle)(&memory, &local));
  MISTAKE("ipc open: null", GPU(IpcOpenMemHandle)(nullptr, memory, GPU(IpcMemLazyEnablePeerAccess)));
  MISTAKE("ipc open: nobody's", GPU(IpcOpenMemHandle)(&place, memory, GPU(IpcMemLazyEnablePeerAccess)));
  MISTAKE("ipc open: no flag", GPU(IpcOpenMemHandle)(&place, memory, 0));
  MISTAKE("ipc close: null", GPU(IpcCloseMemHandle)(nullptr));
  MISTAKE("ipc close: own memory", GPU(IpcCloseMemHandle)(buffer()));
  (void)GPU(EventCreate)(&event);
  MISTAKE("ipc event: null", GPU(IpcGetEventHandle)(nullptr, event));
  MISTAKE("ipc event: one of this process", GPU(IpcGetEventHandle)(&shared, event));
  MISTAKE("ipc event open: null", GPU(IpcOpenEventHandle)(nullptr, shared));
  MISTAKE("ipc event open: nobody's", GPU(IpcOpenEventHandle)(&opened, shared));
  MISTAKE("ipc event create: with times", GPU(EventCreateWithFlags)(&opened, GPU(EventInterprocess)));
  (void)GPU(EventDestroy)(event);
}

inline void shared_pools() {
  GPU(MemPool_t) pool = nullptr;
  GPU(MemPoolProps) properties = {};
  properties.allocType = GPU(MemAllocationTypePinned);
  properties.location.type = GPU(MemLocationTypeDevice);
  properties.location.id = 99;
  MISTAKE("pool create: of device 99", GPU(MemPoolCreate)(&pool, &properties));
  properties.location.id = 0;
  (void)GPU(MemPoolCreate)(&pool, &properties);
  MISTAKE("pool access: null", GPU(MemPoolSetAccess)(pool, nullptr, 1));
  int file = -1;
  MISTAKE("pool export: to nobody", GPU(MemPoolExportToShareableHandle)(&file, pool, GPU(MemHandleTypePosixFileDescriptor), 0));
  (void)GPU(MemPoolDestroy)(pool);
}

inline void other_devices() {
  static char host[64];
  MISTAKE("peer copy: null", GPU(MemcpyPeer)(nullptr, 0, buffer(), 0, 16));
  MISTAKE("peer copy: to device 99", GPU(MemcpyPeer)(buffer(), 99, buffer(), 0, 16));
  MISTAKE("peer copy: from device 99", GPU(MemcpyPeer)(buffer(), 0, buffer(), 99, 16));
  MISTAKE("peer copy: beyond", GPU(MemcpyPeer)(buffer(), 0, buffer() + bytes - 8, 0, 16));
  MISTAKE("peer copy in a stream: null", GPU(MemcpyPeerAsync)(buffer(), 0, nullptr, 0, 16, nullptr));
  MISTAKE("peer copy in a stream: device 99", GPU(MemcpyPeerAsync)(buffer(), 99, host, 0, 16, nullptr));
}

/// What graphics interfaces make, of which there are none here, and mipmaps.
inline void other_interfaces() {
#ifdef __HIP__
  hipExternalMemory_t memory = nullptr;
  hipExternalSemaphore_t semaphore = nullptr;
#else
  cudaExternalMemory_t memory = nullptr;
  cudaExternalSemaphore_t semaphore = nullptr;
#endif
  GPU(ExternalMemoryHandleDesc) from = {};
  GPU(ExternalSemaphoreHandleDesc) signal = {};
  from.type = GPU(ExternalMemoryHandleTypeOpaqueFd);
  from.handle.fd = -1;
  from.size = 4096;
  signal.type = GPU(ExternalSemaphoreHandleTypeOpaqueFd);
  signal.handle.fd = -1;
  MISTAKE("external memory: null", GPU(ImportExternalMemory)(nullptr, &from));
  MISTAKE("external memory: null description", GPU(ImportExternalMemory)(&memory, nullptr));
  MISTAKE("external memory: no file", GPU(ImportExternalMemory)(&memory, &from));
  MISTAKE("external memory destroy: null", GPU(DestroyExternalMemory)(nullptr));
  MISTAKE("external semaphore: null", GPU(ImportExternalSemaphore)(nullptr, &signal));
  MISTAKE("external semaphore: no file", GPU(ImportExternalSemaphore)(&semaphore, &signal));
  MISTAKE("external semaphore destroy: null", GPU(DestroyExternalSemaphore)(nullptr));
  GPU(ExternalSemaphoreSignalParams) signals = {};
  GPU(ExternalSemaphoreWaitParams) waits = {};
  MISTAKE("external semaphore signal: null", GPU(SignalExternalSemaphoresAsync)(&semaphore, &signals, 1, nullptr));
  MISTAKE("external semaphore wait: null", GPU(WaitExternalSemaphoresAsync)(&semaphore, &waits, 1, nullptr));
  GPU(Array_t) level = nullptr;
  GPU(ChannelFormatDesc) floats = {32, 0, 0, 0, GPU(ChannelFormatKindFloat)};
  MISTAKE("mipmaps: null", GPU(MallocMipmappedArray)(nullptr, &floats, GPU(Extent){16, 16, 0}, 2, 0));
  MISTAKE("mipmaps: null level", GPU(GetMipmappedArrayLevel)(&level, nullptr, 0));
  MISTAKE("mipmaps free: null", GPU(FreeMipmappedArray)(nullptr));
}

/// Addresses without memory, and memory without addresses.
inline void addresses() {
#ifdef __HIP__
  hipMemGenericAllocationHandle_t handle = nullptr;
  hipMemAllocationProp how = {};
  hipMemAccessDesc access = {};
  how.type = hipMemAllocationTypePinned;
  how.location = {hipMemLocationTypeDevice, 0};
  void *place = nullptr;
  const auto none = static_cast<void *>(nullptr);
  const auto minimum = hipMemAllocationGranularityMinimum;
#else
  CUmemGenericAllocationHandle handle = 0;
  CUmemAllocationProp how = {};
  CUmemAccessDesc access = {};
  how.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  how.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUdeviceptr place = 0;
  const CUdeviceptr none = 0;
  const auto minimum = CU_MEM_ALLOC_GRANULARITY_MINIMUM;
  (void)cudaFree(nullptr); // makes the context that the driver's functions need
#endif
  access.location = how.location;
  size_t unit = 0;
  MISTAKE("granularity: null", DRIVER(MemGetAllocationGranularity)(nullptr, &how, minimum));
  MISTAKE("granularity: null properties", DRIVER(MemGetAllocationGranularity)(&unit, nullptr, minimum));
  (void)DRIVER(MemGetAllocationGranularity)(&unit, &how, minimum);
  MISTAKE("reserve: null", DRIVER(MemAddressReserve)(nullptr, unit, 0, none, 0));
  MISTAKE("reserve: nothing", DRIVER(MemAddressReserve)(&place, 0, 0, none, 0));
  MISTAKE("reserve: part of a unit", DRIVER(MemAddressReserve)(&place, 100, 0, none, 0));
  MISTAKE("reserve: flags", DRIVER(MemAddressReserve)(&place, unit, 0, none, 77));
  MISTAKE("reserve free: none", DRIVER(MemAddressFree)(none, unit));
  MISTAKE("create: null", DRIVER(MemCreate)(nullptr, unit, &how, 0));
  MISTAKE("create: null properties", DRIVER(MemCreate)(&handle, unit, nullptr, 0));
  MISTAKE("create: nothing", DRIVER(MemCreate)(&handle, 0, &how, 0));
  MISTAKE("create: part of a unit", DRIVER(MemCreate)(&handle, 100, &how, 0));
  MISTAKE("create: flags", DRIVER(MemCreate)(&handle, unit, &how, 77));
  (void)DRIVER(MemAddressReserve)(&place, unit, 0, none, 0);
  (void)DRIVER(MemCreate)(&handle, unit, &how, 0);
  MISTAKE("map: nowhere", DRIVER(MemMap)(none, unit, 0, handle, 0));
  MISTAKE("map: nothing", DRIVER(MemMap)(place, 0, 0, handle, 0));
  MISTAKE("map: more than there is", DRIVER(MemMap)(place, 2 * unit, 0, handle, 0));
  MISTAKE("map: flags", DRIVER(MemMap)(place, unit, 0, handle, 77));
  MISTAKE("unmap: what is not mapped", DRIVER(MemUnmap)(place, unit));
  MISTAKE("access: nothing there", DRIVER(MemSetAccess)(place, unit, &access, 1));
  (void)DRIVER(MemMap)(place, unit, 0, handle, 0);
  MISTAKE("map: twice", DRIVER(MemMap)(place, unit, 0, handle, 0));
  MISTAKE("access: null", DRIVER(MemSetAccess)(place, unit, nullptr, 1));
  MISTAKE("reserve free: mapped", DRIVER(MemAddressFree)(place, unit));
  (void)DRIVER(MemUnmap)(place, unit);
  (void)DRIVER(MemRelease)(handle);
  HARMFUL("release: twice", DRIVER(MemRelease)(handle));
  (void)DRIVER(MemAddressFree)(place, unit);
  MISTAKE("reserve free: twice", DRIVER(MemAddressFree)(place, unit));
}

inline void sharing() {
  other_processes();
  shared_pools();
  other_devices();
  other_interfaces();
  addresses();
}
