// Attributes of streams, which HIP has since ROCm 7.2: those that only tell how a GPU might work better.
//
// What part of memory should stay in the L2 cache, and how the host waits for a stream, are hints: to set one changes
// nothing and succeeds. A priority cannot be given to a stream that exists.
#pragma once

#include <hip/hip_runtime.h>

namespace porter {

#if defined(__HIP_PLATFORM_NVIDIA__)

using stream_attribute = cudaStreamAttrID;
using stream_attribute_value = cudaStreamAttrValue;
constexpr stream_attribute stream_access_policy_window = cudaStreamAttributeAccessPolicyWindow;
constexpr stream_attribute stream_synchronization_policy = cudaStreamAttributeSynchronizationPolicy;

inline hipError_t stream_set_attribute(hipStream_t stream, stream_attribute attribute, const stream_attribute_value* value) {
  return cudaStreamSetAttribute(stream, attribute, value) == cudaSuccess ? hipSuccess : hipErrorInvalidValue;
}

#else

enum stream_attribute { stream_access_policy_window = 1, stream_synchronization_policy = 3 };

union stream_attribute_value {
  char pad[64];
  hipAccessPolicyWindow accessPolicyWindow;
  int syncPolicy;
  int priority;
};

inline hipError_t stream_set_attribute(hipStream_t, stream_attribute attribute, const stream_attribute_value* value) {
  if (value == nullptr) return hipErrorInvalidValue;
  const bool is_hint = attribute == stream_access_policy_window || attribute == stream_synchronization_policy;
  return is_hint ? hipSuccess : hipErrorNotSupported;
}

#endif

}  // namespace porter
