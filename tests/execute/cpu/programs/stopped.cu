// Kernels that never end, or stop by themselves; the argument names one. `// NAME` stands at the line where it stops.
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda/barrier>

__global__ void waits_for_a_flag(unsigned *flag) {
  if (blockIdx.x == 1 && threadIdx.x == 3)
    while (atomicAdd(flag, 0u) == 0) { // flag
    }
}

__global__ void waits_for_a_word(volatile unsigned *word) {
  while (!*word) { // word
  }
}

__global__ void computes(unsigned *out) {
  unsigned x = 1;
  while (x != 7)
    x = x & 1 ? 3 * x + 1 : x / 2; // computes
  out[threadIdx.x] = x;
}

__global__ void grid_barrier(unsigned *out) {
  if (blockIdx.x == 1)
    return;
  cooperative_groups::this_grid().sync(); // grid
  out[blockIdx.x] = 1;
}

__global__ void arrivals(unsigned *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x + 1);
  __syncthreads();
  barrier.arrive_and_wait(); // arrivals
  out[threadIdx.x] = 1;
}

__global__ void diverging(unsigned *out) {
  if (threadIdx.x < 40)
    __syncthreads();
  else
    while (atomicAdd(out, 0u) == 0) { // diverging
    }
}

__device__ void expect(bool condition) {
  assert(condition); // asserts
}

__global__ void asserts(unsigned *out) { expect(threadIdx.x != 5 || *out); }

__global__ void traps(unsigned *out) {
  if (threadIdx.x == 9 && !*out)
    __trap(); // traps
}

__global__ void null_pointer(unsigned *nothing) {
  nothing[threadIdx.x] = 1; // null
}

int main(int, char **arguments) {
  const char *name = arguments[1];
  unsigned *memory;
  cudaMalloc(&memory, 256);
  cudaMemset(memory, 0, 256);
  auto is = [&](const char *one) { return std::strcmp(name, one) == 0; };
  if (is("flag"))
    waits_for_a_flag<<<2, 64>>>(memory);
  if (is("word"))
    waits_for_a_word<<<2, 64>>>(memory);
  if (is("computes"))
    computes<<<1, 64>>>(memory);
  if (is("grid")) {
    void *given[] = {&memory};
    cudaLaunchCooperativeKernel(reinterpret_cast<void *>(grid_barrier), 2, 32, given, 0, 0);
  }
  if (is("arrivals"))
    arrivals<<<1, 64>>>(memory);
  if (is("diverging"))
    diverging<<<1, 64>>>(memory);
  if (is("asserts"))
    asserts<<<1, 64>>>(memory);
  if (is("traps"))
    traps<<<1, 64>>>(memory);
  if (is("null"))
    null_pointer<<<1, 64>>>(nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(memory);
}
