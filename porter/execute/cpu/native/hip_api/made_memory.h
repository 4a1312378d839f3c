// Memory that programs make apart from its addresses: a file without a name, so that it can lie at several of them.
#pragma once

#include "api.h"
#include "handles.h"

#include <unistd.h>

namespace porter::hip {

struct Memory {
  int file = -1;
  size_t bytes = 0;
  hipMemAllocationProp properties = {};
  ~Memory() { close(file); }
};
using MemoryHandle = hipMemGenericAllocationHandle_t;
inline Handles<Memory, MemoryHandle> &memories() { return handlesOf<Memory, MemoryHandle>(); }

/// What the system calls its file.
inline constexpr char memoryName[] = "porter-memory";

} // namespace porter::hip
