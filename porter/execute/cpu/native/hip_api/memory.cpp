// Allocation. Host and device share memory, so a kind of memory is only a note for those who ask. Every
// allocation lies between pages that nobody may touch, its end as near to the second as alignment allows: what
// runs over the end, or uses freed memory, faults.
#include "streams.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <sys/mman.h>

namespace porter::hip {
namespace {

constexpr size_t page = 4096;
constexpr size_t alignment = 256;
/// The kernel limits how many mappings a process may have; beyond this, allocations lack guards.
constexpr size_t guardedLimit = 16384;
/// Freed allocations whose addresses are not used again yet, so that late accesses still fault.
constexpr size_t quarantined = 1024;
constexpr size_t hugePage = size_t(2) << 20;

struct Record {
  size_t bytes;
  hipMemoryType kind;
  unsigned flags;
  void *mapping; ///< null for memory that is not ours (registered host memory)
  size_t mappingBytes;
};

struct Heap {
  std::mutex mutex;
  std::map<char *, Record> records;
  std::map<char *, size_t> mappings; ///< with the pages that guard them; those of freed memory, too
  std::deque<std::pair<void *, size_t>> freed;
  size_t allocated = 0;
};
Heap &heap() {
  static Heap &instance = *new Heap; // freed by programs after static destructors
  return instance;
}

size_t roundUp(size_t value, size_t step) { return (value + step - 1) / step * step; }

} // namespace

void *allocate(size_t bytes, hipMemoryType kind, unsigned flags) {
  std::lock_guard lock(heap().mutex);
  if (bytes == 0 || bytes > properties().totalGlobalMem - std::min(heap().allocated, properties().totalGlobalMem))
    return nullptr;
  const size_t used = roundUp(bytes, alignment), body = roundUp(used, page);
  const size_t total = body + 2 * page;
  void *mapping = mmap(nullptr, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return nullptr;
  char *start = static_cast<char *>(mapping);
  if (heap().records.size() < guardedLimit) {
    mprotect(start, page, PROT_NONE);
    mprotect(start + page + body, page, PROT_NONE);
  }
  if (body >= 2 * hugePage)
    madvise(start + page, body, MADV_HUGEPAGE);
  char *address = start + page + (body - used);
  static const bool poison = std::getenv("PORTER_CPU_POISON") != nullptr;
  if (poison)
    std::memset(address, 0xcb, used); // what a program must not take for zero
  heap().mappings[start] = total;
  heap().records[address] = {bytes, kind, flags, mapping, total};
  heap().allocated += bytes;
  return address;
}

bool release(void *address) {
  std::lock_guard lock(heap().mutex);
  auto found = heap().records.find(static_cast<char *>(address));
  if (found == heap().records.end() || !found->second.mapping)
    return false;
  const auto [mapping, bytes] = std::pair(found->second.mapping, found->second.mappingBytes);
  mprotect(mapping, bytes, PROT_NONE);
  madvise(mapping, bytes, MADV_DONTNEED); // the addresses stay, the memory goes
  heap().freed.push_back({mapping, bytes});
  if (heap().freed.size() > quarantined) {
    munmap(heap().freed.front().first, heap().freed.front().second);
    heap().mappings.erase(static_cast<char *>(heap().freed.front().first));
    heap().freed.pop_front();
  }
  heap().allocated -= found->second.bytes;
  heap().records.erase(found);
  return true;
}

bool findAllocation(const void *address, Allocation &found) {
  std::lock_guard lock(heap().mutex);
  auto *wanted = static_cast<char *>(const_cast<void *>(address));
  auto after = heap().records.upper_bound(wanted);
  if (after == heap().records.begin())
    return false;
  auto &[base, record] = *std::prev(after);
  if (wanted >= base + record.bytes)
    return false;
  found = {base, record.bytes, record.kind, record.flags};
  return true;
}

bool isForbidden(const void *address) {
  std::lock_guard lock(heap().mutex);
  const auto *wanted = static_cast<const char *>(address);
  auto after = heap().mappings.upper_bound(const_cast<char *>(wanted));
  if (after == heap().mappings.begin() || wanted >= std::prev(after)->first + std::prev(after)->second)
    return false;
  auto next = heap().records.upper_bound(const_cast<char *>(wanted));
  return next == heap().records.begin() || wanted >= std::prev(next)->first + std::prev(next)->second.bytes;
}

/// PyTorch's tensors are the host's memory, which extensions take for the GPU's.
static std::atomic<bool> hostMemoryIsShared{false};

bool isDeviceMemory(const void *address) {
  Allocation found;
  return findAllocation(address, found) || isDeviceVariable(address) || hostMemoryIsShared.load();
}

size_t allocatedBytes() {
  std::lock_guard lock(heap().mutex);
  return heap().allocated;
}

static hipError_t allocateInto(void **pointer, size_t bytes, hipMemoryType kind, unsigned flags = 0) {
  if (!pointer)
    return finish(hipErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0)
    return finish(hipSuccess);
  *pointer = allocate(bytes, kind, flags);
  return finish(*pointer ? hipSuccess : hipErrorOutOfMemory);
}

/// CUDA wants what page-locked memory is given back by to be apart; HIP takes either.
static hipError_t releaseFrom(void *pointer, bool isHost) {
  Allocation found;
  if (!pointer)
    return finish(hipSuccess);
  if (speaksCuda() && findAllocation(pointer, found) && (found.kind == hipMemoryTypeHost) != isHost)
    return finish(hipErrorInvalidValue);
  return finish(release(pointer) ? hipSuccess : hipErrorInvalidValue);
}

} // namespace porter::hip

using namespace porter::hip;

extern "C" {

/// For those whose device memory is the host's own.
void porter_share_host_memory() { hostMemoryIsShared = true; }

hipError_t hipMalloc(void **pointer, size_t bytes) { return allocateInto(pointer, bytes, hipMemoryTypeDevice); }
hipError_t hipExtMallocWithFlags(void **pointer, size_t bytes, unsigned flags) {
  constexpr unsigned known = hipDeviceMallocFinegrained | hipMallocSignalMemory | hipDeviceMallocUncached |
                             hipDeviceMallocContiguous;
  return flags & ~known ? finish(hipErrorInvalidValue) : allocateInto(pointer, bytes, hipMemoryTypeDevice, flags);
}
hipError_t hipHostMalloc(void **pointer, size_t bytes, unsigned flags) {
  constexpr unsigned known = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined |
                             hipHostMallocNumaUser | hipHostMallocCoherent | hipHostMallocNonCoherent;
  return flags & ~known ? finish(hipErrorInvalidValue) : allocateInto(pointer, bytes, hipMemoryTypeHost, flags);
}
hipError_t hipHostAlloc(void **pointer, size_t bytes, unsigned flags) { return hipHostMalloc(pointer, bytes, flags); }
hipError_t hipMallocHost(void **pointer, size_t bytes) { return hipHostMalloc(pointer, bytes, 0); }
hipError_t hipMemAllocHost(void **pointer, size_t bytes) { return hipHostMalloc(pointer, bytes, 0); }
hipError_t hipMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  if (!pointer || (flags != hipMemAttachGlobal && flags != hipMemAttachHost))
    return finish(hipErrorInvalidValue);
  const hipError_t error = allocateInto(pointer, bytes, hipMemoryTypeManaged, flags);
  return bytes ? error : finish(mistakes::noManagedBytes);
}
hipError_t hipFree(void *pointer) { return releaseFrom(pointer, false); }
hipError_t hipHostFree(void *pointer) { return releaseFrom(pointer, true); }
hipError_t hipFreeHost(void *pointer) { return releaseFrom(pointer, true); }

/// Rows of `height` in each of `depth` planes.
static hipError_t allocateRows(void **pointer, size_t *pitch, size_t width, size_t height, size_t depth) {
  constexpr size_t step = 256;
  size_t rows = 0, bytes = 0;
  if (!pointer || !pitch || width > SIZE_MAX - step)
    return finish(hipErrorInvalidValue);
  if (width > size_t(properties().memPitch))
    return finish(mistakes::tooWide);
  *pitch = (width + step - 1) / step * step;
  if (__builtin_mul_overflow(height, depth, &rows) || __builtin_mul_overflow(rows, *pitch, &bytes))
    return finish(hipErrorOutOfMemory);
  return hipMalloc(pointer, bytes);
}
hipError_t hipMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  return allocateRows(pointer, pitch, width, height, 1);
}
hipError_t hipMalloc3D(hipPitchedPtr *pitched, hipExtent extent) {
  void *pointer = nullptr;
  size_t pitch = 0;
  if (!pitched)
    return finish(hipErrorInvalidValue);
  hipError_t error = allocateRows(&pointer, &pitch, extent.width, extent.height, extent.depth);
  *pitched = {pointer, pitch, extent.width, extent.height};
  return error;
}

