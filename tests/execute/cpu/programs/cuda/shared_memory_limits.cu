// What a block may ask for, and the codes that CUDA gives beyond it.
#include <cstdio>

extern __shared__ int pool[];

__global__ void use(int *out) {
  pool[threadIdx.x] = 1;
  out[0] = pool[0];
}

int main() {
  int *out, usual, most;
  cudaMallocManaged(&out, 4);
  cudaDeviceGetAttribute(&usual, cudaDevAttrMaxSharedMemoryPerBlock, 0);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  std::printf("%d %d", usual, most);
  for (int bytes : {usual, usual + 4}) {
    use<<<1, 32, bytes>>>(out);
    std::printf(" %d", cudaGetLastError());
  }
  const auto limit = cudaFuncAttributeMaxDynamicSharedMemorySize;
  std::printf(" %d", cudaFuncSetAttribute(use, limit, most + 1));
  (void)cudaGetLastError();
  std::printf(" %d", cudaFuncSetAttribute(use, limit, most));
  for (int bytes : {most, most + 4}) {
    use<<<1, 32, bytes>>>(out);
    std::printf(" %d", cudaGetLastError());
  }
  std::printf(" %d\n", cudaDeviceSynchronize());
}
