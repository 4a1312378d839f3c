// libcu++'s cuda/std/bit: the bits of unsigned numbers of up to 64 bits. It needs C++17.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/std/bit>
#else

#if __cplusplus >= 201703L

#include <hip/hip_runtime.h>

#include <limits>
#include <type_traits>

namespace cuda {
namespace std {

#define PORTER_BIT                                                                   \
  template <typename T, typename = ::std::enable_if_t<::std::is_unsigned_v<T> &&     \
                                                      sizeof(T) <= sizeof(long long)>> \
  __host__ __device__ constexpr

enum class endian { little = 1234, big = 4321, native = little };

template <typename To, typename From>
__host__ __device__ constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

namespace bits {
template <typename T>
inline constexpr int width_of = ::std::numeric_limits<T>::digits;
}  // namespace bits

PORTER_BIT int popcount(T x) noexcept { return __builtin_popcountll(x); }
PORTER_BIT int countl_zero(T x) noexcept {
  return x == 0 ? bits::width_of<T> : __builtin_clzll(x) - (64 - bits::width_of<T>);
}
PORTER_BIT int countr_zero(T x) noexcept {
  return x == 0 ? bits::width_of<T> : __builtin_ctzll(x);
}
PORTER_BIT int countl_one(T x) noexcept { return countl_zero(static_cast<T>(~x)); }
PORTER_BIT int countr_one(T x) noexcept { return countr_zero(static_cast<T>(~x)); }

PORTER_BIT bool has_single_bit(T x) noexcept { return x != 0 && (x & (x - 1)) == 0; }
PORTER_BIT int bit_width(T x) noexcept { return bits::width_of<T> - countl_zero(x); }
PORTER_BIT T bit_floor(T x) noexcept {
  return x == 0 ? T(0) : static_cast<T>(T(1) << (bit_width(x) - 1));
}
PORTER_BIT T bit_ceil(T x) noexcept {
  return x <= 1 ? T(1) : static_cast<T>(T(1) << bit_width(static_cast<T>(x - 1)));
}

PORTER_BIT T rotl(T x, int by) noexcept {
  constexpr unsigned width = bits::width_of<T>;
  const unsigned left = unsigned(by) % width;
  return left == 0 ? x : static_cast<T>((x << left) | (x >> (width - left)));
}
PORTER_BIT T rotr(T x, int by) noexcept { return rotl(x, -by); }

#undef PORTER_BIT

}  // namespace std
}  // namespace cuda

#endif  // __cplusplus >= 201703L
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
