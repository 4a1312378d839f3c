// States of bytes, a page at a time: a page is looked at when it is first touched.
#include "shadow.h"

#include "allocations.h"
#include "checks.h"
#include "page_map.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>

namespace porter {
namespace {

struct StatePage {
  uint8_t states[pageBytes];
};

PageMap<StatePage> pages;
MemoryFinder finder = nullptr;

/// Mark the part of `[base, base + bytes)` that is on the page.
void mark(StatePage &page, uintptr_t first, uintptr_t base, size_t bytes, ByteState state) {
  const uintptr_t from = std::max(first, base), to = std::min(first + pageBytes, base + bytes);
  if (from < to)
    std::memset(page.states + (from - first), state, to - from);
}

void fillChecked(StatePage &page, uintptr_t first) {
  // Gaps are wider than a page, so there is one allocation at most.
  CheckedAllocation found;
  for (uintptr_t probe : {first, first + pageBytes - 1})
    if (nearestAllocation(reinterpret_cast<void *>(probe), found) && !found.isFreed)
      mark(page, first, reinterpret_cast<uintptr_t>(found.base), found.bytes, found.isWritten ? Written : Unwritten);
}

/// Memory that the executor did not give out: variables and constants of loaded objects, the work-item's own, and what
/// the host has registered.
void fillOther(StatePage &page, uintptr_t first, uintptr_t address) {
  const auto *pointer = reinterpret_cast<const void *>(address);
  Dl_info object;
  const void *base = nullptr;
  size_t bytes = 0;
  if (finder && finder(pointer, base, bytes))
    mark(page, first, reinterpret_cast<uintptr_t>(base), bytes, Written);
  else if (isOnThisStack(address) || dladdr(pointer, &object))
    mark(page, first, first, pageBytes, Written);
}

void fill(StatePage &page, uintptr_t address) {
  const uintptr_t first = address / pageBytes * pageBytes;
  std::memset(page.states, NoMemory, pageBytes);
  if (isCheckedSpace(reinterpret_cast<const void *>(first)))
    fillChecked(page, first);
  else
    fillOther(page, first, address);
}

/// Call `visit(states, count)` for each part of a range that lies on one page; only pages looked at before, or all.
template <class Visit> void eachPage(uintptr_t address, size_t bytes, bool isMade, Visit visit) {
  for (const uintptr_t end = address + bytes; address < end;) {
    const uintptr_t next = std::min(end, (address / pageBytes + 1) * pageBytes);
    if (StatePage *page = isMade ? pages.find(address) : nullptr)
      visit(page->states + address % pageBytes, next - address);
    else if (!isMade)
      visit(byteStates(address), next - address);
    address = next;
  }
}

} // namespace

bool isOnThisStack(uintptr_t address) {
  static thread_local uintptr_t begin = 0, end = 0;
  if (!end) {
    pthread_attr_t attributes;
    void *base = nullptr;
    size_t bytes = 0;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &base, &bytes);
    pthread_attr_destroy(&attributes);
    begin = reinterpret_cast<uintptr_t>(base);
    end = begin + bytes;
  }
  return address >= begin && address < end;
}

uint8_t *byteStates(uintptr_t address) {
  StatePage *page = pages.find(address);
  if (!page)
    page = &pages.at(address, [&](StatePage &made) { fill(made, address); });
  return page->states + address % pageBytes;
}

void setMemoryFinder(MemoryFinder found) { finder = found; }

void refreshStates(const void *base, size_t bytes) {
  const auto address = reinterpret_cast<uintptr_t>(base);
  for (uintptr_t first = address / pageBytes * pageBytes; first < address + bytes; first += pageBytes)
    if (StatePage *page = pages.find(first))
      fill(*page, std::max(first, address));
}

void noteWritten(const void *address, size_t bytes) {
  if (!checks().memory || !isCheckedSpace(address))
    return;
  if (noteWrittenWhole(address, bytes))
    return refreshStates(address, bytes);
  eachPage(reinterpret_cast<uintptr_t>(address), bytes, false, [](uint8_t *states, size_t count) {
    for (size_t i = 0; i < count; ++i)
      if (states[i] == Unwritten)
        states[i] = Written;
  });
}

void noteCopied(const void *to, const void *from, size_t bytes) {
  if (!checks().memory || !isCheckedSpace(to))
    return;
  if (!isCheckedSpace(from))
    return noteWritten(to, bytes);
  auto target = reinterpret_cast<uintptr_t>(to), source = reinterpret_cast<uintptr_t>(from);
  for (size_t i = 0; i < bytes; ++i) {
    uint8_t *state = byteStates(target + i);
    if (*state != NoMemory)
      *state = *byteStates(source + i) == Unwritten ? Unwritten : Written;
  }
}

void noteWrittenSomewhere() {
  if (!checks().memory)
    return;
  noteAllWritten();
  for (const CheckedAllocation &allocation : liveAllocations())
    refreshStates(allocation.base, allocation.bytes);
}

} // namespace porter
