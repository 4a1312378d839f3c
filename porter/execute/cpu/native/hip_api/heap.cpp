// The heap. Every allocation lies between pages that nobody may touch, its end as near to the second as alignment
// allows: what runs over the end, or uses freed memory, faults.
#include "heap.h"

#include "../runtime/allocations.h"
#include "../runtime/checks.h"
#include "../runtime/shadow.h"
#include "api.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

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
  int device = 0;
  int file = -1; ///< behind it, when another process may have it
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

const char *nameOf(hipMemoryType kind) {
  return kind == hipMemoryTypeHost      ? "page-locked host memory"
         : kind == hipMemoryTypeManaged ? "managed memory"
         : kind == hipMemoryTypeArray   ? "an array"
                                        : "device memory";
}

/// Address space for an allocation; where accesses are checked, around it is memory that nobody has, and no guards.
char *mapMemory(size_t bytes) {
  void *mapping =
      checks().any()
          ? reserveChecked(bytes)
          : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : static_cast<char *>(mapping);
}

/// Nothing is to be there any more, though the addresses stay.
void forgetMemory(void *mapping, size_t bytes) {
  if (!checks().any())
    mprotect(mapping, bytes, PROT_NONE);
  madvise(mapping, bytes, MADV_DONTNEED);
}

size_t roundUp(size_t value, size_t step) { return (value + step - 1) / step * step; }

} // namespace

void *allocate(size_t bytes, hipMemoryType kind, unsigned flags) {
  std::lock_guard lock(heap().mutex);
  if (bytes == 0 || bytes > properties().totalGlobalMem - std::min(heap().allocated, properties().totalGlobalMem))
    return nullptr;
  const size_t used = roundUp(bytes, alignment), body = roundUp(used, page);
  const size_t total = body + 2 * page;
  char *start = mapMemory(total);
  if (!start)
    return nullptr;
  if (!checks().any() && heap().records.size() < guardedLimit) {
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
  heap().records[address] = {bytes, kind, flags, start, total, currentDevice()};
  heap().allocated += bytes;
  if (checks().any()) // what the host may write, it may have written
    noteAllocated(address, bytes, nameOf(kind), kind != hipMemoryTypeDevice);
  return address;
}

bool release(void *address) {
  std::lock_guard lock(heap().mutex);
  auto found = heap().records.find(static_cast<char *>(address));
  if (found == heap().records.end() || !found->second.mapping)
    return false;
  const auto [mapping, bytes] = std::pair(found->second.mapping, found->second.mappingBytes);
  forgetMemory(mapping, bytes);
  if (checks().any() && noteFreed(static_cast<char *>(address)))
    refreshStates(address, found->second.bytes);
  heap().freed.push_back({mapping, bytes});
  if (!checks().any() && heap().freed.size() > quarantined) {
    munmap(heap().freed.front().first, heap().freed.front().second);
    heap().mappings.erase(static_cast<char *>(heap().freed.front().first));
    heap().freed.pop_front();
  }
  heap().allocated -= found->second.bytes;
  if (found->second.file >= 0)
    close(found->second.file);
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
  found = {base, record.bytes, record.kind, record.flags, record.device};
  return true;
}

const char *endOfMemory(const void *address) {
  Allocation first;
  if (!findAllocation(address, first))
    return nullptr;
  std::lock_guard lock(heap().mutex);
  char *end = first.base + first.bytes;
  auto next = heap().records.find(end);
  for (; next != heap().records.end() && next->first == end && next->second.kind == first.kind; ++next)
    end += next->second.bytes;
  return end;
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

size_t allocatedBytes() {
  std::lock_guard lock(heap().mutex);
  return heap().allocated;
}

static bool adopt(void *pointer, size_t bytes, hipMemoryType kind, unsigned flags) {
  auto *start = static_cast<char *>(pointer);
  std::unique_lock lock(heap().mutex);
  auto &records = heap().records;
  const auto next = records.lower_bound(start); // what begins there or later; what began earlier may reach it
  if (next != records.end() && next->first < start + bytes)
    return false;
  if (next != records.begin() && std::prev(next)->first + std::prev(next)->second.bytes > start)
    return false;
  records[start] = {bytes, kind, flags, nullptr, 0, currentDevice()};
  lock.unlock();
  if (checks().memory)
    refreshStates(start, bytes);
  return true;
}
bool adoptHostMemory(void *pointer, size_t bytes, unsigned flags) {
  return adopt(pointer, bytes, hipMemoryTypeHost, flags);
}
bool adoptDeviceMemory(void *pointer, size_t bytes) { return adopt(pointer, bytes, hipMemoryTypeDevice, 0); }

bool disown(void *pointer, hipMemoryType kind) {
  size_t bytes = 0;
  {
    std::lock_guard lock(heap().mutex);
    auto found = heap().records.find(static_cast<char *>(pointer));
    if (found == heap().records.end() || found->second.mapping || found->second.kind != kind)
      return false;
    bytes = found->second.bytes;
    heap().records.erase(found);
  }
  if (checks().memory)
    refreshStates(pointer, bytes);
  return true;
}

bool share(void *pointer, SharedFile &shared) {
  std::lock_guard lock(heap().mutex);
  auto found = heap().records.find(static_cast<char *>(pointer));
  if (found == heap().records.end() || !found->second.mapping)
    return false;
  Record &record = found->second;
  char *body = static_cast<char *>(record.mapping) + page;
  const size_t bytes = record.mappingBytes - 2 * page;
  if (record.file < 0) {
    const int file = memfd_create("porter-shared", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, off_t(bytes)))
      return false;
    void *copy = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (copy == MAP_FAILED)
      return false;
    std::memcpy(copy, body, bytes);
    munmap(copy, bytes);
    if (mmap(body, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
      return false;
    record.file = file;
  }
  shared = {record.file, bytes, size_t(found->first - body)};
  return true;
}

} // namespace porter::hip
