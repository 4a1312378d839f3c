// The one device. Its properties match the architecture that the program's device code was compiled for, because
// libraries choose tuned variants by them and would look for code that was never compiled.
#include "api.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <unistd.h>

using namespace porter;
using namespace porter::hip;

namespace porter::hip {
namespace {

/// What a real device of this family has (AMD's hardware specification tables).
struct Model {
  const char *prefix, *fullName;
  int computeUnits, itemsPerUnit, registersPerBlock, clockKilohertz;
};
const Model models[] = {
    {"gfx90a", "gfx90a:sramecc+:xnack-", 104, 2048, 65536, 1700000},
    {"gfx942", "gfx942:sramecc+:xnack-", 304, 2048, 65536, 2100000},
    {"gfx908", "gfx908:sramecc+:xnack-", 120, 2560, 65536, 1502000},
    {"gfx906", "gfx906:sramecc+:xnack-", 60, 2560, 65536, 1725000},
    {"gfx1030", "gfx1030", 36, 2048, 65536, 2250000},
    {"gfx1100", "gfx1100", 48, 2048, 65536, 2500000},
    {"gfx1200", "gfx1200", 16, 2048, 65536, 3130000},
    {"gfx1201", "gfx1201", 32, 2048, 65536, 2970000},
    {"sm_80", "sm_80", 108, 2048, 65536, 1410000}, // for the limits of launches; cuda_api has the rest
};

const Model &modelOf(const std::string &architecture) {
  for (const Model &model : models)
    if (architecture == model.prefix)
      return model;
  return models[architecture.compare(0, 4, "gfx9") == 0 ? 1 : 5];
}

/// "gfx1201" and "sm_80" are 12.0 and 8.0: AMD's names have a stepping behind.
std::pair<int, int> versionOf(const std::string &architecture) {
  const size_t first = architecture.find_first_of("0123456789"), minor = architecture.size() - (architecture[0] == 'g' ? 2 : 1);
  return {std::atoi(architecture.substr(first, minor - first).c_str()), architecture[minor] - '0'};
}

hipDeviceProp_tR0600 describe() {
  const DeviceImage *image = firstImage();
  const std::string architecture = image ? image->architecture : "gfx942";
  const Model &model = modelOf(architecture);
  hipDeviceProp_tR0600 p;
  std::memset(&p, 0, sizeof p);
  std::snprintf(p.name, sizeof p.name, "porter cpu executor (%s)", architecture.c_str());
  std::snprintf(p.gcnArchName, sizeof p.gcnArchName, "%s",
                architecture == model.prefix ? model.fullName : architecture.c_str());
  p.warpSize = image ? int(image->waveSize) : 64;
  // Half of the host's memory, so that "out of memory" is an error code and not the end of the process.
  p.totalGlobalMem = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE)) / 2;
  p.sharedMemPerBlock = p.sharedMemPerMultiprocessor = 65536;
  p.sharedMemPerBlockOptin = p.maxSharedMemoryPerMultiProcessor = 65536;
  p.regsPerBlock = p.regsPerMultiprocessor = model.registersPerBlock;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = p.maxThreadsDim[2] = 1024;
  p.maxGridSize[0] = 2147483647;
  p.maxGridSize[1] = p.maxGridSize[2] = 65536;
  p.clockRate = p.clockInstructionRate = model.clockKilohertz;
  p.memoryClockRate = 1300000;
  p.memoryBusWidth = 4096;
  p.totalConstMem = 2147483647;
  std::tie(p.major, p.minor) = versionOf(architecture);
  p.multiProcessorCount = model.computeUnits;
  p.maxThreadsPerMultiProcessor = model.itemsPerUnit;
  p.maxBlocksPerMultiProcessor = 32;
  p.l2CacheSize = 4 << 20;
  p.textureAlignment = p.texturePitchAlignment = p.surfaceAlignment = 256;
  p.memPitch = 2147483647;
  p.concurrentKernels = p.cooperativeLaunch = p.managedMemory = p.concurrentManagedAccess = 1;
  p.unifiedAddressing = p.canMapHostMemory = p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.hostRegisterSupported = p.memoryPoolsSupported = 1;
  hipDeviceArch_t &arch = p.arch;
  arch.hasGlobalInt32Atomics = arch.hasGlobalFloatAtomicExch = arch.hasSharedInt32Atomics = 1;
  arch.hasSharedFloatAtomicExch = arch.hasFloatAtomicAdd = arch.hasGlobalInt64Atomics = 1;
  arch.hasSharedInt64Atomics = arch.hasDoubles = arch.hasWarpVote = arch.hasWarpBallot = 1;
  arch.hasWarpShuffle = arch.hasThreadFenceSystem = arch.hasSyncThreadsExt = arch.has3dGrid = 1;
  return p;
}

