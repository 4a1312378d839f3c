// Launches by the runtime's functions: a kernel by its name and by its address, and what the calls leave out.
#include <cstdio>
#include <cuda_runtime.h>

template <class T>
__global__ void add(T *out, T value) {
  out[threadIdx.x] += value;
}

int main() {
  int *out, value = 1;
  cudaMallocManaged(&out, 128);
  cudaMemset(out, 0, 128);
  void *arguments[] = {&out, &value};
  int failed = cudaLaunchKernel(add<int>, dim3(1), dim3(32), arguments) != cudaSuccess;
  failed += cudaLaunchKernel(add<int>, 1, 32, arguments, 0) != cudaSuccess;
  failed += cudaLaunchKernel((const void *)add<int>, 1, 32, arguments, 0, 0) != cudaSuccess;
  failed += cudaLaunchKernel((void *)add<int>, 1, 32, arguments, 0, nullptr) != cudaSuccess;
  failed += cudaLaunchCooperativeKernel(add<int>, dim3(1), dim3(32), arguments) != cudaSuccess;
  failed += cudaLaunchCooperativeKernel((void *)&add<int>, 1, 32, arguments, 0, 0) != cudaSuccess;
  failed += cudaDeviceSynchronize() != cudaSuccess;
  printf("%d %d %d\n", failed, out[0], out[31]);
  return 0;
}
