// PyTorch's memory as the executor's own, while checks watch kernels.
#pragma once

#include <cstddef>
#include <optional>

namespace porter {

// Whether checks watch what kernels do.
bool is_watched();

// The size of what the watched allocator handed out; nothing for other memory.
std::optional<size_t> watched_bytes(void* memory);

}  // namespace porter
