// The devices. Their properties match the architecture that the program's device code was compiled for, because
// libraries choose tuned variants by them and would look for code that was never compiled.
#include "../runtime/cuda_model.h"
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
  size_t sharedBytes = 65536;
};
const Model models[] = {
    {"gfx90a", "gfx90a:sramecc+:xnack-", 104, 2048, 65536, 1700000},
    {"gfx942", "gfx942:sramecc+:xnack-", 304, 2048, 65536, 2100000},
    {"gfx950", "gfx950:sramecc+:xnack-", 256, 2048, 65536, 2400000, 163840},
    {"gfx908", "gfx908:sramecc+:xnack-", 120, 2560, 65536, 1502000},
    {"gfx906", "gfx906:sramecc+:xnack-", 60, 2560, 65536, 1725000},
    {"gfx1030", "gfx1030", 36, 2048, 65536, 2250000},
    {"gfx1100", "gfx1100", 48, 2048, 65536, 2500000},
    {"gfx1200", "gfx1200", 16, 2048, 65536, 3130000},
    {"gfx1201", "gfx1201", 32, 2048, 65536, 2970000},
};

Model modelOf(const std::string &architecture) {
  if (architecture[0] == 's') {
    const CudaModel &model = cudaModel(architecture);
    return {model.architecture, model.architecture, model.multiprocessors, model.itemsPerMultiprocessor, 65536,
            model.clockKilohertz};
  }
  for (const Model &model : models)
    if (architecture == model.prefix)
      return model;
  return models[architecture.compare(0, 4, "gfx9") == 0 ? 1 : 6];
}

/// "gfx1201" and "sm_80" are 12.0 and 8.0: AMD's names have a stepping behind.
std::pair<int, int> versionOf(const std::string &architecture) {
  const size_t first = architecture.find_first_of("0123456789"), minor = architecture.size() - (architecture[0] == 'g' ? 2 : 1);
  return {std::atoi(architecture.substr(first, minor - first).c_str()), architecture[minor] - '0'};
}

/// The limits of launches on NVIDIA's GPUs (CUDA C++ Programming Guide, technical specifications); cuda_api has the rest.
void limitAsCuda(hipDeviceProp_tR0600 &p, const CudaModel &model) {
  p.sharedMemPerBlock = 48 << 10;
  p.sharedMemPerBlockOptin = size_t(model.sharedOptIn) << 10;
  p.sharedMemPerMultiprocessor = p.maxSharedMemoryPerMultiProcessor = size_t(model.sharedOfMultiprocessor) << 10;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
}

/// Without device code, as in Python before an extension is loaded, the device is the one that a program is run for.
std::string architectureOf(const DeviceImage *image) {
  if (image)
    return image->architecture;
  const char *told = std::getenv("PORTER_CPU_ARCH");
  return told && *told ? told : "gfx942";
}

hipDeviceProp_tR0600 describe(const DeviceImage *image) {
  const std::string architecture = architectureOf(image);
  const Model model = modelOf(architecture);
  hipDeviceProp_tR0600 p;
  std::memset(&p, 0, sizeof p);
  std::snprintf(p.name, sizeof p.name, "porter cpu executor (%s)", architecture.c_str());
  std::snprintf(p.gcnArchName, sizeof p.gcnArchName, "%s",
                architecture == model.prefix ? model.fullName : architecture.c_str());
  p.warpSize = image ? int(image->waveSize) : architecture.compare(0, 4, "gfx9") == 0 ? 64 : 32;
  // Half of the host's memory, so that "out of memory" is an error code and not the end of the process.
  p.totalGlobalMem = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE)) / 2;
  p.sharedMemPerBlock = p.sharedMemPerMultiprocessor = model.sharedBytes;
  p.sharedMemPerBlockOptin = p.maxSharedMemoryPerMultiProcessor = model.sharedBytes;
  p.regsPerBlock = p.regsPerMultiprocessor = model.registersPerBlock;
  p.maxThreadsPerBlock = mostItems;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = p.maxThreadsDim[2] = mostItems;
  p.maxGridSize[0] = 2147483647;
  p.maxGridSize[1] = p.maxGridSize[2] = 65536;
  if (architecture[0] == 's')
    limitAsCuda(p, cudaModel(architecture));
  p.clockRate = p.clockInstructionRate = model.clockKilohertz;
  p.memoryClockRate = 1300000;
  p.memoryBusWidth = 4096;
  p.totalConstMem = 2147483647;
  std::tie(p.major, p.minor) = versionOf(architecture);
  p.multiProcessorCount = model.computeUnits;
  p.maxThreadsPerMultiProcessor = model.itemsPerUnit;
  p.maxBlocksPerMultiProcessor = architecture[0] == 's' ? cudaModel(architecture).blocksPerMultiprocessor : 32;
  p.l2CacheSize = 4 << 20;
  p.textureAlignment = p.texturePitchAlignment = p.surfaceAlignment = 256;
  p.memPitch = 2147483647;
  p.concurrentKernels = p.cooperativeLaunch = p.managedMemory = p.concurrentManagedAccess = 1;
  p.unifiedAddressing = p.canMapHostMemory = p.streamPrioritiesSupported = 1;
  p.asyncEngineCount = p.deviceOverlap = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.hostRegisterSupported = p.memoryPoolsSupported = 1;
  hipDeviceArch_t &arch = p.arch;
  arch.hasGlobalInt32Atomics = arch.hasGlobalFloatAtomicExch = arch.hasSharedInt32Atomics = 1;
  arch.hasSharedFloatAtomicExch = arch.hasFloatAtomicAdd = arch.hasGlobalInt64Atomics = 1;
  arch.hasSharedInt64Atomics = arch.hasDoubles = arch.hasWarpVote = arch.hasWarpBallot = 1;
  arch.hasWarpShuffle = arch.hasThreadFenceSystem = arch.hasSyncThreadsExt = arch.has3dGrid = 1;
  return p;
}

