// PyTorch's memory made known to the executor's runtime while launches are traced or watched.
#pragma once

#include <cstddef>

namespace porter {

// Have traces and checks find `memory`; does nothing unless PORTER_CPU_TRACE or PORTER_CPU_CHECK asks for them.
void announce(void* memory, size_t bytes);

// The memory goes away; does nothing when it was not announced.
void withdraw(void* memory);

}  // namespace porter
