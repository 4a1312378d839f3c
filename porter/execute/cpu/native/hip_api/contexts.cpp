// Contexts. All of them share the one device and its memory; each thread has a stack of them, as CUDA's driver API
// describes it, with the primary context at its bottom.
#include "api.h"
#include "handles.h"

#include <vector>

using namespace porter::hip;

namespace {

struct Context {
  unsigned flags = 0;
};

Handles<Context, hipCtx_t> &contexts() { return handlesOf<Context, hipCtx_t>(); }

hipCtx_t primary() {
  static const hipCtx_t handle = contexts().add(std::make_shared<Context>());
  return handle;
}

std::vector<hipCtx_t> &stack() {
  thread_local std::vector<hipCtx_t> ofThread{primary()};
  return ofThread;
}

hipCtx_t top() { return stack().empty() ? nullptr : stack().back(); }

} // namespace

extern "C" {

hipError_t hipCtxCreate(hipCtx_t *context, unsigned flags, hipDevice_t device) {
  if (!context || device != 0)
    return finish(context ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *context = contexts().add(std::make_shared<Context>(Context{flags}));
  stack().push_back(*context);
  return finish(hipSuccess);
}
/// Where it is current for another thread it stays so there.
hipError_t hipCtxDestroy(hipCtx_t context) {
  if (!context)
    return finish(hipErrorInvalidValue);
  if (context == primary() || !contexts().take(context))
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
hipError_t hipCtxSetCacheConfig(hipFuncCache_t) { return finish(hipSuccess); }
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig) { return finish(hipSuccess); }
hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned) { return finish(hipErrorInvalidDevice); }
hipError_t hipCtxDisablePeerAccess(hipCtx_t) { return finish(hipErrorPeerAccessNotEnabled); }

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t device) {
  if (!context || device != 0)
    return finish(context ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *context = primary();
  return finish(hipSuccess);
}
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) { return finish(device ? hipErrorInvalidDevice : hipSuccess); }
hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) { return finish(device ? hipErrorInvalidDevice : hipSuccess); }
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned) {
  return finish(device ? hipErrorInvalidDevice : hipSuccess);
}
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned *flags, int *active) {
  if (device != 0)
    return finish(hipErrorInvalidDevice);
  if (!flags || !active)
    return finish(hipErrorInvalidValue);
  *flags = 0;
  *active = 1;
  return finish(hipSuccess);
}
}
