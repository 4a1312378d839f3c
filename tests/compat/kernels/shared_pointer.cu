// A pointer where a 32-bit address of shared memory is asked for.
#include <cuda_runtime.h>

__device__ void copy_16(void* to, const void* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from));
}

extern "C" __global__ void copied(const float* from, float* to) {
  __shared__ __align__(16) float kept[32];
  if (threadIdx.x % 4 == 0) copy_16(&kept[threadIdx.x], from + threadIdx.x);
  asm volatile("cp.async.commit_group;\n");
  asm volatile("cp.async.wait_group 0;\n" ::);
  __syncthreads();
  to[threadIdx.x] = kept[31 - threadIdx.x];
}
