// What device code may read about a launch.
#pragma once

#include "runtime.h"

namespace porter {

/// Describe a launch as far as device libraries ask.
LaunchInfo describe(const LaunchRequest &request);

} // namespace porter
