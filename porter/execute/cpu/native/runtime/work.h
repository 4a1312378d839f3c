// One thread's part in launches.
#pragma once

#include "scheduler.h"

#include <functional>

namespace porter {

/// Runs blocks of a launch in order. Keeps its blocks' memory from launch to launch.
class Work {
public:
  /// `recruit` is called once when the launch turns out to take long enough for more threads to be of use.
  void run(LaunchState &state, std::function<void()> recruit = {});

private:
  void runBlocks(LaunchState &state);
  /// Use the memory of a block that has finished for the next one.
  bool again(LaunchState &state, ResidentBlock &block);
  bool admit(LaunchState &state);
  /// Nothing in this thread can go on by itself.
  void waitForOthers(uint64_t &since);

  std::vector<std::unique_ptr<ResidentBlock>> resident, spare;
  std::function<void()> callForHelp;
  uint64_t began = 0;
};

} // namespace porter