/// CUDA knows more limits than HIP (cudaLimit: seven of them).
constexpr unsigned cudaLimits = 7;

/// A question about a device, and what to say.
template <class T> hipError_t answer(T *into, const T &value, int device = 0) {
  if (!into || !isDevice(device))
    return finish(into ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *into = value;
  return finish(hipSuccess);
}

} // namespace

const hipDeviceProp_tR0600 &properties() {
  const DeviceImage *image = firstImage();
  if (!image) { // a program that asks before it loads device code
    static const hipDeviceProp_tR0600 usual = describe(nullptr);
    return usual;
  }
  static const hipDeviceProp_tR0600 description = describe(image);
  return description;
}

} // namespace porter::hip

extern "C" {

hipError_t hipInit(unsigned flags) { return finish(flags ? hipErrorInvalidValue : hipSuccess); }
hipError_t hipGetDeviceCount(int *count) { return answer(count, deviceCount()); }
hipError_t hipDeviceGet(hipDevice_t *device, int ordinal) { return answer(device, ordinal, ordinal); }
hipError_t hipDeviceGetName(char *name, int length, hipDevice_t device) {
  if (!name || length <= 0)
    return finish(hipErrorInvalidValue);
  if (!isDevice(device))
    return finish(hipErrorInvalidDevice);
  std::snprintf(name, size_t(length), "%s", properties().name);
  return finish(hipSuccess);
}
hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device) {
  return answer(bytes, properties().totalGlobalMem, device);
}
hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device) {
  const hipError_t error = answer(major, properties().major, device);
  return error ? error : answer(minor, properties().minor, device);
}
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *out, int device) {
  const hipError_t error = answer(out, properties(), device);
  if (!error)
    out->pciBusID = device;
  return error;
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
    ATTRIBUTE(AccessPolicyMaxWindowSize, p.accessPolicyMaxWindowSize)
    ATTRIBUTE(AsyncEngineCount, p.asyncEngineCount)
    ATTRIBUTE(DeviceOverlap, p.asyncEngineCount > 0)
    ATTRIBUTE(CanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem)
    ATTRIBUTE(ComputePreemptionSupported, p.computePreemptionSupported)
    ATTRIBUTE(CooperativeMultiDeviceLaunch, p.cooperativeMultiDeviceLaunch)
    ATTRIBUTE(DirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost)
    ATTRIBUTE(GlobalL1CacheSupported, p.globalL1CacheSupported)
    ATTRIBUTE(LocalL1CacheSupported, p.localL1CacheSupported)
    ATTRIBUTE(HostNativeAtomicSupported, p.hostNativeAtomicSupported)
    ATTRIBUTE(IsLargeBar, p.isLargeBar)
    ATTRIBUTE(IsMultiGpuBoard, p.isMultiGpuBoard)
    ATTRIBUTE(MultiGpuBoardGroupID, p.multiGpuBoardGroupID)
    ATTRIBUTE(MaxTexture1DWidth, p.maxTexture1D)
    ATTRIBUTE(MaxTexture1DLinear, p.maxTexture1DLinear)
    ATTRIBUTE(MaxTexture1DMipmap, p.maxTexture1DMipmap)
    ATTRIBUTE(MaxTextureCubemap, p.maxTextureCubemap)
    ATTRIBUTE(MaxTexture2DWidth, p.maxTexture2D[0])
    ATTRIBUTE(MaxTexture2DHeight, p.maxTexture2D[1])
    ATTRIBUTE(MaxTexture3DWidth, p.maxTexture3D[0])
    ATTRIBUTE(MaxTexture3DHeight, p.maxTexture3D[1])
    ATTRIBUTE(MaxTexture3DDepth, p.maxTexture3D[2])
    ATTRIBUTE(PageableMemoryAccessUsesHostPageTables, p.pageableMemoryAccessUsesHostPageTables)
    ATTRIBUTE(PciDomainID, p.pciDomainID)
    ATTRIBUTE(PersistingL2CacheMaxSize, p.persistingL2CacheMaxSize)
    ATTRIBUTE(ReservedSharedMemPerBlock, p.reservedSharedMemPerBlock)
    ATTRIBUTE(SurfaceAlignment, p.surfaceAlignment)
    ATTRIBUTE(TexturePitchAlignment, p.texturePitchAlignment)
    ATTRIBUTE(MaxTexture1DLayered, p.maxTexture1DLayered[0])
    ATTRIBUTE(MaxTexture2DGather, p.maxTexture2DGather[0])
    ATTRIBUTE(MaxTexture2DLayered, p.maxTexture2DLayered[0])
    ATTRIBUTE(MaxTexture2DLinear, p.maxTexture2DLinear[0])
    ATTRIBUTE(MaxTexture2DMipmap, p.maxTexture2DMipmap[0])
    ATTRIBUTE(MaxTexture3DAlt, p.maxTexture3DAlt[0])
    ATTRIBUTE(MaxTextureCubemapLayered, p.maxTextureCubemapLayered[0])
    ATTRIBUTE(MaxSurface1D, p.maxSurface1D)
    ATTRIBUTE(MaxSurface1DLayered, p.maxSurface1DLayered[0])
    ATTRIBUTE(MaxSurface2D, p.maxSurface2D[0])
    ATTRIBUTE(MaxSurface2DLayered, p.maxSurface2DLayered[0])
    ATTRIBUTE(MaxSurface3D, p.maxSurface3D[0])
    ATTRIBUTE(MaxSurfaceCubemap, p.maxSurfaceCubemap)
    ATTRIBUTE(MaxSurfaceCubemapLayered, p.maxSurfaceCubemapLayered[0])
    ATTRIBUTE(ClockInstructionRate, p.clockInstructionRate)
    ATTRIBUTE(MemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes)
    ATTRIBUTE(SingleToDoublePrecisionPerfRatio, p.singleToDoublePrecisionPerfRatio)
    ATTRIBUTE(TccDriver, p.tccDriver)
    ATTRIBUTE(TotalGlobalMem, p.totalGlobalMem)
    ATTRIBUTE(VirtualMemoryManagementSupported, 1)
#undef ATTRIBUTE
  default:
    *value = 0;
    return finish(hipErrorInvalidValue);
  }
  return finish(hipSuccess);
}

