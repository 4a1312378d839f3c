// Generic atomics: what each leaves in memory and returns, for the values that the test gives.
#include <cuda_runtime.h>

extern "C" __global__ void generic(int *cells, unsigned *words, int *results) {
  const int relaxed = __NV_ATOMIC_RELAXED;
  results[0] = __nv_atomic_fetch_add(&cells[0], 5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  results[1] = __nv_atomic_fetch_sub(&cells[0], 2, __NV_ATOMIC_SEQ_CST);
  results[2] = __nv_atomic_fetch_min(&cells[1], -7, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
  results[3] = __nv_atomic_exchange_n(&cells[2], 11, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_SYSTEM);
  int expected = 4, desired = 6;
  results[4] = __nv_atomic_compare_exchange(&cells[3], &expected, &desired, false,
                                            __NV_ATOMIC_RELEASE, __NV_ATOMIC_RELAXED,
                                            __NV_THREAD_SCOPE_DEVICE);
  expected = 4;
  results[5] = __nv_atomic_compare_exchange_n(&cells[3], &expected, 9, true, __NV_ATOMIC_RELAXED,
                                              __NV_ATOMIC_RELAXED);
  results[6] = expected;
  __nv_atomic_add(&words[0], 3u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_sub(&words[0], 4u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_xor(&words[1], 5u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_store_n(&words[2], 8u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE);
  __nv_atomic_thread_fence(__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
  unsigned loaded = 0;
  __nv_atomic_load(&words[2], &loaded, __NV_ATOMIC_ACQUIRE);
  results[7] = (int)loaded + (relaxed == __NV_ATOMIC_RELAXED);
}
