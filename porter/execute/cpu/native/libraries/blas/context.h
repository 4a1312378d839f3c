// What a handle of the library stands for.
#pragma once

#include "../../hip_api/handles.h"
#include "../../hip_api/streams.h"

namespace porter::blas {

struct Context {
  hipStream_t stream = nullptr;
  bool scalarsOnDevice = false;
  int mathMode = 0;
  int atomicsMode = 0;
  int processors = 0; ///< that cuBLAS was told to use
};

inline hip::Handles<Context, void *> &contexts() { return hip::handlesOf<Context, void *>(); }

} // namespace porter::blas
