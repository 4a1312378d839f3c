// libcu++'s cuda/cmath: quotients and multiples of integers, and powers of two. It needs C++17.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/cmath>
#else

#if __cplusplus >= 201703L

#include "cuda_bit.hpp"

#include <type_traits>

namespace cuda {

#define PORTER_CMATH __host__ __device__ constexpr

namespace cmath {

/// The number that an integer, or the value of an enumeration, is.
template <typename T>
PORTER_CMATH auto number(T value) noexcept {
  if constexpr (::std::is_enum_v<T>) {
    return static_cast<::std::underlying_type_t<T>>(value);
  } else {
    return value;
  }
}

template <typename T, typename U>
using common =
    ::std::common_type_t<decltype(number(::std::declval<T>())), decltype(number(::std::declval<U>()))>;

template <typename T>
PORTER_CMATH auto without_sign(T value) noexcept {
  return static_cast<::std::make_unsigned_t<T>>(value);
}

}  // namespace cmath

/// a / b, rounded up; a is not negative, b is positive.
template <typename T, typename U>
PORTER_CMATH cmath::common<T, U> ceil_div(const T a, const U b) noexcept {
  using Common = cmath::common<T, U>;
  const auto x = cmath::without_sign(static_cast<Common>(cmath::number(a)));
  const auto y = cmath::without_sign(static_cast<Common>(cmath::number(b)));
  return static_cast<Common>(x / y + (x % y != 0));
}

/// The least multiple of b that is not less than a.
template <typename T, typename U>
PORTER_CMATH cmath::common<T, U> round_up(const T a, const U b) noexcept {
  using Common = cmath::common<T, U>;
  return static_cast<Common>(ceil_div(a, b) * static_cast<Common>(cmath::number(b)));
}

/// The greatest multiple of b that is not more than a.
template <typename T, typename U>
PORTER_CMATH cmath::common<T, U> round_down(const T a, const U b) noexcept {
  using Common = cmath::common<T, U>;
  const auto step = static_cast<Common>(cmath::number(b));
  return static_cast<Common>(static_cast<Common>(cmath::number(a)) / step * step);
}

/// The binary logarithm of a positive number, rounded down.
template <typename T>
PORTER_CMATH int ilog2(T x) noexcept {
  return std::bit_width(cmath::without_sign(x)) - 1;
}
template <typename T>
PORTER_CMATH int ceil_ilog2(T x) noexcept {
  return ilog2(x) + !std::has_single_bit(cmath::without_sign(x));
}

template <typename T>
PORTER_CMATH bool is_power_of_two(T x) noexcept {
  return x > 0 && std::has_single_bit(cmath::without_sign(x));
}
template <typename T>
PORTER_CMATH T next_power_of_two(T x) noexcept {
  return static_cast<T>(std::bit_ceil(cmath::without_sign(x)));
}
template <typename T>
PORTER_CMATH T prev_power_of_two(T x) noexcept {
  return static_cast<T>(std::bit_floor(cmath::without_sign(x)));
}

#undef PORTER_CMATH

}  // namespace cuda

#endif  // __cplusplus >= 201703L
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
