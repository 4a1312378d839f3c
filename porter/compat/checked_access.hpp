// Checked element access in code for host and device.
#pragma once

#include <cstddef>
#include <utility>

#if defined(__HIP__)
#include <hip/hip_runtime.h>
#define PORTER_HOST_DEVICE __host__ __device__
#else
#define PORTER_HOST_DEVICE
#endif

namespace porter {

namespace detail {

template <typename A, typename I>
PORTER_HOST_DEVICE constexpr auto at(A &&array, I &&i, int) -> decltype((array.size(), array[i])) {
#if defined(__HIP_DEVICE_COMPILE__)
  if (static_cast<std::size_t>(i) >= array.size()) __builtin_trap();
  return array[i];
#else
  return array.at(std::forward<I>(i));
#endif
}

/// What has no size or no subscript has an `at` of its own.
template <typename A, typename I>
PORTER_HOST_DEVICE constexpr auto at(A &&array, I &&i, long)
    -> decltype(array.at(std::forward<I>(i))) {
  return array.at(std::forward<I>(i));
}

}  // namespace detail

/// `array.at(i)`, which stops the kernel on the device where it throws on the host.
template <typename A, typename I>
PORTER_HOST_DEVICE constexpr auto at(A &&array, I &&i)
    -> decltype(detail::at(array, std::forward<I>(i), 0)) {
  return detail::at(array, std::forward<I>(i), 0);
}

}  // namespace porter
