// What compiled host code registers before main: its kernels and variables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace porter::trace {

struct Variable {
  const void *host; ///< the shadow by which the runtime knows it
  std::string name; ///< demangled
  size_t bytes;
};

/// The kernel's mangled name; empty when `function` was not registered.
std::string kernelName(const void *function);
/// The host function behind a handle of `__cudaGetKernel`; null when it is none.
const void *functionOf(const void *handle);
/// The variables of the image that a kernel is in.
std::vector<Variable> variablesBeside(const void *function);

} // namespace porter::trace