hipError_t hipDeviceReset() { return finish(hipSuccess); }
hipError_t hipSetDeviceFlags(unsigned flags) {
  constexpr unsigned known = hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;
  return finish(flags & ~known ? hipErrorInvalidValue : hipSuccess);
}
hipError_t hipGetDeviceFlags(unsigned *flags) { return answer(flags, 0u); }
hipError_t hipRuntimeGetVersion(int *version) { return answer(version, HIP_VERSION); }
hipError_t hipDriverGetVersion(int *version) { return hipRuntimeGetVersion(version); }
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config) {
  return finish(config >= hipFuncCachePreferNone && config <= hipFuncCachePreferEqual ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig) { return finish(hipSuccess); }
hipError_t hipDeviceGetLimit(size_t *value, hipLimit_t limit) {
  switch (limit) {
  case hipLimitMallocHeapSize: return answer(value, size_t(8) << 20);
  case hipLimitStackSize: return answer(value, size_t(128) << 10);
  case hipLimitPrintfFifoSize: return answer(value, size_t(1) << 20);
  default: return finish(hipErrorInvalidValue);
  }
}
/// Nothing here runs out by these limits: they are taken, and change nothing.
hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t) {
  size_t value = 0;
  return speaksCuda() && unsigned(limit) < cudaLimits ? finish(hipSuccess) : hipDeviceGetLimit(&value, limit);
}
}
