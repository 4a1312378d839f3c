// Kernels that never end.
#pragma once

#include "current.h"

namespace porter {

/// Have this thread interrupted when it runs device code of `state` for long without progress.
class Watched {
public:
  explicit Watched(const LaunchState &state);
  ~Watched();
};

} // namespace porter
