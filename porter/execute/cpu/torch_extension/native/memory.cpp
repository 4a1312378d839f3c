// The allocator of device memory: host memory, filled with NaN so that what is never written shows.
#include "host_memory.h"

#include <malloc.h>
#include <torch/version.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gpu_api.h"
#include "traced_memory.h"
#include "watched_memory.h"

extern "C" void porter_share_host_memory();

namespace porter {

namespace {

// Copies and fills are refused to memory that is not the device's: here all of it is.
[[maybe_unused]] const bool kShared = (porter_share_host_memory(), true);

// PATTERNS[0] of porter/verify/comparison/poison.py: a quiet NaN in all floating-point formats.
constexpr uint16_t kPoison = 0xfffb;

// What device memory is filled with: PORTER_CPU_FILL, four hexadecimal digits, is another pattern for one run, by which
// what depends on memory that nobody wrote is found.
uint16_t poison() {
  const char* wanted = std::getenv("PORTER_CPU_FILL");
  return wanted == nullptr ? kPoison : static_cast<uint16_t>(std::strtoul(wanted, nullptr, 16));
}

// So much before and behind a tensor is there, as in the segments of CUDA's allocator, and is nobody's: code that reads a
// little beyond finds the pattern, the same on all sides, and not what the host's heap happens to hold. A watched tensor
// begins and ends where it does.
constexpr size_t kAround = 64 << 10;

size_t around() { return is_watched() ? 0 : kAround; }

// What lies on the device now, the most that ever did, and what was taken and given back in all.
struct Statistic {
  std::atomic<int64_t> current{0}, peak{0}, allocated{0}, freed{0};

  void take(int64_t amount) {
    allocated += amount;
    const int64_t now = current += amount;
    int64_t most = peak;
    while (now > most && !peak.compare_exchange_weak(most, now)) {
    }
  }
  void give(int64_t amount) {
    freed += amount;
    current -= amount;
  }
};

Statistic of_bytes, of_pieces;

void count_taken(int64_t bytes) {
  of_bytes.take(bytes);
  of_pieces.take(bytes != 0);
}

void count_given(int64_t bytes) {
  of_bytes.give(bytes);
  of_pieces.give(bytes != 0);
}

int64_t size_of(void* memory) {
  if (const auto bytes = watched_bytes(memory)) return static_cast<int64_t>(*bytes);
  return static_cast<int64_t>(memory == nullptr ? 0 : malloc_usable_size(memory));
}

// What PyTorch's own allocator gave for device memory.
void* beginning(void* memory) { return static_cast<char*>(memory) - around(); }

int64_t size_on_device(void* memory) {
  return memory == nullptr ? 0 : size_of(beginning(memory)) - static_cast<int64_t>(2 * around());
}

// The context of a DataPtr that borrows another storage's memory.
void release(void* context) { delete static_cast<c10::Storage*>(context); }

c10::DataPtr borrow(c10::Storage owner, c10::Device device) {
  void* data = owner.mutable_data();
  return {data, new c10::Storage(std::move(owner)), &release, device};
}

// The context of a DataPtr that makes host memory the device's.
void release_announced(void* context) {
  void* memory = static_cast<c10::Storage*>(context)->mutable_data();
  withdraw(memory);
  count_given(size_of(memory));
  release(context);
}

// What the runtime says that the device has, half of the host's: a GPU refuses more, too, and a host does not before it is
// full of NaN.
void expect_room(size_t bytes) {
  static const int64_t total = [] {
    size_t available = 0, all = 0;
    C10_CUDA_CHECK(PORTER_GPU(MemGetInfo)(&available, &all));
    return static_cast<int64_t>(all);
  }();
  const int64_t left = std::max<int64_t>(total - of_bytes.current, 0);
  TORCH_CHECK_WITH(OutOfMemoryError, bytes <= static_cast<size_t>(left),
                   "out of memory of the cpu executor's device: ", bytes, " bytes are asked for, ",
                   left, " of ", total, " are left");
}

void* poisoned(size_t bytes) {
  expect_room(bytes);
  if (bytes == 0) return nullptr;
  const size_t room = bytes + 2 * around();
  auto* beginning = static_cast<uint8_t*>(c10::GetAllocator(c10::kCPU)->raw_allocate(room));
  const uint16_t pattern = poison();
  std::fill_n(reinterpret_cast<uint16_t*>(beginning), room / sizeof(uint16_t), pattern);
  if (room % 2 != 0) beginning[room - 1] = pattern & 0xff;
  void* memory = beginning + around();
  announce(memory, bytes);
  count_taken(size_on_device(memory));
  return memory;
}

void give_back(void* memory) {
  if (memory == nullptr) return;
  withdraw(memory);
  count_given(size_on_device(memory));
  c10::GetAllocator(c10::kCPU)->raw_deallocate(beginning(memory));
}

using namespace c10::cuda::CUDACachingAllocator;
using c10::DeviceIndex;
using c10::MempoolId_t;

[[noreturn]] void not_offered(const char* what) {
  TORCH_CHECK_NOT_IMPLEMENTED(false, "the cpu executor has no ", what, " of device memory");
  std::abort();
}

// What PyTorch calls its caching allocator. Nothing is cached, and there are no pools to look into.
class Memory final : public CUDAAllocator {
 public:
  c10::DataPtr allocate(size_t bytes) override {
    void* memory = poisoned(bytes);
    return {memory, memory, &give_back, the_device()};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &give_back; }
  void copy_data(void* to, const void* from, size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }
  void* raw_alloc(size_t bytes) override { return poisoned(bytes); }
  void* raw_alloc_with_stream(size_t bytes, gpu_stream) override { return poisoned(bytes); }
  void raw_delete(void* memory) override { give_back(memory); }

