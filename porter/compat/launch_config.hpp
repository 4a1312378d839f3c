// Launches by a configuration with attributes: cudaLaunchKernelEx, and what kernels ask of it.
//
// A cooperative launch is one, clusters of more than one block are refused. The other attributes let
// a GPU overlap or order work better, and nothing depends on them: programmatic serialisation allows
// a kernel to begin early, and here it begins when the one before has ended, so that what it would
// wait for is there. HIP has some of this since ROCm 7, with fewer attributes.
#pragma once

#if !defined(__HIPCC_RTC__)

#include <hip/hip_runtime.h>

#include <cstddef>
#include <memory>
#include <utility>

namespace porter {

// CUDA's numbers, which those that HIP has share.
constexpr hipLaunchAttributeID launch_attribute_ignore = static_cast<hipLaunchAttributeID>(0);
constexpr hipLaunchAttributeID launch_attribute_cluster_dimension =
    static_cast<hipLaunchAttributeID>(4);
constexpr hipLaunchAttributeID launch_attribute_programmatic_stream_serialization =
    static_cast<hipLaunchAttributeID>(6);
constexpr hipLaunchAttributeID launch_attribute_programmatic_event =
    static_cast<hipLaunchAttributeID>(7);

union launch_attribute_value {
  char pad[64];
  hipAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  struct {
    unsigned x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  struct {
    hipEvent_t event;
    int flags, triggerAtBlockStart;
  } programmaticEvent;
  int priority;
};

struct launch_attribute {
  hipLaunchAttributeID id;
  char pad[8 - sizeof(hipLaunchAttributeID)];
  union {
    launch_attribute_value val;
    launch_attribute_value value;
  };
};

struct launch_config {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  hipStream_t stream;
  launch_attribute* attrs;
  unsigned int numAttrs;
};

inline hipError_t launch_kernel_ex_c(const launch_config* config, const void* kernel,
                                     void** arguments) {
  if (config == nullptr || kernel == nullptr) return hipErrorInvalidValue;
  bool is_cooperative = false;
  for (unsigned n = 0; n < config->numAttrs; ++n) {
    const launch_attribute& one = config->attrs[n];
    if (one.id == hipLaunchAttributeCooperative) is_cooperative = one.val.cooperative != 0;
    if (one.id == launch_attribute_cluster_dimension &&
        (one.val.clusterDim.x > 1 || one.val.clusterDim.y > 1 || one.val.clusterDim.z > 1))
      return hipErrorNotSupported;
  }
  const dim3 grid = config->gridDim, block = config->blockDim;
  if (is_cooperative)
    return hipLaunchCooperativeKernel(kernel, grid, block, arguments,
                                      static_cast<unsigned>(config->dynamicSmemBytes),
                                      config->stream);
  return hipLaunchKernel(kernel, grid, block, arguments, config->dynamicSmemBytes, config->stream);
}

/// The arguments become what the kernel's parameters are, as in a call.
template <typename... Parameters>
hipError_t launch_with(const launch_config* config, void (*kernel)(Parameters...),
                       Parameters... given) {
  void* addresses[] = {const_cast<void*>(static_cast<const void*>(std::addressof(given)))..., nullptr};
  return launch_kernel_ex_c(config, reinterpret_cast<const void*>(kernel), addresses);
}

template <typename... Parameters, typename... Arguments>
hipError_t launch_kernel_ex(const launch_config* config, void (*kernel)(Parameters...),
                            Arguments&&... arguments) {
  return launch_with<Parameters...>(config, kernel, std::forward<Arguments>(arguments)...);
}

}  // namespace porter

#endif  // !defined(__HIPCC_RTC__)

#if defined(__HIP__)

namespace porter {

/// What came before in the stream has ended when a kernel begins.
__device__ __forceinline__ void grid_dependency_synchronize() {}
__device__ __forceinline__ void trigger_programmatic_launch_completion() {}

}  // namespace porter

#endif  // defined(__HIP__)
