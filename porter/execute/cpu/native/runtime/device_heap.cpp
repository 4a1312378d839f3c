// malloc and free of kernels.
#include "allocations.h"
#include "checks.h"
#include "shadow.h"

#include <cstdlib>

using namespace porter;

extern "C" uint64_t porter_device_malloc(uint64_t bytes) {
  if (!checks().any())
    return reinterpret_cast<uint64_t>(std::malloc(bytes));
  auto *memory = static_cast<char *>(reserveChecked(bytes));
  if (memory)
    noteAllocated(memory, bytes, "memory of a kernel's malloc", false);
  return reinterpret_cast<uint64_t>(memory);
}

extern "C" void porter_device_free(uint64_t address) {
  auto *memory = reinterpret_cast<char *>(address);
  CheckedAllocation freed;
  if (!checks().any())
    std::free(memory);
  else if (nearestAllocation(memory, freed) && noteFreed(memory))
    refreshStates(memory, freed.bytes);
}
