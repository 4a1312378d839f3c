// Kernels that never end.
#pragma once

#include "current.h"

namespace porter {

/// When kernels of a program that is watched are stopped, by the steady clock, because it will soon be killed:
/// PORTER_PROCESS_DEADLINE, less what it takes to tell where they are. Else the end of all days.
uint64_t lastMoment();
inline constexpr const char *outOfTime = "the kernel still ran when the program's time was nearly over";

/// Have this thread interrupted when it runs device code of `state` for long without progress.
class Watched {
public:
  explicit Watched(const LaunchState &state);
  ~Watched();
};

} // namespace porter
