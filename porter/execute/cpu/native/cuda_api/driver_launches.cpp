// Launches and occupancy of CUDA's driver API that are more than HIP's under another name.
#include "driver.h"

#include "../hip_api/functions.h"

#include <algorithm>

using namespace porter::cuda;
using porter::hip::finish;

extern "C" {

/// Attributes advise the hardware, but for the one that has all blocks resident, and clusters, which no kernel that
/// compiles for the executor's architectures can ask for.
CUresult cuLaunchKernelEx(const CUlaunchConfig *how, CUfunction function, void **arguments, void **extra) {
  if (!how || (how->numAttrs && !how->attrs))
    return told(finish(hipErrorInvalidValue));
  bool isCooperative = false;
  for (unsigned i = 0; i < how->numAttrs; ++i) {
    const CUlaunchAttribute &attribute = how->attrs[i];
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
      isCooperative = attribute.value.cooperative != 0;
    const auto &cluster = attribute.value.clusterDim;
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION && (cluster.x > 1 || cluster.y > 1 || cluster.z > 1))
      return told(finish(hipErrorNotSupported));
  }
  if (isCooperative)
    return cuLaunchCooperativeKernel(function, how->gridDimX, how->gridDimY, how->gridDimZ, how->blockDimX,
                                     how->blockDimY, how->blockDimZ, how->sharedMemBytes, how->hStream, arguments);
  return cuLaunchKernel(function, how->gridDimX, how->gridDimY, how->gridDimZ, how->blockDimX, how->blockDimY,
                        how->blockDimZ, how->sharedMemBytes, how->hStream, arguments, extra);
}

/// The largest block with which most work-items are resident, of blocks that need memory for their size.
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize bytesOf,
                                          size_t bytes, int limit) {
  if (!bytesOf)
    return told(hipModuleOccupancyMaxPotentialBlockSize(grid, block, asHip(function), bytes, limit));
  const auto found = porter::hip::functions().find(asHip(function));
  if (!grid || !block || !found)
    return told(finish(found ? hipErrorInvalidValue : hipErrorInvalidHandle));
  const int widest = porter::hip::properties().maxThreadsPerBlock, wave = porter::hip::properties().warpSize;
  int best = 0;
  for (int size = limit > 0 ? std::min(limit, widest) : widest; size > 0; size = (size - 1) / wave * wave) {
    const int blocks = porter::hip::residentBlocks(*found->kernel.entry, size, bytesOf(size));
    if (blocks * size > best) {
      best = blocks * size;
      *block = size;
      *grid = blocks * porter::hip::properties().multiProcessorCount;
    }
  }
  return told(finish(best ? hipSuccess : hipErrorInvalidValue));
}
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
                                                   CUoccupancyB2DSize bytesOf, size_t bytes, int limit, unsigned) {
  return cuOccupancyMaxPotentialBlockSize(grid, block, function, bytesOf, bytes, limit);
}
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks, int size) {
  const auto found = porter::hip::functions().find(asHip(function));
  if (!bytes || !found)
    return told(finish(found ? hipErrorInvalidValue : hipErrorInvalidHandle));
  return told(porter::hip::dynamicLdsFor(bytes, found->kernel, blocks, size));
}
}
