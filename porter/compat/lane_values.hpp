// What HIP's warp functions with a mask do not take as they are: enumerations and narrow integers.
//
// CUDA has an overload a type, and C++ promotes such values to the nearest of them. HIP's functions are templates, which
// return the type that they were given, or refuse it.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

/// `value` as CUDA's overloads take it.
template <typename T>
__device__ __forceinline__ auto lane_value(T value) {
  if constexpr (__is_enum(T) || __is_integral(T)) {
    return +value;
  } else {
    return value;
  }
}

#endif  // defined(__HIP__)

}  // namespace porter
