// Fragments of matrices as registers of a lane, for the functions that stand for PTX's `mma`.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#if defined(__HIP__)

namespace porter {
namespace ptx {

/// N registers of type T. The values that make it may be of any type that converts to T.
template <class T, int N>
struct registers {
  T values[N];
  registers() = default;
  template <class... Values>
  __device__ __forceinline__ registers(Values... given) : values{static_cast<T>(given)...} {
    static_assert(sizeof...(Values) == N, "as many registers as the instruction takes");
  }
  __device__ __forceinline__ T& operator[](int i) { return values[i]; }
  __device__ __forceinline__ const T& operator[](int i) const { return values[i]; }
  /// Move all down, the first ones to the end: in a loop they then have constant numbers.
  template <int By>
  __device__ __forceinline__ void rotate() {
    const registers before = *this;
#pragma unroll
    for (int i = 0; i < N; ++i) values[i] = before.values[(i + By) % N];
  }
};

/// The place of a result that nobody wants: `_`.
struct nowhere {};

namespace detail {

template <class From>
__device__ __forceinline__ void assign_bits(nowhere&, From) {}
template <class To, class From>
__device__ __forceinline__ void assign_bits(To& to, From from) {
  static_assert(sizeof(To) == sizeof(From), "a register has the size of what it is kept in");
  __builtin_memcpy(&to, &from, sizeof(To));
}

template <class... Places>
struct places;
template <>
struct places<> {
  template <class Registers>
  __device__ __forceinline__ void set(const Registers&, int) {}
};
template <class First, class... Rest>
struct places<First, Rest...> {
  First& first;
  places<Rest...> rest;
  template <class Registers>
  __device__ __forceinline__ void set(const Registers& from, int at) {
    assign_bits(first, from[at]);
    rest.set(from, at + 1);
  }
  template <class T, int N>
  __device__ __forceinline__ void operator=(const registers<T, N>& from) {
    static_assert(N == sizeof...(Rest) + 1, "a place for every result");
    set(from, 0);
  }
};

__device__ __forceinline__ places<> gather() { return {}; }
template <class First, class... Rest>
__device__ __forceinline__ places<First, Rest...> gather(First&& first, Rest&&... rest) {
  return {first, gather(static_cast<Rest&&>(rest)...)};
}

}  // namespace detail

/// Where the registers of a result go, each with its bits: `into(x, y) = …`.
template <class... Places>
__device__ __forceinline__ detail::places<Places...> into(Places&&... given) {
  return detail::gather(static_cast<Places&&>(given)...);
}

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
