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
  int device = 0; ///< that was current when it was made
};

/// The allocation that holds `address`; false when there is none.
bool findAllocation(const void *address, Allocation &found);
/// Where the memory ends that is there from `address` on without a gap: mapped allocations may lie side by side.
/// Null when nothing is there.
const char *endOfMemory(const void *address);
/// Whether `address` lies where an allocation was, or in what guards one.
bool isForbidden(const void *address);
/// Memory with an inaccessible page on either side; null when there is no more.
void *allocate(size_t bytes, hipMemoryType kind, unsigned flags = 0);
/// False when `address` is not the start of an allocation.
bool release(void *address);
size_t allocatedBytes();
/// Take memory of the host's into the books; false when something of it is there already.
bool adoptHostMemory(void *pointer, size_t bytes, unsigned flags);
/// The same of memory that came to the device by another way than `allocate`.
bool adoptDeviceMemory(void *pointer, size_t bytes);
/// False when no such memory of this kind begins at `pointer`.
bool disown(void *pointer, hipMemoryType kind);

/// Where another process finds an allocation: a file of this one, and how far into it.
struct SharedFile {
  int descriptor;
  size_t bytes, offset;
};
/// Move the allocation at `pointer` into such a file; false when none begins there.
bool share(void *pointer, SharedFile &file);

} // namespace porter::hip
