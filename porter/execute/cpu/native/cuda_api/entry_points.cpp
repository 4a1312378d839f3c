// Functions by their names, for programs that ask the driver for them while they run.
#include "driver.h"

#include "../hip_api/api.h"

#include <dlfcn.h>
#include <string>

using namespace porter::cuda;
using porter::hip::finish;

namespace {

/// A function of this library or of the one below it.
void *functionOf(const std::string &name) {
  static void *const own = [] {
    Dl_info info = {};
    return dladdr(reinterpret_cast<void *>(&functionOf), &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
  }();
  return own ? dlsym(own, name.c_str()) : nullptr;
}

/// The newest version of a function, that of each thread's own stream where `isPerThread`.
void *newest(const std::string &name, bool isPerThread) {
  for (const char *version : {"_v4", "_v3", "_v2", ""})
    for (const char *stream : {"_ptsz", "_ptds", ""}) {
      if (*stream && !isPerThread)
        continue;
      if (void *found = functionOf(name + version + stream))
        return found;
    }
  return nullptr;
}

} // namespace

extern "C" {

CUresult cuGetProcAddress_v2(const char *name, void **function, int, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status) {
  if (!name || !function)
    return told(finish(hipErrorInvalidValue));
  *function = newest(name, flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
  if (status)
    *status = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return told(finish(*function ? hipSuccess : hipErrorNotFound));
}
CUresult cuGetProcAddress(const char *name, void **function, int version, cuuint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}
/// cudaGetDriverEntryPoint: the flags and what is told of the search have the same numbers. That nothing was found is no
/// error.
hipError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags, int *status) {
  CUdriverProcAddressQueryResult told = CU_GET_PROC_ADDRESS_SUCCESS;
  const CUresult error = cuGetProcAddress_v2(name, function, CUDA_VERSION, flags, &told);
  if (status)
    *status = told;
  return error == CUDA_ERROR_NOT_FOUND ? finish(hipSuccess) : hipError_t(error);
}
}
