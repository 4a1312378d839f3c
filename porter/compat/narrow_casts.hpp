// Casts between half and bfloat16, and from integers of 64 bits to bfloat16: HIP's classes have no constructor for them.
//
// CUDA goes from half to bfloat16 and back through float, and rounds an integer once, to nearest.
#pragma once

#include "bfloat16.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#pragma push_macro("volatile")  // as in half_conversions.hpp
#undef volatile
#include <hip/hip_fp16.h>
#pragma pop_macro("volatile")
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_NARROW_CAST __host__ __device__ __forceinline__

namespace narrow_casts {

template <typename T>
struct bare {
  typedef T type;
};
template <typename T>
struct bare<T &> : bare<T> {};
template <typename T>
struct bare<T &&> : bare<T> {};
template <typename T>
struct bare<const T> : bare<T> {};

template <typename To, typename From>
struct cast_of {
  template <typename T>
  static PORTER_NARROW_CAST constexpr To cast(T &&value) {
    return static_cast<To>(static_cast<T &&>(value));
  }
};

template <>
struct cast_of<__half, __hip_bfloat16> {
  static PORTER_NARROW_CAST __half cast(const __hip_bfloat16 &value) { return __float2half(detail::float_of(value)); }
};
template <>
struct cast_of<__hip_bfloat16, __half> {
  static PORTER_NARROW_CAST __hip_bfloat16 cast(const __half &value) {
    return detail::from_float<detail::towards::nearest>(__half2float(value));
  }
};

#define PORTER_NARROW(FROM)                                                       \
  template <>                                                                     \
  struct cast_of<__hip_bfloat16, FROM> {                                          \
    static PORTER_NARROW_CAST __hip_bfloat16 cast(FROM value) {                   \
      return detail::from_integer<detail::towards::nearest>(value);               \
    }                                                                             \
  };
PORTER_NARROW(long)
PORTER_NARROW(unsigned long)
PORTER_NARROW(long long)
PORTER_NARROW(unsigned long long)
#undef PORTER_NARROW

}  // namespace narrow_casts

/// `static_cast<To>(value)`, and what CUDA's half and bfloat16 can be made from besides.
template <typename To, typename From>
PORTER_NARROW_CAST constexpr To narrow_cast(From &&value) {
  return narrow_casts::cast_of<typename narrow_casts::bare<To>::type, typename narrow_casts::bare<From>::type>::cast(
      static_cast<From &&>(value));
}

#undef PORTER_NARROW_CAST

#endif  // defined(__HIP__)

}  // namespace porter
