// Contexts. All of them share one memory; each thread has a stack of them, as CUDA's driver API
// describes it, with the primary context at its bottom.
#include "api.h"
#include "handles.h"

#include <vector>

using namespace porter::hip;

namespace {

struct Context {
  unsigned flags = 0;
  int device = 0;
};

Handles<Context, hipCtx_t> &contexts() { return handlesOf<Context, hipCtx_t>(); }

hipCtx_t primary(int device) {
  static const std::vector<hipCtx_t> handles = [] {
    std::vector<hipCtx_t> made;
    for (int each = 0; each < deviceCount(); ++each)
      made.push_back(contexts().add(std::make_shared<Context>(Context{0, each})));
    return made;
  }();
  return handles[size_t(device)];
}
bool isPrimary(hipCtx_t context) {
  for (int device = 0; device < deviceCount(); ++device)
    if (context == primary(device))
      return true;
  return false;
}

std::vector<hipCtx_t> &stack() {
  thread_local std::vector<hipCtx_t> ofThread{primary(0)};
  return ofThread;
}

hipCtx_t top() { return stack().empty() ? nullptr : stack().back(); }

} // namespace

int porter::hip::currentDevice() {
  const auto context = contexts().find(top());
  return context ? context->device : 0;
}

bool porter::hip::findDevice(hipCtx_t handle, int &device) {
  const auto context = contexts().find(handle);
  device = context ? context->device : 0;
  return context != nullptr;
}

extern "C" {

hipError_t hipSetDevice(int device) {
  return isDevice(device) ? hipCtxSetCurrent(primary(device)) : finish(hipErrorInvalidDevice);
}

hipError_t hipCtxCreate(hipCtx_t *context, unsigned flags, hipDevice_t device) {
  if (!context || !isDevice(device))
    return finish(context ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *context = contexts().add(std::make_shared<Context>(Context{flags, device}));
  stack().push_back(*context);
  return finish(hipSuccess);
}
/// Where it is current for another thread it stays so there.
hipError_t hipCtxDestroy(hipCtx_t context) {
  if (!context)
    return finish(hipErrorInvalidValue);
  if (isPrimary(context) || !contexts().take(context))
    return finish(hipErrorInvalidContext);
  if (top() == context)
    stack().pop_back();
  return finish(hipSuccess);
}
hipError_t hipCtxPushCurrent(hipCtx_t context) {
  if (!contexts().find(context))
    return finish(hipErrorInvalidContext);
  stack().push_back(context);
  return finish(hipSuccess);
}
hipError_t hipCtxPopCurrent(hipCtx_t *context) {
  if (stack().empty())
    return finish(hipErrorInvalidContext);
  if (context)
    *context = stack().back();
  stack().pop_back();
  return finish(hipSuccess);
}
hipError_t hipCtxSetCurrent(hipCtx_t context) {
  if (context && !contexts().find(context))
    return finish(hipErrorInvalidContext);
  if (!stack().empty())
    stack().pop_back();
  if (context)
    stack().push_back(context);
  return finish(hipSuccess);
}
hipError_t hipCtxGetCurrent(hipCtx_t *context) {
  if (!context)
    return finish(hipErrorInvalidValue);
  *context = top();
  return finish(hipSuccess);
}
hipError_t hipCtxGetFlags(unsigned *flags) {
  const auto current = contexts().find(top());
  if (!flags || !current)
    return finish(flags ? hipErrorInvalidContext : hipErrorInvalidValue);
  *flags = current->flags;
  return finish(hipSuccess);
}
hipError_t hipCtxSynchronize() { return hipDeviceSynchronize(); }
hipError_t hipCtxGetDevice(hipDevice_t *device) { return hipGetDevice(device); }
hipError_t hipGetDevice(int *device) {
  if (!device)
    return finish(hipErrorInvalidValue);
  *device = currentDevice();
  return finish(hipSuccess);
}
hipError_t hipCtxSetCacheConfig(hipFuncCache_t) { return finish(hipSuccess); }
hipError_t hipCtxGetCacheConfig(hipFuncCache_t *config) {
  if (!config)
    return finish(hipErrorInvalidValue);
  *config = hipFuncCachePreferNone; // which is what becomes of every wish
  return finish(hipSuccess);
}
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig *config) {
  if (!config)
    return finish(hipErrorInvalidValue);
  *config = hipSharedMemBankSizeFourByte;
  return finish(hipSuccess);
}
#if HIP_VERSION_MAJOR >= 7
using ApiVersion = unsigned;
#else
using ApiVersion = int;
#endif
hipError_t hipCtxGetApiVersion(hipCtx_t context, ApiVersion *version) {
  int device = 0;
  if (!version || (context && !findDevice(context, device)))
    return finish(version ? hipErrorInvalidContext : hipErrorInvalidValue);
  *version = speaksCuda() ? 3020 : 4; // CU_CTX's since CUDA 3.2, and ROCm's
  return finish(hipSuccess);
}
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig) { return finish(hipSuccess); }

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t device) {
  if (!context || !isDevice(device))
    return finish(context ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *context = primary(device);
  return finish(hipSuccess);
}
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) { return finish(isDevice(device) ? hipSuccess : hipErrorInvalidDevice); }
hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) { return finish(isDevice(device) ? hipSuccess : hipErrorInvalidDevice); }
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned) {
  return finish(isDevice(device) ? hipSuccess : hipErrorInvalidDevice);
}
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned *flags, int *active) {
  if (!isDevice(device))
    return finish(hipErrorInvalidDevice);
  if (!flags || !active)
    return finish(hipErrorInvalidValue);
  *flags = 0;
  *active = 1;
  return finish(hipSuccess);
}
}
