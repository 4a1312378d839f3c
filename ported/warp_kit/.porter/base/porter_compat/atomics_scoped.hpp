// Atomics of block scope, and those of system scope that HIP lacks: atomicAdd_block …
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_ATOMIC __device__ __forceinline__

namespace detail {

template <typename T>
struct plain {
  using type = T;
};

/// Replace `*address` by `next(*address)`; returns what was there.
template <int Scope, typename T, typename Next>
PORTER_ATOMIC T exchange_with(T* address, Next next) {
  T seen = __hip_atomic_load(address, __ATOMIC_RELAXED, Scope);
  while (!__hip_atomic_compare_exchange_strong(address, &seen, next(seen), __ATOMIC_RELAXED,
                                               __ATOMIC_RELAXED, Scope)) {
  }
  return seen;
}

/// Memory of the host's side of a bus knows no such instructions: they are for what one GPU's threads share.
template <int Scope>
PORTER_ATOMIC unsigned increment(unsigned* address, unsigned limit) {
  if (Scope == __HIP_MEMORY_SCOPE_WORKGROUP) {
    return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "workgroup");
  }
  return exchange_with<Scope>(address, [limit](unsigned v) { return v >= limit ? 0u : v + 1; });
}
template <int Scope>
PORTER_ATOMIC unsigned decrement(unsigned* address, unsigned limit) {
  if (Scope == __HIP_MEMORY_SCOPE_WORKGROUP) {
    return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, "workgroup");
  }
  return exchange_with<Scope>(
      address, [limit](unsigned v) { return v == 0 || v > limit ? limit : v - 1; });
}

}  // namespace detail

#define PORTER_BLOCK_ATOMIC(NAME, BUILTIN, EXPRESSION)                                    \
  template <typename T>                                                                   \
  PORTER_ATOMIC T NAME##_block(T* address, typename detail::plain<T>::type value) {       \
    return BUILTIN(address, EXPRESSION, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);  \
  }
PORTER_BLOCK_ATOMIC(atomicAdd, __hip_atomic_fetch_add, value)
PORTER_BLOCK_ATOMIC(atomicSub, __hip_atomic_fetch_add, -value)
PORTER_BLOCK_ATOMIC(atomicExch, __hip_atomic_exchange, value)
PORTER_BLOCK_ATOMIC(atomicMin, __hip_atomic_fetch_min, value)
PORTER_BLOCK_ATOMIC(atomicMax, __hip_atomic_fetch_max, value)
PORTER_BLOCK_ATOMIC(atomicAnd, __hip_atomic_fetch_and, value)
PORTER_BLOCK_ATOMIC(atomicOr, __hip_atomic_fetch_or, value)
PORTER_BLOCK_ATOMIC(atomicXor, __hip_atomic_fetch_xor, value)
#undef PORTER_BLOCK_ATOMIC

template <typename T>
PORTER_ATOMIC T atomicCAS_block(T* address, typename detail::plain<T>::type compare,
                                typename detail::plain<T>::type value) {
  __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                       __HIP_MEMORY_SCOPE_WORKGROUP);
  return compare;
}

PORTER_ATOMIC unsigned atomicInc_block(unsigned* address, unsigned limit) {
  return detail::increment<__HIP_MEMORY_SCOPE_WORKGROUP>(address, limit);
}
PORTER_ATOMIC unsigned atomicDec_block(unsigned* address, unsigned limit) {
  return detail::decrement<__HIP_MEMORY_SCOPE_WORKGROUP>(address, limit);
}
PORTER_ATOMIC unsigned atomicInc_system(unsigned* address, unsigned limit) {
  return detail::increment<__HIP_MEMORY_SCOPE_SYSTEM>(address, limit);
}
PORTER_ATOMIC unsigned atomicDec_system(unsigned* address, unsigned limit) {
  return detail::decrement<__HIP_MEMORY_SCOPE_SYSTEM>(address, limit);
}

#endif  // defined(__HIP__)

}  // namespace porter
