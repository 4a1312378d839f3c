// CUDA's first interface to BLAS: no handles, scalars and results by value, errors to be asked for.
#pragma once

#include "call.h"

namespace porter::blas {

/// A call with what cublasInit made.
Call legacyCall();
/// Remember a mistake until it is asked for.
void noteLegacy(int status);

} // namespace porter::blas
