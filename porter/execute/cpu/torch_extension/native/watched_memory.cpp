// While checks watch kernels, what PyTorch allocates comes from the executor's runtime: tensors end where they end, and
// what was freed is gone. PyTorch's CPU kernels fill the device's tensors, so its CPU allocator is the one that counts.
#include "watched_memory.h"

#include <c10/core/CPUAllocator.h>

#include <cstdlib>
#include <mutex>
#include <string_view>
#include <unordered_map>

#include "gpu_api.h"

namespace porter {

namespace {

struct Known {
  std::mutex mutex;
  std::unordered_map<void*, size_t> sizes;
};

Known& known() {
  static auto& instance = *new Known;  // tensors may outlive static destructors
  return instance;
}

void give_back(void* memory) {
  if (memory == nullptr) return;
  {
    std::lock_guard lock(known().mutex);
    known().sizes.erase(memory);
  }
  [[maybe_unused]] const auto error = PORTER_GPU(FreeHost)(memory);
}

class WatchedAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(size_t bytes) override {
    void* memory = nullptr;
    if (bytes != 0) {
      const auto error = PORTER_GPU(HostAlloc)(&memory, bytes, 0);
      TORCH_CHECK(error == PORTER_GPU(Success), "no memory for ", bytes, " bytes");
      std::lock_guard lock(known().mutex);
      known().sizes[memory] = bytes;
    }
    return {memory, memory, &give_back, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &give_back; }
  void copy_data(void* to, const void* from, size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }
};

// Higher than that of PyTorch's own allocators.
constexpr uint8_t kPriority = 200;

[[maybe_unused]] const bool kSet = [] {
  if (!is_watched()) return false;
  static WatchedAllocator& allocator = *new WatchedAllocator;
  c10::SetCPUAllocator(&allocator, kPriority);
  return true;
}();

}  // namespace

bool is_watched() {
  const char* checks = std::getenv("PORTER_CPU_CHECK");
  return checks != nullptr && *checks != 0;
}

std::optional<size_t> watched_bytes(void* memory) {
  std::lock_guard lock(known().mutex);
  const auto found = known().sizes.find(memory);
  if (found == known().sizes.end()) return std::nullopt;
  return found->second;
}

}  // namespace porter
