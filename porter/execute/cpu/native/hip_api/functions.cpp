// Questions about kernels: attributes and occupancy; and kernels by name, for those who link with a module.
#include "api.h"

#include <algorithm>
#include <map>
#include <mutex>

using namespace porter;
using namespace porter::hip;

namespace porter::hip {

int residentBlocks(const KernelEntry &kernel, int blockSize, size_t dynamicLds) {
  const hipDeviceProp_tR0600 &device = properties();
  if (blockSize <= 0 || blockSize > device.maxThreadsPerBlock)
    return 0;
  const int waves = (blockSize + device.warpSize - 1) / device.warpSize;
  int blocks = device.maxThreadsPerMultiProcessor / (waves * device.warpSize);
  if (const size_t lds = kernel.staticLds + dynamicLds)
    blocks = std::min(blocks, int(device.sharedMemPerMultiprocessor / lds));
  return std::min(blocks, device.maxBlocksPerMultiProcessor);
}

hipError_t potentialBlockSize(int *grid, int *block, const KernelHandle &kernel, size_t dynamicLds, int limit) {
  if (!kernel)
    return finish(hipErrorInvalidDeviceFunction);
  int size = std::min(int(kernel.entry->maxItems), properties().maxThreadsPerBlock);
  if (limit > 0)
    size = std::min(size, limit);
  *block = size;
  *grid = residentBlocks(*kernel.entry, size, dynamicLds) * properties().multiProcessorCount;
  return finish(hipSuccess);
}

void describeFunction(hipFuncAttributes &attributes, const KernelHandle &kernel) {
  attributes = {};
  attributes.maxThreadsPerBlock = int(std::min<uint32_t>(kernel.entry->maxItems, 1024));
  attributes.sharedSizeBytes = kernel.entry->staticLds;
  attributes.maxDynamicSharedSizeBytes = int(properties().sharedMemPerBlock - kernel.entry->staticLds);
  attributes.numRegs = 32; // what a host has is not a register count; a value that libraries accept
  attributes.binaryVersion = attributes.ptxVersion = properties().major * 10 + properties().minor;
}

} // namespace porter::hip

extern "C" {

hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, const void *function) {
  if (!attributes)
    return finish(hipErrorInvalidValue);
  *attributes = {};
  KernelHandle kernel = kernelOf(function);
  if (!kernel)
    return finish(hipErrorInvalidDeviceFunction);
  describeFunction(*attributes, kernel);
  return finish(hipSuccess);
}
/// A kernel of the program itself, for the module API.
hipError_t hipGetFuncBySymbol(hipFunction_t *function, const void *symbol) {
  static std::mutex mutex;
  static std::map<const void *, ihipModuleSymbol_t> handles;
  const KernelHandle kernel = kernelOf(symbol);
  if (!function || !kernel)
    return finish(function ? hipErrorInvalidDeviceFunction : hipErrorInvalidValue);
  std::lock_guard lock(mutex);
  *function = &(handles[symbol] = {kernel});
  return finish(hipSuccess);
}
hipError_t hipFuncSetAttribute(const void *, hipFuncAttribute, int) { return finish(hipSuccess); }
hipError_t hipFuncSetCacheConfig(const void *, hipFuncCache_t) { return finish(hipSuccess); }
hipError_t hipFuncSetSharedMemConfig(const void *, hipSharedMemConfig) { return finish(hipSuccess); }

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int blockSize,
                                                        size_t dynamicLds) {
  KernelHandle kernel = kernelOf(function);
  if (!kernel)
    return finish(hipErrorInvalidDeviceFunction);
  *blocks = residentBlocks(*kernel.entry, blockSize, dynamicLds);
  return finish(hipSuccess);
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int blockSize,
                                                                 size_t dynamicLds, unsigned) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, blockSize, dynamicLds);
}
hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *function, size_t dynamicLds, int limit) {
  return potentialBlockSize(grid, block, kernelOf(function), dynamicLds, limit);
}
}