hipError_t hipHostRegister(void *pointer, size_t bytes, unsigned flags) {
  constexpr unsigned known = hipHostRegisterPortable | hipHostRegisterMapped | hipHostRegisterIoMemory |
                             hipHostRegisterReadOnly;
  if (!pointer || !bytes || (flags & ~known) || reinterpret_cast<uintptr_t>(pointer) > UINTPTR_MAX - bytes)
    return finish(hipErrorInvalidValue);
  auto *start = static_cast<char *>(pointer);
  std::lock_guard lock(heap().mutex);
  auto &records = heap().records;
  const auto next = records.lower_bound(start); // what begins there or later; what began earlier may reach it
  if (next != records.end() && next->first < start + bytes)
    return finish(hipErrorHostMemoryAlreadyRegistered);
  if (next != records.begin() && std::prev(next)->first + std::prev(next)->second.bytes > start)
    return finish(hipErrorHostMemoryAlreadyRegistered);
  records[start] = {bytes, hipMemoryTypeHost, flags, nullptr, 0};
  return finish(hipSuccess);
}
hipError_t hipHostUnregister(void *pointer) {
  Allocation inside;
  if (!pointer)
    return finish(hipErrorInvalidValue);
  const bool isKnown = findAllocation(pointer, inside);
  std::lock_guard lock(heap().mutex);
  auto found = heap().records.find(static_cast<char *>(pointer));
  if (found == heap().records.end() || found->second.mapping)
    return isKnown ? finish(mistakes::notRegistered) : finish(hipErrorHostMemoryNotRegistered);
  heap().records.erase(found);
  return finish(hipSuccess);
}
hipError_t hipHostGetDevicePointer(void **device, void *host, unsigned flags) {
  Allocation found;
  if (!device || flags || !findAllocation(host, found))
    return finish(hipErrorInvalidValue);
  *device = host;
  return finish(hipSuccess);
}
hipError_t hipHostGetFlags(unsigned *flags, void *pointer) {
  Allocation found;
  if (!flags || !findAllocation(pointer, found) || found.kind != hipMemoryTypeHost)
    return finish(hipErrorInvalidValue);
  *flags = found.flags;
  return finish(hipSuccess);
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *pointer) {
  if (!attributes)
    return finish(hipErrorInvalidValue);
  *attributes = {};
  Allocation found;
  if (!findAllocation(pointer, found)) {
    attributes->type = hipMemoryTypeUnregistered;
    attributes->device = -2;
    return pointer ? finish(hipSuccess) : finish(mistakes::nullPointer);
  }
  attributes->type = found.kind;
  attributes->devicePointer = const_cast<void *>(pointer);
  attributes->hostPointer = found.kind == hipMemoryTypeDevice ? nullptr : const_cast<void *>(pointer);
  attributes->isManaged = found.kind == hipMemoryTypeManaged;
  attributes->allocationFlags = found.flags;
  return finish(hipSuccess);
}
hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *bytes, hipDeviceptr_t address) {
  Allocation found;
  if (!findAllocation(address, found))
    return finish(hipErrorNotFound);
  if (base)
    *base = found.base;
  if (bytes)
    *bytes = found.bytes;
  return finish(hipSuccess);
}
hipError_t hipMemPtrGetInfo(void *pointer, size_t *bytes) {
  Allocation found;
  if (!bytes || !findAllocation(pointer, found))
    return finish(hipErrorInvalidValue);
  *bytes = found.bytes;
  return finish(hipSuccess);
}

