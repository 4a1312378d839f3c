// Generators of random numbers for the device.
#pragma once

#include <ATen/core/Generator.h>

namespace porter {

// Returns a new generator that says it is the device's, and draws as the host's do.
at::Generator device_generator();

// Returns the host's generator behind one of the device's; any other one as it is.
at::Generator host_generator(const at::Generator& generator);

}  // namespace porter
