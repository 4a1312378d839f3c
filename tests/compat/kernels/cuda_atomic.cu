// libcu++'s atomics: every operation, scopes and orders, on several types.
#include <atomic>
#include <cuda/atomic>
#include <cuda/std/atomic>

using block_counter = cuda::atomic<unsigned, cuda::thread_scope_block>;

extern "C" __global__ void integers(int* memory, int* seen) {
  cuda::atomic_ref<int, cuda::thread_scope_device> sum(memory[0]), low(memory[1]), high(memory[2]);
  cuda::atomic_ref<int> all(memory[3]), any(memory[4]), odd(memory[5]), last(memory[6]);
  const int i = threadIdx.x;
  seen[i] = sum.fetch_add(1, cuda::memory_order_relaxed);
  low.fetch_min(-i * 3, cuda::memory_order_acq_rel);
  high.fetch_max(i * 3);
  all &= ~(1 << (i % 32));
  any |= 1 << (i % 32);
  odd ^= i;
  sum -= 1;
  sum++;
  last.store(7, cuda::std::memory_order_release);
}

extern "C" __global__ void floats(float* memory, double* wide) {
  cuda::atomic_ref<float, cuda::thread_scope_block> sum(*memory);
  cuda::atomic_ref<double, cuda::thread_scope_device> product(*wide);
  sum.fetch_add(0.5f);
  double old = product.load();
  while (!product.compare_exchange_weak(old, old + threadIdx.x)) {
  }
}

extern "C" __global__ void tickets(unsigned* out) {
  __shared__ block_counter next;
  if (threadIdx.x == 0) next = 5u;
  __syncthreads();
  out[threadIdx.x] = next.fetch_add(1u, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) out[blockDim.x] = next.exchange(0u) + next;
}

struct pair {
  short first, second;
};

extern "C" __global__ void structures(pair* memory, int* won) {
  cuda::atomic_ref<pair, cuda::thread_scope_device> place(*memory);
  pair expected = {1, 2};
  const pair mine = {short(threadIdx.x + 10), 4};
  won[threadIdx.x] = place.compare_exchange_strong(expected, mine, cuda::memory_order_acq_rel);
}

// A message between two blocks: the data is there when the flag is.
extern "C" __global__ void message(int* data, unsigned* flag, int* out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 42;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    ready.store(1u, cuda::memory_order_relaxed);
    ready.notify_all();
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    ready.wait(0u, cuda::memory_order_acquire);
    out[0] = data[0];
  }
}

// One thread of all finds the flag clear.
__device__ cuda::std::atomic_flag taken = ATOMIC_FLAG_INIT;

extern "C" __global__ void first(int* out) {
  if (!taken.test_and_set()) atomicAdd(out, 1);
}
