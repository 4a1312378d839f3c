// The limits of the L2 cache: how much of it is set aside for data that persists, and the size of a fetch.
//
// CUDA calls both hints that a GPU may ignore, and HIP has neither. To set one changes nothing and succeeds; what is
// set aside is nothing, as `persistingL2CacheMaxSize` of AMD's GPUs says. A limit kept in a variable is one that HIP
// refuses when it runs.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>

namespace porter {

#if defined(__HIP_PLATFORM_NVIDIA__)

constexpr hipLimit_t limit_l2_fetch = cudaLimitMaxL2FetchGranularity;
constexpr hipLimit_t limit_l2_persisting = cudaLimitPersistingL2CacheSize;

inline hipError_t reset_persisting_l2() { return cudaCtxResetPersistingL2Cache() == cudaSuccess ? hipSuccess : hipErrorInvalidValue; }

#else

struct l2_limit {
  int number;  // CUDA's
  constexpr operator hipLimit_t() const { return static_cast<hipLimit_t>(number); }
};

constexpr l2_limit limit_l2_fetch{5};
constexpr l2_limit limit_l2_persisting{6};

/// Found by the type of the limit where a port calls `hipDeviceSetLimit`.
inline hipError_t hipDeviceSetLimit(l2_limit, size_t) { return hipSuccess; }

inline hipError_t hipDeviceGetLimit(size_t* value, l2_limit limit) {
  if (value == nullptr) return hipErrorInvalidValue;
  if (limit.number != limit_l2_persisting.number) return hipErrorUnsupportedLimit;
  *value = 0;
  return hipSuccess;
}

inline hipError_t reset_persisting_l2() { return hipSuccess; }

#endif

}  // namespace porter
