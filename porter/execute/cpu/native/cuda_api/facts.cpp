// What properties.cpp asks the HIP runtime, in plain types.
#include "../hip_api/api.h"

using namespace porter;
using namespace porter::hip;

extern "C" int porter_kernel_facts(const void *function, int *maxItems, size_t *staticLds,
                                   size_t *dynamicLds) {
  KernelHandle kernel = kernelOf(function);
  if (!kernel)
    return 1;
  *maxItems = int(kernel.entry->maxItems);
  *staticLds = kernel.entry->staticLds;
  *dynamicLds = dynamicLdsLimit(*kernel.entry);
  return 0;
}

/// The values of hipMemoryType and cudaMemoryType are the same.
extern "C" int porter_memory_kind(const void *pointer, int *device) {
  Allocation found;
  const bool isKnown = findAllocation(pointer, found);
  *device = isKnown ? found.device : -2;
  return isKnown ? int(found.kind) : 0;
}

/// Remember an error as the thread's last.
extern "C" int porter_finish(int error) { return finish(hipError_t(error)); }
