// libcu++'s scopes of threads and orders of memory: what cuda/atomic and cuda/barrier build on.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

#if !defined(__HIP_PLATFORM_NVIDIA__)

namespace cuda {

/// Whose threads see an object.
enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10,
};

namespace std {

enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST,
};

}  // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

}  // namespace cuda

#if defined(__HIP__)

namespace porter {
namespace scopes {

/// The scope as clang's builtins name it.
constexpr int of_builtins(::cuda::thread_scope scope) {
  return scope == ::cuda::thread_scope_system   ? __HIP_MEMORY_SCOPE_SYSTEM
         : scope == ::cuda::thread_scope_device ? __HIP_MEMORY_SCOPE_AGENT
         : scope == ::cuda::thread_scope_block  ? __HIP_MEMORY_SCOPE_WORKGROUP
                                                : __HIP_MEMORY_SCOPE_SINGLETHREAD;
}

/// Let other lanes and waves run on between two looks at memory.
__host__ __device__ __forceinline__ void pause() {
#if defined(__HIP_DEVICE_COMPILE__)
  __builtin_amdgcn_s_sleep(1);
#endif
}

}  // namespace scopes
}  // namespace porter

#endif  // defined(__HIP__)

#endif  // !defined(__HIP_PLATFORM_NVIDIA__)
