// Kernels that were stopped, or could not be watched, as findings of those who watch them.
#pragma once

#include "current.h"

#include <string>

namespace porter {

/// What a finding says of a kernel that has run for too long.
struct Stop {
  const char *kind = nullptr;   ///< null for what the launch's result says
  const char *access = nullptr; ///< what the work-item does
  std::string others;           ///< where the rest of its block is, as JSON; empty where that is not known
};

/// Write down that a kernel is launched whose accesses nobody tells, though they are to be watched.
void reportUnwatched(const KernelHandle &kernel);

/// Write down that the running kernel is stopped, at the running work-item's place; not where nobody watches it.
void reportStopped(LaunchResult result, const Stop &stop);

/// An access of the running item was reported: what it stops the kernel with is no second finding.
void noteReportedAccess(const SourcePlace *place);

/// Where an item waits that has come to a rendezvous or a barrier, or spins; null when it is not known.
const SourcePlace *placeOf(const Item &item);

} // namespace porter
