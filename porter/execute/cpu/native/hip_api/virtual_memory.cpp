// Virtual memory management: addresses that a program reserves, memory that it makes, and which of it lies where.
#include "made_memory.h"

#include <map>
#include <mutex>
#include <sys/mman.h>

using namespace porter::hip;

namespace {

/// A huge page, as with both vendors.
constexpr size_t granularity = size_t(2) << 20;

struct Mapping {
  size_t bytes;
  MemoryHandle handle;
  std::shared_ptr<Memory> memory; ///< lives while it is mapped, also without its handle
  hipMemAccessFlags access;
};
struct Addresses {
  std::mutex mutex;
  std::map<char *, size_t> reserved;
  std::map<char *, Mapping> mapped;
};
Addresses &addresses() {
  static Addresses &all = *new Addresses;
  return all;
}

bool isWhole(size_t bytes) { return bytes && bytes % granularity == 0; }

/// The range of `ranges` that all of `bytes` from `start` on lie in; `end` when none does.
template <class Ranges, class Size> auto holding(Ranges &ranges, char *start, size_t bytes, Size size) {
  auto after = ranges.upper_bound(start);
  if (after == ranges.begin())
    return ranges.end();
  auto found = std::prev(after);
  const size_t offset = size_t(start - found->first), all = size(found->second);
  return offset <= all && bytes <= all - offset ? found : ranges.end();
}

/// Nobody may touch what is only reserved.
bool keepAway(char *start, size_t bytes) {
  return mmap(start, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

bool isKnown(const hipMemAllocationProp *properties) {
  return properties && properties->type == hipMemAllocationTypePinned &&
         properties->location.type == hipMemLocationTypeDevice && isDevice(properties->location.id);
}

} // namespace

extern "C" {

hipError_t hipMemGetAllocationGranularity(size_t *bytes, const hipMemAllocationProp *properties,
                                          hipMemAllocationGranularity_flags) {
  if (!bytes || !isKnown(properties))
    return finish(hipErrorInvalidValue);
  *bytes = granularity;
  return finish(hipSuccess);
}

/// An address that is asked for is only a wish.
hipError_t hipMemAddressReserve(void **pointer, size_t bytes, size_t alignment, void *, unsigned long long flags) {
  if (!pointer || flags || !isWhole(bytes) || (alignment & (alignment - 1)))
    return finish(hipErrorInvalidValue);
  const size_t step = alignment > granularity ? alignment : granularity;
  if (bytes > SIZE_MAX - step)
    return finish(hipErrorOutOfMemory);
  void *found = mmap(nullptr, bytes + step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (found == MAP_FAILED)
    return finish(hipErrorOutOfMemory);
  auto *first = static_cast<char *>(found), *end = first + bytes + step;
  auto *start = reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(first) + step - 1) / step * step);
  if (start > first)
    munmap(first, size_t(start - first));
  munmap(start + bytes, size_t(end - start - bytes));
  std::lock_guard lock(addresses().mutex);
  addresses().reserved[start] = bytes;
  *pointer = start;
  return finish(hipSuccess);
}
hipError_t hipMemAddressFree(void *pointer, size_t bytes) {
  std::lock_guard lock(addresses().mutex);
  auto found = addresses().reserved.find(static_cast<char *>(pointer));
  if (found == addresses().reserved.end() || found->second != bytes)
    return finish(hipErrorInvalidValue);
  auto mapped = addresses().mapped.lower_bound(found->first);
  if (mapped != addresses().mapped.end() && mapped->first < found->first + bytes)
    return finish(hipErrorInvalidValue);
  munmap(pointer, bytes);
  addresses().reserved.erase(found);
  return finish(hipSuccess);
}

hipError_t hipMemCreate(MemoryHandle *handle, size_t bytes, const hipMemAllocationProp *properties,
                        unsigned long long flags) {
  if (!handle || flags || !isWhole(bytes) || !isKnown(properties))
    return finish(hipErrorInvalidValue);
  if (bytes > porter::hip::properties().totalGlobalMem)
    return finish(hipErrorOutOfMemory);
  auto made = std::make_shared<Memory>();
  made->file = memfd_create(memoryName, MFD_CLOEXEC);
  made->bytes = bytes;
  made->properties = *properties;
  if (made->file < 0 || ftruncate(made->file, off_t(bytes)))
    return finish(hipErrorOutOfMemory);
  *handle = memories().add(std::move(made));
  return finish(hipSuccess);
}
hipError_t hipMemRelease(MemoryHandle handle) {
  return finish(memories().take(handle) ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *properties, MemoryHandle handle) {
  const auto memory = memories().find(handle);
  if (!properties || !memory)
    return finish(hipErrorInvalidValue);
  *properties = memory->properties;
  return finish(hipSuccess);
}

hipError_t hipMemMap(void *pointer, size_t bytes, size_t offset, MemoryHandle handle, unsigned long long flags) {
  const auto memory = memories().find(handle);
  auto *start = static_cast<char *>(pointer);
  if (!memory || flags || offset || bytes != memory->bytes || reinterpret_cast<uintptr_t>(pointer) % granularity)
    return finish(hipErrorInvalidValue);
  Addresses &all = addresses();
  std::lock_guard lock(all.mutex);
  auto next = all.mapped.lower_bound(start);
  const bool isTaken = next != all.mapped.end() && next->first < start + bytes;
  if (isTaken || holding(all.reserved, start, bytes, [](size_t size) { return size; }) == all.reserved.end() ||
      holding(all.mapped, start, 1, [](const Mapping &one) { return one.bytes; }) != all.mapped.end())
    return finish(hipErrorInvalidValue);
  if (mmap(start, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, memory->file, 0) == MAP_FAILED)
    return finish(hipErrorOutOfMemory);
  all.mapped[start] = {bytes, handle, memory, hipMemAccessFlagsProtNone};
  adoptDeviceMemory(start, bytes);
  return finish(hipSuccess);
}
hipError_t hipMemUnmap(void *pointer, size_t bytes) {
  auto *start = static_cast<char *>(pointer);
  Addresses &all = addresses();
  std::lock_guard lock(all.mutex);
  auto first = all.mapped.find(start), end = first;
  size_t found = 0;
  while (end != all.mapped.end() && end->first == start + found && found < bytes)
    found += (end++)->second.bytes;
  if (!bytes || found != bytes)
    return finish(hipErrorInvalidValue);
  for (auto one = first; one != end; ++one)
    disown(one->first, hipMemoryTypeDevice);
  all.mapped.erase(first, end);
  return finish(keepAway(start, bytes) ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipMemSetAccess(void *pointer, size_t bytes, const hipMemAccessDesc *wanted, size_t count) {
  if (!wanted || !count)
    return finish(hipErrorInvalidValue);
  hipMemAccessFlags access = hipMemAccessFlagsProtNone; // devices share the memory: what one may, all may
  for (size_t i = 0; i < count; ++i) {
    if (wanted[i].location.type != hipMemLocationTypeDevice || !isDevice(wanted[i].location.id))
      return finish(hipErrorInvalidValue);
    access = std::max(access, wanted[i].flags);
  }
  const int protection = access == hipMemAccessFlagsProtNone   ? PROT_NONE
                         : access == hipMemAccessFlagsProtRead ? PROT_READ
                                                               : PROT_READ | PROT_WRITE;
  Addresses &all = addresses();
  std::lock_guard lock(all.mutex);
  auto *start = static_cast<char *>(pointer);
  auto found = all.mapped.find(start);
  for (size_t seen = 0; seen < bytes; seen += (found++)->second.bytes)
    if (found == all.mapped.end() || found->first != start + seen || found->second.bytes > bytes - seen)
      return finish(hipErrorInvalidValue);
  if (!bytes || mprotect(start, bytes, protection))
    return finish(hipErrorInvalidValue);
  for (auto one = all.mapped.find(start); one != found; ++one)
    one->second.access = access;
  return finish(hipSuccess);
}
hipError_t hipMemGetAccess(unsigned long long *flags, const hipMemLocation *location, void *pointer) {
  Addresses &all = addresses();
  std::lock_guard lock(all.mutex);
  auto found = holding(all.mapped, static_cast<char *>(pointer), 1, [](const Mapping &one) { return one.bytes; });
  if (!flags || !location || location->type != hipMemLocationTypeDevice || !isDevice(location->id) ||
      found == all.mapped.end())
    return finish(hipErrorInvalidValue);
  *flags = found->second.access;
  return finish(hipSuccess);
}
hipError_t hipMemRetainAllocationHandle(MemoryHandle *handle, void *pointer) {
  Addresses &all = addresses();
  std::lock_guard lock(all.mutex);
  auto found = holding(all.mapped, static_cast<char *>(pointer), 1, [](const Mapping &one) { return one.bytes; });
  if (!handle || found == all.mapped.end())
    return finish(hipErrorInvalidValue);
  *handle = memories().add(found->second.memory);
  return finish(hipSuccess);
}
}
