// Modules for other parts of the API: what is in one, and the size of a code object.
#pragma once

#include "api.h"

#include <string>
#include <vector>

namespace porter::hip {

/// The bytes of a code object in memory; 0 when it is none.
size_t elfBytes(const void *image);

/// The names of a module's kernels. False when the handle is none.
bool kernelNames(hipModule_t module, std::vector<std::string> &names);

} // namespace porter::hip
