// Memory that is given back twice or never, and what the host's functions write.
#include "host_checks.h"

#include "../runtime/allocations.h"
#include "../runtime/checks.h"
#include "../runtime/shadow.h"
#include "heap.h"

#include <cstdlib>
#include <mutex>
#include <set>
#include <unistd.h>

namespace porter::hip {
namespace {

struct Variables {
  std::mutex mutex;
  std::set<const void *> known;
};
Variables &variables() {
  static Variables &instance = *new Variables; // read when the program has ended
  return instance;
}

bool findMemory(const void *address, const void *&base, size_t &bytes) {
  Allocation found;
  if (!findAllocation(address, found))
    return false;
  base = found.base;
  bytes = found.bytes;
  return true;
}

pid_t checkedProcess = 0; ///< what it forks has not made its allocations

void reportLeaks(int, void *) {
  if (checkedProcess != getpid())
    return;
  std::lock_guard lock(variables().mutex);
  for (const CheckedAllocation &allocation : liveAllocations())
    if (!variables().known.count(allocation.base))
      writeFinding("leaks", "never freed", JsonObject().raw("allocation", jsonOf(allocation, allocation.base)));
}

__attribute__((constructor)) void begin() {
  setMemoryFinder(findMemory);
  checkedProcess = getpid();
  if (checks().leaks)
    on_exit(reportLeaks, nullptr);
}

} // namespace

void noteBadRelease(void *pointer) {
  if (!checks().memory)
    return;
  CheckedAllocation found;
  JsonObject finding;
  finding.number("address", reinterpret_cast<uintptr_t>(pointer)).raw("called", jsonOf(hostStack()));
  const bool isKnown = isCheckedSpace(pointer) && nearestAllocation(pointer, found);
  if (isKnown)
    finding.raw("allocation", jsonOf(found, pointer));
  writeFinding("memory", isKnown && found.isFreed && found.base == pointer ? "double free" : "invalid free",
               std::move(finding));
}

void noteVariable(void *pointer) {
  std::lock_guard lock(variables().mutex);
  variables().known.insert(pointer);
}

void noteHostWork() { noteWrittenSomewhere(); }

} // namespace porter::hip

/// A caller of `porter_launch` lends memory of its own to the kernels; 0 where some of it is lent already.
extern "C" int porter_lend(void *memory, uint64_t bytes) { return porter::hip::adoptHostMemory(memory, bytes, 0); }
extern "C" void porter_take_back(void *memory) { porter::hip::disown(memory, hipMemoryTypeHost); }
