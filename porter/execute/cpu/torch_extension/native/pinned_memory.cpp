// Pinned memory is the host's, as all memory here is; which of it was asked for as pinned is told.
#include "pinned_memory.h"

#include <cstring>
#include <map>
#include <mutex>

namespace porter {

namespace {

// Where a piece of pinned memory begins -> its bytes. Never destroyed: tensors may outlive statics.
struct Pieces {
  std::mutex mutex;
  std::map<const char*, size_t> sizes;
};

Pieces& pieces() {
  static auto* all = new Pieces;
  return *all;
}

void give_back(void* memory) {
  {
    const std::lock_guard lock(pieces().mutex);
    pieces().sizes.erase(static_cast<const char*>(memory));
  }
  c10::GetAllocator(c10::kCPU)->raw_deallocate(memory);
}

class Pinned final : public c10::Allocator {
 public:
  c10::DataPtr allocate(size_t bytes) override {
    void* memory = c10::GetAllocator(c10::kCPU)->raw_allocate(bytes);
    if (memory != nullptr) {
      const std::lock_guard lock(pieces().mutex);
      pieces().sizes[static_cast<const char*>(memory)] = bytes;
    }
    return {memory, memory, &give_back, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &give_back; }
  void copy_data(void* to, const void* from, size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }
};

}  // namespace

c10::Allocator* pinned_allocator() {
  static Pinned pinned;
  return &pinned;
}

bool is_pinned(const void* address) {
  const auto* place = static_cast<const char*>(address);
  const std::lock_guard lock(pieces().mutex);
  auto behind = pieces().sizes.upper_bound(place);
  return behind != pieces().sizes.begin() && place < (--behind)->first + behind->second;
}

}  // namespace porter
