// Notes what compiled host code registers and passes it on.
#include "registered.h"

#include "next.h"
#include "trace/writer.h"

#include <cuda_runtime_api.h>
#include <map>
#include <mutex>

namespace {

struct Kernel {
  void **image;
  std::string name;
};

struct Registered {
  std::mutex mutex;
  std::map<const void *, Kernel> kernels;
  std::map<const void *, const void *> handles;
  std::map<void **, std::vector<porter::trace::Variable>> variables;
};
/// Used by constructors of other objects: built on first use.
Registered &registered() {
  static Registered &instance = *new Registered;
  return instance;
}

} // namespace

namespace porter::trace {

std::string kernelName(const void *function) {
  std::lock_guard lock(registered().mutex);
  auto found = registered().kernels.find(function);
  return found == registered().kernels.end() ? "" : found->second.name;
}

const void *functionOf(const void *handle) {
  std::lock_guard lock(registered().mutex);
  auto found = registered().handles.find(handle);
  return found == registered().handles.end() ? nullptr : found->second;
}

std::vector<Variable> variablesBeside(const void *function) {
  std::lock_guard lock(registered().mutex);
  auto kernel = registered().kernels.find(function);
  if (kernel == registered().kernels.end())
    return {};
  return registered().variables[kernel->second.image];
}

} // namespace porter::trace

extern "C" {

void __cudaRegisterFunction(void **image, const char *host, char *stub, const char *name, int limit, uint3 *thread,
                            uint3 *block, dim3 *blockSize, dim3 *gridSize, int *warp) {
  {
    std::lock_guard lock(registered().mutex);
    registered().kernels[host] = {image, name};
  }
  PORTER_NEXT(__cudaRegisterFunction);
  real(image, host, stub, name, limit, thread, block, blockSize, gridSize, warp);
}

void __cudaRegisterVar(void **image, char *host, char *device, const char *name, int external, size_t bytes,
                       int constant, int global) {
  {
    std::lock_guard lock(registered().mutex);
    registered().variables[image].push_back({host, porter::trace::demangled(name), bytes});
  }
  PORTER_NEXT(__cudaRegisterVar);
  real(image, host, device, name, external, bytes, constant, global);
}

/// How host code asks for a kernel since CUDA 12.8.
cudaError_t __cudaGetKernel(void **handle, const void *function) {
  PORTER_NEXT(__cudaGetKernel);
  const cudaError_t error = real(handle, function);
  if (error == cudaSuccess && handle) {
    std::lock_guard lock(registered().mutex);
    registered().handles[*handle] = function;
  }
  return error;
}
}
