// The threads that run blocks.
#pragma once

#include "work.h"

#include <condition_variable>
#include <mutex>

namespace porter {

/// Threads that wait for launches. The launching thread works, too.
class Pool {
public:
  Pool();
  /// Run a launch to its end with `wanted` threads besides this one, and more if it takes long.
  void run(LaunchState &state, unsigned wanted);

private:
  /// Some may have been woken already; those who come when all blocks are taken find nothing to do.
  void recruit(const LaunchState &state, unsigned more);
  void serve();

  std::mutex mutex;
  std::condition_variable wake, done;
  LaunchState *job = nullptr;
  unsigned open = 0, busy = 0, helpers = 0;
  Work mine;
};

} // namespace porter
