// Questions about kernels: attributes and occupancy; and kernels by name, for those who link with a module.
#include "functions.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

using namespace porter;
using namespace porter::hip;

namespace porter::hip {

namespace {

/// The LDS that kernels were allowed beyond what every kernel has.
struct Allowed {
  std::mutex mutex;
  std::unordered_map<const KernelEntry *, size_t> bytes;
};
Allowed &allowed() {
  static Allowed &known = *new Allowed;
  return known;
}

} // namespace

/// Beside what its variables take: what every kernel may have, or what hipFuncSetAttribute allowed this one.
size_t dynamicLdsLimit(const KernelEntry &kernel) {
  const size_t usual = properties().sharedMemPerBlock;
  const size_t left = usual > kernel.staticLds ? usual - kernel.staticLds : 0;
  if (properties().sharedMemPerBlockOptin == usual)
    return left;
  std::lock_guard lock(allowed().mutex);
  auto found = allowed().bytes.find(&kernel);
  return found == allowed().bytes.end() ? left : std::max(left, found->second);
}

int residentBlocks(const KernelEntry &kernel, int blockSize, size_t dynamicLds) {
  const hipDeviceProp_tR0600 &device = properties();
  const size_t most = device.sharedMemPerMultiprocessor, reserved = speaksCuda() ? 1024 : 0; // of CUDA itself
  if (blockSize <= 0 || blockSize > device.maxThreadsPerBlock || dynamicLds > most)
    return 0;
  const int waves = (blockSize + device.warpSize - 1) / device.warpSize;
  int blocks = device.maxThreadsPerMultiProcessor / (waves * device.warpSize);
  if (const size_t lds = kernel.staticLds + dynamicLds + reserved)
    blocks = std::min(blocks, int(most / lds));
  return std::min(blocks, device.maxBlocksPerMultiProcessor);
}

hipError_t dynamicLdsFor(size_t *bytes, const KernelHandle &kernel, int blocks, int blockSize) {
  if (!kernel || blocks <= 0 || residentBlocks(*kernel.entry, blockSize, 0) < blocks)
    return finish(hipErrorInvalidValue);
  size_t least = 0, most = properties().sharedMemPerBlockOptin;
  while (least < most) {
    const size_t middle = (least + most + 1) / 2;
    if (residentBlocks(*kernel.entry, blockSize, middle) >= blocks)
      least = middle;
    else
      most = middle - 1;
  }
  *bytes = least;
  return finish(hipSuccess);
}

hipError_t setAttribute(const KernelHandle &kernel, int attribute, int value) {
  if (!kernel)
    return finish(hipErrorInvalidDeviceFunction);
  if (attribute == hipFuncAttributePreferredSharedMemoryCarveout)
    return finish(value >= -1 && value <= 100 ? hipSuccess : hipErrorInvalidValue); // percent; -1 for the usual
  if (attribute != hipFuncAttributeMaxDynamicSharedMemorySize)
    return finish(hipErrorInvalidValue);
  if (value < 0 || size_t(value) + kernel.entry->staticLds > properties().sharedMemPerBlockOptin)
    return finish(hipErrorInvalidValue);
  std::lock_guard lock(allowed().mutex);
  allowed().bytes[kernel.entry] = size_t(value);
  return finish(hipSuccess);
}

hipError_t potentialBlockSize(int *grid, int *block, const KernelHandle &kernel, size_t dynamicLds, int limit) {
  if (!grid || !block)
    return finish(hipErrorInvalidValue);
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
  attributes.maxThreadsPerBlock = int(std::min<uint32_t>(kernel.entry->maxItems, mostItems));
  attributes.sharedSizeBytes = kernel.entry->staticLds;
  attributes.maxDynamicSharedSizeBytes = int(dynamicLdsLimit(*kernel.entry));
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
  static auto &known = *new std::unordered_map<const void *, hipFunction_t>;
  const KernelHandle kernel = kernelOf(symbol);
  if (!function || !kernel)
    return finish(function ? hipErrorInvalidDeviceFunction : hipErrorInvalidValue);
  std::lock_guard lock(mutex);
  hipFunction_t &made = known[symbol];
  if (!made)
    made = functions().add(std::make_shared<Function>(Function{kernel, {}}));
  *function = made;
  return finish(hipSuccess);
}

hipError_t hipFuncSetAttribute(const void *function, hipFuncAttribute attribute, int value) {
  return setAttribute(kernelOf(function), attribute, value);
}
hipError_t hipFuncSetCacheConfig(const void *function, hipFuncCache_t config) {
  if (!kernelOf(function))
    return finish(hipErrorInvalidDeviceFunction);
  return finish(config >= hipFuncCachePreferNone && config <= hipFuncCachePreferEqual ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipFuncSetSharedMemConfig(const void *function, hipSharedMemConfig config) {
  if (!kernelOf(function))
    return finish(hipErrorInvalidDeviceFunction);
  const bool isKnown = config >= hipSharedMemBankSizeDefault && config <= hipSharedMemBankSizeEightByte;
  return finish(isKnown ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int blockSize,
                                                        size_t dynamicLds) {
  if (!blocks)
    return finish(hipErrorInvalidValue);
  KernelHandle kernel = kernelOf(function);
  if (!kernel)
    return finish(hipErrorInvalidDeviceFunction);
  if (blockSize <= 0)
    return finish(hipErrorInvalidValue);
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
