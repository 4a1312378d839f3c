// Tells how kernels run, for those who wonder about a kernel's time or distrust its engine.
#include "engines.h"

#include <cstdio>
#include <cstdlib>
#include <set>

namespace porter {

void tellEngine(const KernelEntry &kernel) {
  static const bool isWanted = std::getenv("PORTER_CPU_ENGINES") != nullptr;
  static std::set<const KernelEntry *> told; // launches come one at a time
  if (!isWanted || !told.insert(&kernel).second)
    return;
  static const char *const names[] = {"a loop over work-items", "fibers", "coroutines", "regions"};
  const char *why = kernel.why ? kernel.why : "";
  std::fprintf(stderr, "porter: %s runs as %s%s%s\n", kernel.signature, names[uint32_t(kernel.engine)],
               *why ? ": " : "", why);
}

} // namespace porter
