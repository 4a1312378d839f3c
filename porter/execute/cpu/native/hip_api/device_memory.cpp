// What counts as the device's memory.
#include "api.h"

#include <atomic>

namespace porter::hip {

/// PyTorch's tensors are the host's memory, which extensions take for the GPU's.
static std::atomic<bool> hostMemoryIsShared{false};

bool isDeviceMemory(const void *address) {
  Allocation found;
  return findAllocation(address, found) || isDeviceVariable(address) || hostMemoryIsShared.load();
}

} // namespace porter::hip

extern "C" {

/// For those whose device memory is the host's own.
void porter_share_host_memory() { porter::hip::hostMemoryIsShared = true; }
}