bool isDevice(int device) { return device == 0; }

} // namespace

const hipDeviceProp_tR0600 &properties() {
  static const hipDeviceProp_tR0600 description = describe();
  return description;
}

} // namespace porter::hip

extern "C" {

hipError_t hipInit(unsigned) { return finish(hipSuccess); }
hipError_t hipGetDeviceCount(int *count) {
  *count = 1;
  return finish(hipSuccess);
}
hipError_t hipGetDevice(int *device) {
  *device = 0;
  return finish(hipSuccess);
}
hipError_t hipSetDevice(int device) { return finish(isDevice(device) ? hipSuccess : hipErrorInvalidDevice); }
hipError_t hipDeviceGet(hipDevice_t *device, int ordinal) {
  *device = ordinal;
  return finish(isDevice(ordinal) ? hipSuccess : hipErrorInvalidDevice);
}
hipError_t hipDeviceGetName(char *name, int length, hipDevice_t device) {
  std::snprintf(name, size_t(length), "%s", properties().name);
  return finish(isDevice(device) ? hipSuccess : hipErrorInvalidDevice);
}
hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device) {
  *bytes = properties().totalGlobalMem;
  return finish(isDevice(device) ? hipSuccess : hipErrorInvalidDevice);
}
hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device) {
  *major = properties().major;
  *minor = properties().minor;
  return finish(isDevice(device) ? hipSuccess : hipErrorInvalidDevice);
}
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *out, int device) {
  if (!out || !isDevice(device))
    return finish(hipErrorInvalidDevice);
  *out = properties();
  return finish(hipSuccess);
}

hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int device) {
  if (!value || !isDevice(device))
    return finish(value ? hipErrorInvalidDevice : hipErrorInvalidValue);
  const hipDeviceProp_tR0600 &p = properties();
  switch (attribute) {
#define ATTRIBUTE(name, expression)                                                                     \
  case hipDeviceAttribute##name:                                                                         \
    *value = int(expression);                                                                            \
    break;
    ATTRIBUTE(WarpSize, p.warpSize)
    ATTRIBUTE(MaxThreadsPerBlock, p.maxThreadsPerBlock)
    ATTRIBUTE(MaxBlockDimX, p.maxThreadsDim[0])
    ATTRIBUTE(MaxBlockDimY, p.maxThreadsDim[1])
    ATTRIBUTE(MaxBlockDimZ, p.maxThreadsDim[2])
    ATTRIBUTE(MaxGridDimX, p.maxGridSize[0])
    ATTRIBUTE(MaxGridDimY, p.maxGridSize[1])
    ATTRIBUTE(MaxGridDimZ, p.maxGridSize[2])
    ATTRIBUTE(MaxSharedMemoryPerBlock, p.sharedMemPerBlock)
    ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor)
    ATTRIBUTE(SharedMemPerBlockOptin, p.sharedMemPerBlockOptin)
    ATTRIBUTE(TotalConstantMemory, p.totalConstMem)
    ATTRIBUTE(MaxRegistersPerBlock, p.regsPerBlock)
    ATTRIBUTE(MaxRegistersPerMultiprocessor, p.regsPerMultiprocessor)
    ATTRIBUTE(ClockRate, p.clockRate)
    ATTRIBUTE(MemoryClockRate, p.memoryClockRate)
    ATTRIBUTE(MemoryBusWidth, p.memoryBusWidth)
    ATTRIBUTE(MultiprocessorCount, p.multiProcessorCount)
    ATTRIBUTE(MaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor)
    ATTRIBUTE(MaxBlocksPerMultiProcessor, p.maxBlocksPerMultiProcessor)
    ATTRIBUTE(L2CacheSize, p.l2CacheSize)
    ATTRIBUTE(ComputeCapabilityMajor, p.major)
    ATTRIBUTE(ComputeCapabilityMinor, p.minor)
    ATTRIBUTE(ConcurrentKernels, p.concurrentKernels)
    ATTRIBUTE(CooperativeLaunch, p.cooperativeLaunch)
    ATTRIBUTE(ManagedMemory, p.managedMemory)
    ATTRIBUTE(ConcurrentManagedAccess, p.concurrentManagedAccess)
    ATTRIBUTE(UnifiedAddressing, p.unifiedAddressing)
    ATTRIBUTE(CanMapHostMemory, p.canMapHostMemory)
    ATTRIBUTE(MemoryPoolsSupported, p.memoryPoolsSupported)
    ATTRIBUTE(HostRegisterSupported, p.hostRegisterSupported)
    ATTRIBUTE(StreamPrioritiesSupported, p.streamPrioritiesSupported)
    ATTRIBUTE(TextureAlignment, p.textureAlignment)
    // CDNA3 and later have no image instructions.
    ATTRIBUTE(ImageSupport, std::strncmp(p.gcnArchName, "gfx94", 5) && std::strncmp(p.gcnArchName, "gfx95", 5))
    ATTRIBUTE(MaxPitch, p.memPitch)
    ATTRIBUTE(EccEnabled, p.ECCEnabled)
    ATTRIBUTE(Integrated, p.integrated)
    ATTRIBUTE(PciBusId, p.pciBusID)
    ATTRIBUTE(PciDeviceId, p.pciDeviceID)
    ATTRIBUTE(ComputeMode, p.computeMode)
    ATTRIBUTE(KernelExecTimeout, p.kernelExecTimeoutEnabled)
    ATTRIBUTE(PageableMemoryAccess, p.pageableMemoryAccess)
#undef ATTRIBUTE
  default:
    *value = 0;
    return finish(hipErrorNotSupported);
  }
  return finish(hipSuccess);
}

hipError_t hipDeviceReset() { return finish(hipSuccess); }
hipError_t hipSetDeviceFlags(unsigned) { return finish(hipSuccess); }
hipError_t hipGetDeviceFlags(unsigned *flags) {
  *flags = 0;
  return finish(hipSuccess);
}
hipError_t hipRuntimeGetVersion(int *version) {
  *version = HIP_VERSION;
  return finish(hipSuccess);
}
hipError_t hipDriverGetVersion(int *version) { return hipRuntimeGetVersion(version); }
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t) { return finish(hipSuccess); }
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig) { return finish(hipSuccess); }
hipError_t hipDeviceSetLimit(hipLimit_t, size_t) { return finish(hipSuccess); }
hipError_t hipDeviceGetLimit(size_t *value, hipLimit_t limit) {
  switch (limit) {
  case hipLimitMallocHeapSize: *value = 8 << 20; break;
  case hipLimitStackSize: *value = 128 << 10; break;
  case hipLimitPrintfFifoSize: *value = 1 << 20; break;
  default: return finish(hipErrorUnsupportedLimit);
  }
  return finish(hipSuccess);
}

hipError_t hipDeviceCanAccessPeer(int *can, int, int) {
  *can = 0;
  return finish(hipSuccess);
}
hipError_t hipDeviceEnablePeerAccess(int, unsigned) { return finish(hipErrorInvalidDevice); }
hipError_t hipDeviceDisablePeerAccess(int) { return finish(hipErrorPeerAccessNotEnabled); }
}
