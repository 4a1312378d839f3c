// Accesses to memory with an order and a scope, on the device and on the host.
//
// Any type of 1, 2, 4 or 8 bytes that is trivially copyable is read and exchanged by its bits;
// sums and bitwise operations are the hardware's where it has them.
#pragma once

#include "cuda_scopes.hpp"

#if defined(__HIP__)

#include <type_traits>

namespace porter {
namespace atomics {

#define PORTER_SCOPED __host__ __device__ __forceinline__

template <unsigned Size>
struct bits;
template <>
struct bits<1> {
  typedef unsigned char __attribute__((may_alias)) type;
};
template <>
struct bits<2> {
  typedef unsigned short __attribute__((may_alias)) type;
};
template <>
struct bits<4> {
  typedef unsigned __attribute__((may_alias)) type;
};
template <>
struct bits<8> {
  typedef unsigned long long __attribute__((may_alias)) type;
};
template <typename T>
using bits_of = typename bits<sizeof(T)>::type;

template <typename To, typename From>
PORTER_SCOPED To as(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "a type without holes of 1, 2, 4 or 8 bytes");
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}

/// The order of a comparison that fails: it stores nothing.
PORTER_SCOPED constexpr int of_failure(int order) {
  return order == __ATOMIC_ACQ_REL   ? __ATOMIC_ACQUIRE
         : order == __ATOMIC_RELEASE ? __ATOMIC_RELAXED
                                     : order;
}

template <::cuda::thread_scope Scope, typename T>
PORTER_SCOPED T load(const T* at, int order) {
  auto* word = reinterpret_cast<const bits_of<T>*>(at);
#if defined(__HIP_DEVICE_COMPILE__)
  return as<T>(__hip_atomic_load(word, order, scopes::of_builtins(Scope)));
#else
  return as<T>(__atomic_load_n(word, order));
#endif
}

template <::cuda::thread_scope Scope, typename T>
PORTER_SCOPED void store(T* at, T value, int order) {
  auto* word = reinterpret_cast<bits_of<T>*>(at);
#if defined(__HIP_DEVICE_COMPILE__)
  __hip_atomic_store(word, as<bits_of<T>>(value), order, scopes::of_builtins(Scope));
#else
  __atomic_store_n(word, as<bits_of<T>>(value), order);
#endif
}

template <::cuda::thread_scope Scope, typename T>
PORTER_SCOPED T exchange(T* at, T value, int order) {
  auto* word = reinterpret_cast<bits_of<T>*>(at);
#if defined(__HIP_DEVICE_COMPILE__)
  return as<T>(
      __hip_atomic_exchange(word, as<bits_of<T>>(value), order, scopes::of_builtins(Scope)));
#else
  return as<T>(__atomic_exchange_n(word, as<bits_of<T>>(value), order));
#endif
}

template <::cuda::thread_scope Scope, typename T>
PORTER_SCOPED bool compare_exchange(T* at, T& expected, T value, int order, int failure) {
  auto* word = reinterpret_cast<bits_of<T>*>(at);
  auto seen = as<bits_of<T>>(expected);
#if defined(__HIP_DEVICE_COMPILE__)
  const bool done = __hip_atomic_compare_exchange_strong(
      word, &seen, as<bits_of<T>>(value), order, failure, scopes::of_builtins(Scope));
#else
  const bool done = __atomic_compare_exchange_n(word, &seen, as<bits_of<T>>(value), false, order,
                                                failure);
#endif
  if (!done) expected = as<T>(seen);
  return done;
}

/// Replace `*at` by `next(*at)`; returns what was there.
template <::cuda::thread_scope Scope, typename T, typename Next>
PORTER_SCOPED T update(T* at, int order, Next next) {
  T seen = load<Scope>(at, __ATOMIC_RELAXED);
  while (!compare_exchange<Scope>(at, seen, next(seen), order, of_failure(order))) {
  }
  return seen;
}

#if defined(__HIP_DEVICE_COMPILE__)
#define PORTER_FETCH(NAME, WHEN, EXPRESSION)                                              \
  template <::cuda::thread_scope Scope, typename T>                                       \
  PORTER_SCOPED T fetch_##NAME(T* at, T value, int order) {                               \
    if constexpr (::std::WHEN<T>::value && sizeof(T) >= 4) {                              \
      return __hip_atomic_fetch_##NAME(at, value, order, scopes::of_builtins(Scope));     \
    } else {                                                                              \
      return update<Scope>(at, order, [value](T v) -> T { return EXPRESSION; });          \
    }                                                                                     \
  }
#else
#define PORTER_FETCH(NAME, WHEN, EXPRESSION)                                              \
  template <::cuda::thread_scope Scope, typename T>                                       \
  PORTER_SCOPED T fetch_##NAME(T* at, T value, int order) {                               \
    return update<Scope>(at, order, [value](T v) -> T { return EXPRESSION; });            \
  }
#endif
PORTER_FETCH(add, is_arithmetic, v + value)
PORTER_FETCH(and, is_integral, v & value)
PORTER_FETCH(or, is_integral, v | value)
PORTER_FETCH(xor, is_integral, v ^ value)
PORTER_FETCH(min, is_integral, value < v ? value : v)
PORTER_FETCH(max, is_integral, v < value ? value : v)
#undef PORTER_FETCH

/// clang's older builtins have no difference.
template <::cuda::thread_scope Scope, typename T>
PORTER_SCOPED T fetch_sub(T* at, T value, int order) {
  return fetch_add<Scope>(at, static_cast<T>(T(0) - value), order);
}

#undef PORTER_SCOPED

}  // namespace atomics
}  // namespace porter

#endif  // defined(__HIP__)
