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

namespace detail {

template <typename T, bool = __is_integral(T) || __is_enum(T)>
struct promoted {
  using type = T;
};
template <typename T>
struct promoted<T, true> {
  using type = decltype(+T());
};

}  // namespace detail

/// `value` as CUDA's overloads take it.
template <typename T>
__device__ __forceinline__ typename detail::promoted<T>::type lane_value(T value) {
  return value;
}

#endif  // defined(__HIP__)

}  // namespace porter
