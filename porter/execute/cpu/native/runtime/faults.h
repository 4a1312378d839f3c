// Accesses outside memory.
#pragma once

namespace porter {

/// Make this thread report bad accesses of device code.
void watchFaults();

} // namespace porter
