// Contexts of the driver API: which one is current, and those that are gone.
#pragma once

#include "misuse.h"

#ifdef __HIP__
using Context = hipCtx_t;
#else
using Context = CUcontext;
#endif

inline auto create(Context *context, int device) {
#if !defined __HIP__ && CUDA_VERSION >= 13000
  return cuCtxCreate(context, nullptr, 0, device);
#else
  return DRIVER(CtxCreate)(context, 0, device);
#endif
}

/// Each in a process of its own, since the stack of contexts belongs to the thread.
inline void contexts() {
  auto prepared = [] { (void)DRIVER(Init)(0); };
  auto gone = [=] {
    Context context = nullptr;
    prepared();
    (void)create(&context, 0);
    (void)DRIVER(CtxDestroy)(context);
    return context;
  };
  alone("context: null", [=] { return prepared(), create(nullptr, 0); });
  alone("context: device 99", [=] { Context c; return prepared(), create(&c, 99); });
  alone("context destroy: null", [=] { return prepared(), DRIVER(CtxDestroy)(nullptr); });
  alone("context destroy: twice", [=] { return DRIVER(CtxDestroy)(gone()); });
  alone("context destroy: never one", [=] { return prepared(), DRIVER(CtxDestroy)(garbage<Context>()); });
  alone("context current: null", [=] { return prepared(), DRIVER(CtxGetCurrent)(nullptr); });
  alone("context current: destroyed", [=] { return DRIVER(CtxSetCurrent)(gone()); });
  alone("context push: destroyed", [=] { return DRIVER(CtxPushCurrent)(gone()); });
  alone("context push: null", [=] { return prepared(), DRIVER(CtxPushCurrent)(nullptr); });
  alone("context pop: more often than pushed", [=] {
    Context popped;
    prepared();
    (void)DRIVER(CtxPopCurrent)(&popped);
    (void)DRIVER(CtxPopCurrent)(&popped);
    return DRIVER(CtxPopCurrent)(&popped);
  });
  alone("primary context: null", [=] { return prepared(), DRIVER(DevicePrimaryCtxRetain)(nullptr, 0); });
  alone("primary context: device 99", [=] { Context c; return prepared(), DRIVER(DevicePrimaryCtxRetain)(&c, 99); });
}
