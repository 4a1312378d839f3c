// cuSPARSE's log: which functions with a handle are called, and what they refuse.
#pragma once

#include "../calls/call.h"

namespace porter::sparse::log {

/// The vendor's levels, and each one's bit of a mask.
enum Level { Error = 1, Trace, Hint, Heuristics, Api };

void write(Level level, const char *function, const char *message);

} // namespace porter::sparse::log