  void init(int) override {}
  bool initialized() override { return true; }
  void enable(bool) override {}
  bool isEnabled() const override { return true; }
  void emptyCache(MempoolId_t) override {}
  void recordStream(const c10::DataPtr&, c10::cuda::CUDAStream) override {}
  void enablePeerAccess(DeviceIndex, DeviceIndex) override {}
  std::string name() override { return "porter"; }
  double getMemoryFraction(DeviceIndex) override { return 1.0; }
  void setMemoryFraction(double, DeviceIndex) override {}
  void resetAccumulatedStats(DeviceIndex) override {}
  void resetPeakStats(DeviceIndex) override {}
  gpu_error memcpyAsync(void* to, int, const void* from, int, size_t bytes, gpu_stream,
                        bool) override {
    std::memmove(to, from, bytes);
    return PORTER_GPU(Success);
  }

  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(DeviceIndex) override {
    not_offered("statistics");
  }
  std::vector<StreamSegmentSize> getExpandableSegmentSizes(DeviceIndex) override {
    not_offered("segments");
  }
  void cacheInfo(DeviceIndex, size_t*) override { not_offered("cache"); }
  void* getBaseAllocation(void*, size_t*) override { not_offered("base addresses"); }
  SnapshotInfo snapshot(MempoolId_t, bool) override { not_offered("snapshots"); }
  void beginAllocateToPool(DeviceIndex, MempoolId_t,
                           std::function<bool(gpu_stream)>) override {
    not_offered("pools");
  }
  void endAllocateToPool(DeviceIndex, MempoolId_t) override { not_offered("pools"); }
  void releasePool(DeviceIndex, MempoolId_t) override { not_offered("pools"); }
  ShareableHandle shareIpcHandle(void*) override { not_offered("handles"); }
  std::shared_ptr<void> getIpcDevPtr(std::string) override { not_offered("handles"); }
  void recordHistory(bool, CreateContextFn, size_t, RecordContext, bool,
                     const std::vector<std::string>&) override {
    not_offered("history");
  }
  void attachOutOfMemoryObserver(OutOfMemoryObserver) override { not_offered("observers"); }
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 12
  void attachOomRejectionObserver(OomRejectionObserver) override { not_offered("observers"); }
#endif
  void attachAllocatorTraceTracker(AllocatorTraceTracker) override { not_offered("observers"); }
  std::shared_ptr<AllocatorState> getCheckpointState(DeviceIndex, MempoolId_t) override {
    not_offered("checkpoints");
  }
  CheckpointDelta setCheckpointPoolState(DeviceIndex, std::shared_ptr<AllocatorState>) override {
    not_offered("checkpoints");
  }
};

Memory the_memory;

}  // namespace

c10::Allocator* device_allocator() { return &the_memory; }

c10::DataPtr as_device_memory(c10::Storage host) {
  void* data = host.mutable_data();
  announce(data, host.nbytes());
  count_taken(size_of(data));
  return {data, new c10::Storage(std::move(host)), &release_announced, the_device()};
}

c10::DataPtr as_host_memory(c10::Storage device) {
  return borrow(std::move(device), c10::Device(c10::DeviceType::CPU));
}

}  // namespace porter

extern "C" {

// Bytes, then pieces, in the order of `Statistic`.
void porter_memory_statistics(int64_t* out) {
  for (const porter::Statistic* one : {&porter::of_bytes, &porter::of_pieces}) {
    *out++ = one->current;
    *out++ = one->peak;
    *out++ = one->allocated;
    *out++ = one->freed;
  }
}

void porter_forget_peak_memory() {
  for (porter::Statistic* one : {&porter::of_bytes, &porter::of_pieces}) {
    one->peak = one->current.load();
  }
}

void porter_forget_accumulated_memory() {
  for (porter::Statistic* one : {&porter::of_bytes, &porter::of_pieces}) {
    one->allocated = one->freed = 0;
  }
}
}

namespace c10::cuda::CUDACachingAllocator {

std::atomic<CUDAAllocator*> allocator{&porter::the_memory};

}  // namespace c10::cuda::CUDACachingAllocator

REGISTER_ALLOCATOR(c10::DeviceType::CUDA, &porter::the_memory)
