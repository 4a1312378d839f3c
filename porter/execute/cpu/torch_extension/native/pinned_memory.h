// Memory of the host that is pinned for the device.
#pragma once

#include <c10/core/Allocator.h>

namespace porter {

// The allocator of pinned memory: the host's, which is remembered.
c10::Allocator* pinned_allocator();

// Whether an address lies in memory of that allocator.
bool is_pinned(const void* address);

}  // namespace porter
