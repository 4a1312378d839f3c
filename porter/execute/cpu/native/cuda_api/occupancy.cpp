// The room that blocks leave each other, by the address of a kernel's host stub.
#include "../hip_api/api.h"

using namespace porter::hip;

extern "C" {

hipError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks, int size) {
  const auto kernel = kernelOf(function);
  if (!bytes || !kernel)
    return finish(bytes ? hipErrorInvalidDeviceFunction : hipErrorInvalidValue);
  return dynamicLdsFor(bytes, kernel, blocks, size);
}
}
