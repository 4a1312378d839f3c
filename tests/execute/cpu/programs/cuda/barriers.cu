// cuda::atomic, cuda::atomic_ref and cuda::barrier of CUDA's own headers.
#include <cuda/atomic>
#include <cuda/barrier>

#include <cstdio>

using Counter = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void count(Counter *counter, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  counter->fetch_add(1, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_block> most(out[1]);
  most.fetch_max(int(threadIdx.x));
  barrier.arrive_and_wait();
  barrier.wait(barrier.arrive());
  if (threadIdx.x == 0) out[0] = counter->load();
}

int main() {
  Counter *counter;
  int *out;
  cudaMallocManaged(&counter, sizeof *counter);
  cudaMallocManaged(&out, 2 * sizeof *out);
  new (counter) Counter(0);
  out[0] = out[1] = 0;
  count<<<1, 96>>>(counter, out);
  const int error = cudaDeviceSynchronize();
  std::printf("%d %d %d\n", error, out[0], out[1]);
}
