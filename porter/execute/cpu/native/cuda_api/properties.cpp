// The parts of CUDA's runtime API whose structures differ from HIP's. The device is one of the
// capability that the program's device code was compiled for.
#include <cuda_runtime_api.h>

#include "../runtime/cuda_model.h"
#include "../runtime/runtime.h"

#include <cstdio>
#include <cstring>

namespace porter::hip {
bool isDevice(int device);
}

extern "C" {
// Of the HIP runtime, declared plainly because its headers and CUDA's exclude each other.
int hipMemGetInfo(size_t *available, size_t *total);
int porter_kernel_facts(const void *function, int *maxItems, size_t *staticLds, size_t *dynamicLds);
int porter_memory_kind(const void *pointer, int *device);
int porter_finish(int error);
}

namespace {

const cudaDeviceProp &properties() {
  static const cudaDeviceProp description = [] {
    cudaDeviceProp p;
    std::memset(&p, 0, sizeof p);
    const porter::DeviceImage *image = porter::firstImage();
    const porter::CudaModel &model = porter::cudaModel(image ? image->architecture : "sm_80");
    std::snprintf(p.name, sizeof p.name, "porter cpu executor (%s)", model.architecture);
    size_t available;
    (void)hipMemGetInfo(&available, &p.totalGlobalMem);
    p.major = model.major;
    p.minor = model.minor;
    p.warpSize = 32;
    p.sharedMemPerBlock = 48 << 10;
    p.sharedMemPerBlockOptin = size_t(model.sharedOptIn) << 10;
    p.sharedMemPerMultiprocessor = size_t(model.sharedOfMultiprocessor) << 10;
    p.reservedSharedMemPerBlock = size_t(model.sharedReserved) << 10;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.maxThreadsPerBlock = porter::mostItems;
    p.maxThreadsDim[0] = p.maxThreadsDim[1] = porter::mostItems;
    p.maxThreadsDim[2] = 64;
    p.maxGridSize[0] = 2147483647;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.multiProcessorCount = model.multiprocessors;
    p.maxThreadsPerMultiProcessor = model.itemsPerMultiprocessor;
    p.maxBlocksPerMultiProcessor = model.blocksPerMultiprocessor;
    p.clockRate = model.clockKilohertz;
    p.memoryClockRate = 1215000;
    p.memoryBusWidth = 5120;
    p.l2CacheSize = 40 << 20;
    p.totalConstMem = 65536;
    p.textureAlignment = 512;
    p.memPitch = 2147483647;
    p.concurrentKernels = p.cooperativeLaunch = p.managedMemory = p.concurrentManagedAccess = 1;
    p.unifiedAddressing = p.canMapHostMemory = p.streamPrioritiesSupported = 1;
    p.asyncEngineCount = p.deviceOverlap = 1;
    p.memoryPoolsSupported = p.hostRegisterSupported = 1;
    return p;
  }();
  return description;
}

cudaError_t finish(cudaError_t error) { return cudaError_t(porter_finish(error)); }

} // namespace

extern "C" {

cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp *out, int device) {
  if (!out || !porter::hip::isDevice(device))
    return finish(out ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
  *out = properties();
  out->pciBusID = device;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
  if (!value || !porter::hip::isDevice(device))
    return finish(value ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
  if (attribute < cudaDevAttrMaxThreadsPerBlock || attribute >= cudaDevAttrMax)
    return finish(cudaErrorInvalidValue);
  const cudaDeviceProp &p = properties();
  switch (attribute) {
  case cudaDevAttrWarpSize: *value = p.warpSize; break;
  case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
  case cudaDevAttrMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
  case cudaDevAttrMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
  case cudaDevAttrMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
  case cudaDevAttrMaxGridDimX: *value = p.maxGridSize[0]; break;
  case cudaDevAttrMaxGridDimY: *value = p.maxGridSize[1]; break;
  case cudaDevAttrMaxGridDimZ: *value = p.maxGridSize[2]; break;
  case cudaDevAttrMaxSharedMemoryPerBlock: *value = int(p.sharedMemPerBlock); break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = int(p.sharedMemPerBlockOptin); break;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = int(p.sharedMemPerMultiprocessor); break;
  case cudaDevAttrReservedSharedMemoryPerBlock: *value = int(p.reservedSharedMemPerBlock); break;
  case cudaDevAttrMaxRegistersPerBlock: *value = p.regsPerBlock; break;
  case cudaDevAttrMaxRegistersPerMultiprocessor: *value = p.regsPerMultiprocessor; break;
  case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
  case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
  case cudaDevAttrMaxBlocksPerMultiprocessor: *value = p.maxBlocksPerMultiProcessor; break;
  case cudaDevAttrClockRate: *value = p.clockRate; break;
  case cudaDevAttrMemoryClockRate: *value = p.memoryClockRate; break;
  case cudaDevAttrGlobalMemoryBusWidth: *value = p.memoryBusWidth; break;
  case cudaDevAttrL2CacheSize: *value = p.l2CacheSize; break;
  case cudaDevAttrTotalConstantMemory: *value = int(p.totalConstMem); break;
  case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
  case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
  case cudaDevAttrConcurrentKernels:
  case cudaDevAttrCooperativeLaunch:
  case cudaDevAttrManagedMemory:
  case cudaDevAttrConcurrentManagedAccess:
  case cudaDevAttrUnifiedAddressing:
  case cudaDevAttrCanMapHostMemory:
  case cudaDevAttrMemoryPoolsSupported:
  case cudaDevAttrStreamPrioritiesSupported:
  case cudaDeviceAttr(102): // CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, which only cuda.h names
  case cudaDeviceAttr(103): // CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED
    *value = 1;
    break;
  default: *value = 0;
  }
  return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function) {
  if (!attributes)
    return finish(cudaErrorInvalidValue);
  std::memset(attributes, 0, sizeof *attributes);
  size_t dynamicBytes = 0;
  if (porter_kernel_facts(function, &attributes->maxThreadsPerBlock, &attributes->sharedSizeBytes, &dynamicBytes))
    return finish(cudaErrorInvalidDeviceFunction);
  attributes->maxDynamicSharedSizeBytes = int(dynamicBytes);
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 10 * properties().major + properties().minor;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
  if (!attributes)
    return finish(cudaErrorInvalidValue);
  std::memset(attributes, 0, sizeof *attributes);
  const int kind = porter_memory_kind(pointer, &attributes->device);
  attributes->type = cudaMemoryType(kind);
  if (kind != cudaMemoryTypeUnregistered)
    attributes->devicePointer = const_cast<void *>(pointer);
  if (kind != cudaMemoryTypeDevice)
    attributes->hostPointer = const_cast<void *>(pointer);
  return cudaSuccess;
}

// The same questions in the driver's API, which numbers attributes alike.
cudaError_t cuDeviceGetAttribute(int *value, int attribute, int device) {
  return cudaDeviceGetAttribute(value, cudaDeviceAttr(attribute), device);
}
cudaError_t cuDeviceComputeCapability(int *major, int *minor, int device) {
  if (!major || !minor || !porter::hip::isDevice(device))
    return finish(porter::hip::isDevice(device) ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
  *major = properties().major;
  *minor = properties().minor;
  return finish(cudaSuccess);
}
cudaError_t cuDeviceGetName(char *name, int length, int device) {
  if (!name || length <= 0 || !porter::hip::isDevice(device))
    return finish(porter::hip::isDevice(device) ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
  std::snprintf(name, size_t(length), "%s", properties().name);
  return finish(cudaSuccess);
}
}
