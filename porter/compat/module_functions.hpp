// Attributes of a module's functions: HIP's functions of these names take a kernel's host symbol.
#pragma once

#include <hip/hip_runtime_api.h>

namespace porter {

// Hints that AMD's processors have no use for; HIP's own do nothing, too.
inline hipError_t func_set_cache_config(hipFunction_t function, hipFuncCache_t) {
  return function ? hipSuccess : hipErrorInvalidHandle;
}

inline hipError_t func_set_shared_mem_config(hipFunction_t function, hipSharedMemConfig) {
  return function ? hipSuccess : hipErrorInvalidHandle;
}

// A kernel may have all of a workgroup's memory without asking; what exceeds it is refused here, as on CUDA.
inline hipError_t func_set_attribute(hipFunction_t function, hipFunction_attribute attribute, int value) {
  if (!function) return hipErrorInvalidHandle;
  if (attribute == HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
    return value >= -1 && value <= 100 ? hipSuccess : hipErrorInvalidValue;
  }
  if (attribute != HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return hipErrorInvalidValue;
  int device = 0, most = 0, fixed = 0;
  hipError_t error = hipGetDevice(&device);
  if (error == hipSuccess) {
    error = hipDeviceGetAttribute(&most, hipDeviceAttributeMaxSharedMemoryPerBlock, device);
  }
  if (error == hipSuccess) {
    error = hipFuncGetAttribute(&fixed, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
  }
  if (error != hipSuccess) return error;
  return value >= 0 && value <= most - fixed ? hipSuccess : hipErrorInvalidValue;
}

}  // namespace porter
