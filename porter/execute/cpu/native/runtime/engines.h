// Tells how kernels run.
#pragma once

#include "../abi.h"

namespace porter {

/// Say once for each kernel which engine runs it, and why no faster one, where PORTER_CPU_ENGINES is set.
void tellEngine(const KernelEntry &kernel);

} // namespace porter
