// Which kernels a program has, and which it has launched.
#pragma once

#include "api.h"

namespace porter::hip {

/// Write down that the program has a kernel; does nothing unless PORTER_CPU_KERNELS names a directory.
void noteKernel(const std::string &mangled);

/// Write down that a kernel ran to its end; likewise.
void noteLaunched(const KernelEntry &kernel);

} // namespace porter::hip
