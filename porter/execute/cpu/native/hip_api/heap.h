// The allocations that programs have made.
#pragma once

#include "hip.h"

#include <cstddef>

namespace porter::hip {

struct Allocation {
  char *base = nullptr;
  size_t bytes = 0;
  hipMemoryType kind = hipMemoryTypeDevice;
  unsigned flags = 0;
};

/// The allocation that holds `address`; false when there is none.
bool findAllocation(const void *address, Allocation &found);
/// Whether `address` lies where an allocation was, or in what guards one.
bool isForbidden(const void *address);
/// Memory with an inaccessible page on either side; null when there is no more.
void *allocate(size_t bytes, hipMemoryType kind, unsigned flags = 0);
/// False when `address` is not the start of an allocation.
bool release(void *address);
size_t allocatedBytes();
/// Take memory of the host's into the books; false when something of it is there already.
bool adoptHostMemory(void *pointer, size_t bytes, unsigned flags);
/// False when no such memory begins at `pointer`.
bool disownHostMemory(void *pointer);

} // namespace porter::hip