hipError_t hipMemGetInfo(size_t *available, size_t *total) {
  if (total)
    *total = properties().totalGlobalMem;
  if (available)
    *available = properties().totalGlobalMem - allocatedBytes();
  return finish(hipSuccess);
}
hipError_t hipMemPrefetchAsync(const void *pointer, size_t bytes, int, hipStream_t) {
  return finish(pointer && bytes ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipMemAdvise(const void *pointer, size_t bytes, hipMemoryAdvise, int) {
  return finish(pointer && bytes ? hipSuccess : hipErrorInvalidValue);
}

// Stream-ordered allocation. Work runs when it is issued, so memory can be given and taken at once. In a capture
// the memory is given at once, too, and stays with the graph: every replay finds it at the same address.
hipError_t hipMallocAsync(void **pointer, size_t bytes, hipStream_t handle) {
  std::shared_ptr<Stream> stream;
  if (!findStream(handle, stream))
    return finish(hipErrorInvalidHandle);
  if (hipError_t error = allocateInto(pointer, bytes, hipMemoryTypeDevice))
    return error;
  return issue(handle, hipGraphNodeTypeMemAlloc, [] { return finish(hipSuccess); });
}
hipError_t hipFreeAsync(void *pointer, hipStream_t handle) {
  std::shared_ptr<Stream> stream;
  if (!pointer)
    return finish(mistakes::freesNothing);
  if (!findStream(handle, stream))
    return finish(hipErrorInvalidHandle);
  if (stream && stream->capture)
    return capture(*stream, hipGraphNodeTypeMemFree, [] { return finish(hipSuccess); });
  return hipFree(pointer);
}
}
