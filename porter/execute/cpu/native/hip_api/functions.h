// What stands behind hipFunction_t and hipModule_t.
#pragma once

#include "api.h"
#include "handles.h"

namespace porter::hip {

/// A kernel as the module API hands it out.
struct Function {
  KernelHandle kernel;
  std::shared_ptr<const void> module; ///< keeps its code loaded; null for the program's own kernels
};

/// Both vendors and both of their APIs number a function's attributes alike.
hipError_t setAttribute(const KernelHandle &kernel, int attribute, int value);

inline Handles<Function, hipFunction_t> &functions() { return handlesOf<Function, hipFunction_t>(); }

} // namespace porter::hip
