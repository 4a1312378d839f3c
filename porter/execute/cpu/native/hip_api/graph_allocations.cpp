// Keeps the books of the memory of graphs.
#include "graph_allocations.h"

#include "heap.h"

#include <map>
#include <mutex>
#include <sys/mman.h>

namespace porter::hip {

namespace {

struct Books {
  std::recursive_mutex mutex;
  std::map<const void *, GraphMemory *> places;
  size_t used = 0, mark = 0;
};
Books &books() {
  static auto &all = *new Books; // graphs may go after static destructors
  return all;
}
thread_local bool replacesMemory = false;

/// What is not there faults when it is used.
void hide(GraphMemory &memory) {
  disown(memory.base, hipMemoryTypeDevice);
  mprotect(memory.base, memory.bytes, PROT_NONE);
  madvise(memory.base, memory.bytes, MADV_DONTNEED);
  memory.isThere = false;
  books().used -= memory.bytes;
}

} // namespace

ReplacedMemory::ReplacedMemory(bool replaces) : before(replacesMemory) { replacesMemory = before || replaces; }
ReplacedMemory::~ReplacedMemory() { replacesMemory = before; }

std::shared_ptr<GraphMemory> reserveForGraph(size_t bytes) {
  constexpr size_t page = 4096;
  if (bytes > SIZE_MAX - page)
    return nullptr;
  bytes = (bytes + page - 1) / page * page;
  void *base = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED)
    return nullptr;
  auto memory = std::make_shared<GraphMemory>(static_cast<char *>(base), bytes);
  std::lock_guard lock(books().mutex);
  books().places[base] = memory.get();
  return memory;
}

GraphMemory::~GraphMemory() {
  std::lock_guard lock(books().mutex);
  if (isThere)
    hide(*this);
  books().places.erase(base);
  munmap(base, bytes);
}

hipError_t GraphMemory::allocate() {
  std::lock_guard lock(books().mutex);
  if (isThere && !replacesMemory)
    return hipErrorInvalidValue; // a graph is not launched again before its memory was freed
  if (isThere)
    hide(*this);
  if (mprotect(base, bytes, PROT_READ | PROT_WRITE) || !adoptDeviceMemory(base, bytes))
    return hipErrorOutOfMemory;
  isThere = true;
  books().used += bytes;
  books().mark = std::max(books().mark, books().used);
  return hipSuccess;
}

bool isOfGraph(const void *pointer) {
  std::lock_guard lock(books().mutex);
  return books().places.count(pointer) > 0;
}

bool releaseOfGraph(void *pointer) {
  std::lock_guard lock(books().mutex);
  const auto found = books().places.find(pointer);
  if (found == books().places.end() || !found->second->isThere)
    return false;
  hide(*found->second);
  return true;
}

size_t bytesOfGraphs() { return books().used; }
size_t &highMarkOfGraphs() { return books().mark; }

} // namespace porter::hip
