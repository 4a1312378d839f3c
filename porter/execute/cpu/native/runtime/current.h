// A launch in progress, and what of it this thread runs.
#pragma once

#include "order.h"
#include "runtime.h"

#include <atomic>

namespace porter {

class ResidentBlock;

/// What all blocks of one launch share.
struct LaunchState {
  uint64_t serial = 0;
  LaunchRequest request;
  LaunchInfo info = {};
  uint64_t blocks = 0;
  Order order;
  bool isAlone = false; ///< one thread runs all blocks
  std::atomic<uint64_t> nextBlock{0};
  std::atomic<uint64_t> arrivedAtGridSync{0};
  std::atomic<uint64_t> gridSyncs{0};
  std::atomic<bool> aborted{false};
  LaunchResult result = LaunchResult::Success;
};

/// What this thread runs: for the fibers that begin on it, and for reports.
struct Current {
  LaunchState *launch = nullptr;
  ResidentBlock *block = nullptr;
  bool locating = false; ///< the block runs again: it must not print again
  uint64_t exec = 0; ///< the lanes of the wave that have this turn; for debuggers
  bool tellsItem = true; ///< the worker's item is the one that runs
  const SourcePlace *place = nullptr; ///< of instrumented code: where the running item was last
};
[[clang::require_constant_initialization]] extern thread_local Current current
    __attribute__((tls_model("initial-exec")));

/// Counts what a thread gets done: waves resumed, blocks begun. Read by the watchdog.
[[clang::require_constant_initialization]] extern thread_local std::atomic<uint64_t> progress
    __attribute__((tls_model("initial-exec")));

} // namespace porter

/// The worker of this thread; compiled device code reads it too.
extern thread_local porter::Worker porter_worker __attribute__((tls_model("initial-exec")));
