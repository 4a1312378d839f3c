// Launches written down, for comparing two runs launch by launch.
#pragma once

#include "api.h"

namespace porter::hip {

/// Write down a launch that has run: kernel, configuration, arguments, and hash or contents of the memory that it
/// could reach. Does nothing unless PORTER_CPU_TRACE names a directory.
void traceLaunch(const LaunchRequest &request);

} // namespace porter::hip
