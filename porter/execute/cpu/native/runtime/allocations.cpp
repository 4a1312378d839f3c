// Where allocations are and were.
#include "allocations.h"

#include <map>
#include <mutex>
#include <sys/mman.h>

namespace porter {
namespace {

constexpr size_t spaceBytes = size_t(8) << 40;

struct Books {
  std::mutex mutex;
  char *space = nullptr; ///< reserved at the first allocation
  size_t used = 0;
  std::map<char *, CheckedAllocation> allocations;
};
Books &books() {
  static Books &instance = *new Books; // read when the program has ended
  return instance;
}

} // namespace

void *reserveChecked(size_t bytes) {
  std::lock_guard lock(books().mutex);
  Books &all = books();
  if (!all.space) {
    void *space = mmap(nullptr, spaceBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space == MAP_FAILED)
      return nullptr;
    all.space = static_cast<char *>(space);
    all.used = checkedGap;
  }
  const size_t step = (bytes + 2 * checkedGap - 1) / checkedGap * checkedGap;
  if (bytes > spaceBytes || all.used + step > spaceBytes)
    return nullptr;
  char *made = all.space + all.used;
  all.used += step;
  return made;
}

bool isCheckedSpace(const void *address) {
  const char *space = books().space;
  return space && address >= space && address < space + spaceBytes;
}

void noteAllocated(char *base, size_t bytes, const char *kind, bool isWritten) {
  HostStack stack = hostStack();
  std::lock_guard lock(books().mutex);
  books().allocations[base] = {base, bytes, kind, false, isWritten, std::move(stack), {}};
}

bool noteFreed(char *base) {
  HostStack stack = hostStack();
  std::lock_guard lock(books().mutex);
  auto found = books().allocations.find(base);
  if (found == books().allocations.end() || found->second.isFreed)
    return false;
  found->second.isFreed = true;
  found->second.freed = std::move(stack);
  return true;
}

bool nearestAllocation(const void *address, CheckedAllocation &found) {
  auto *wanted = static_cast<char *>(const_cast<void *>(address));
  std::lock_guard lock(books().mutex);
  auto &all = books().allocations;
  auto after = all.upper_bound(wanted);
  if (after != all.begin()) {
    const CheckedAllocation &before = std::prev(after)->second;
    const bool isNear = wanted < before.base + before.bytes + checkedGap;
    const bool nextIsNearer =
        after != all.end() && after->first - wanted < wanted - (before.base + before.bytes);
    if (isNear && !nextIsNearer) {
      found = before;
      return true;
    }
  }
  if (after == all.end() || after->first > wanted + checkedGap)
    return false;
  found = after->second;
  return true;
}

std::vector<CheckedAllocation> liveAllocations() {
  std::lock_guard lock(books().mutex);
  std::vector<CheckedAllocation> live;
  for (const auto &[base, allocation] : books().allocations)
    if (!allocation.isFreed)
      live.push_back(allocation);
  return live;
}

void noteAllWritten() {
  std::lock_guard lock(books().mutex);
  for (auto &[base, allocation] : books().allocations)
    allocation.isWritten = true;
}

bool noteWrittenWhole(const void *address, size_t bytes) {
  std::lock_guard lock(books().mutex);
  auto found = books().allocations.find(static_cast<char *>(const_cast<void *>(address)));
  if (found == books().allocations.end() || bytes < found->second.bytes)
    return false;
  return found->second.isWritten = true;
}

std::string jsonOf(const CheckedAllocation &allocation, const void *address) {
  const auto offset = static_cast<const char *>(address) - allocation.base;
  return JsonObject()
      .number("bytes", allocation.bytes)
      .raw("offset", std::to_string(offset))
      .text("kind", allocation.kind)
      .raw("allocated", jsonOf(allocation.allocated))
      .raw("freed", jsonOf(allocation.freed))
      .str();
}

} // namespace porter
