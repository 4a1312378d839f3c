// CUDA 12.8's generic atomics, __nv_atomic_*, by clang's: the same operations, orders and scopes.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

// The order, and the scope: that of the system where none is given.
#define PORTER_ATOMIC_SCOPED(...) PORTER_ATOMIC_PICK(__VA_ARGS__, __HIP_MEMORY_SCOPE_SYSTEM, )
#define PORTER_ATOMIC_PICK(order, scope, ...) order, scope

#define __nv_atomic_load_n(p, ...) __hip_atomic_load(p, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_load(p, result, ...) \
  ((void)(*(result) = __hip_atomic_load(p, PORTER_ATOMIC_SCOPED(__VA_ARGS__))))
#define __nv_atomic_store_n(p, value, ...) \
  __hip_atomic_store(p, value, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_store(p, value, ...) \
  __hip_atomic_store(p, *(value), PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_exchange_n(p, value, ...) \
  __hip_atomic_exchange(p, value, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_exchange(p, value, result, ...) \
  ((void)(*(result) = __hip_atomic_exchange(p, *(value), PORTER_ATOMIC_SCOPED(__VA_ARGS__))))

// An exchange that CUDA may let fail without cause does not here.
#define __nv_atomic_compare_exchange_n(p, expected, desired, weak, success, ...)     \
  __hip_atomic_compare_exchange_strong(p, expected, desired, success,           \
                                       PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_compare_exchange(p, expected, desired, weak, success, ...)       \
  __hip_atomic_compare_exchange_strong(p, expected, *(desired), success,        \
                                       PORTER_ATOMIC_SCOPED(__VA_ARGS__))

#define __nv_atomic_fetch_add(p, value, ...) \
  __hip_atomic_fetch_add(p, value, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_sub(p, value, ...) \
  __hip_atomic_fetch_add(p, -(value), PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_min(p, value, ...) \
  __hip_atomic_fetch_min(p, value, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_max(p, value, ...) \
  __hip_atomic_fetch_max(p, value, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_and(p, value, ...) \
  __hip_atomic_fetch_and(p, value, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_or(p, value, ...) \
  __hip_atomic_fetch_or(p, value, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_xor(p, value, ...) \
  __hip_atomic_fetch_xor(p, value, PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define __nv_atomic_add(...) ((void)__nv_atomic_fetch_add(__VA_ARGS__))
#define __nv_atomic_sub(...) ((void)__nv_atomic_fetch_sub(__VA_ARGS__))
#define __nv_atomic_min(...) ((void)__nv_atomic_fetch_min(__VA_ARGS__))
#define __nv_atomic_max(...) ((void)__nv_atomic_fetch_max(__VA_ARGS__))
#define __nv_atomic_and(...) ((void)__nv_atomic_fetch_and(__VA_ARGS__))
#define __nv_atomic_or(...) ((void)__nv_atomic_fetch_or(__VA_ARGS__))
#define __nv_atomic_xor(...) ((void)__nv_atomic_fetch_xor(__VA_ARGS__))
// HIP's fences are of the strongest order: CUDA's weaker ones may be that, too.
#define __nv_atomic_thread_fence(...) PORTER_ATOMIC_FENCE(PORTER_ATOMIC_SCOPED(__VA_ARGS__))
#define PORTER_ATOMIC_FENCE(...) porter::generic_atomic_fence(__VA_ARGS__)

#if defined(__HIP__)

namespace porter {

__device__ __forceinline__ void generic_atomic_fence(int order, int scope) {
  if (order == __ATOMIC_RELAXED || scope <= __HIP_MEMORY_SCOPE_WAVEFRONT) return;
  if (scope == __HIP_MEMORY_SCOPE_WORKGROUP) return __threadfence_block();
  if (scope == __HIP_MEMORY_SCOPE_AGENT) return __threadfence();
  __threadfence_system();
}

}  // namespace porter

#endif  // defined(__HIP__)
