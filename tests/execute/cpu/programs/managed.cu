// Variables that host and device share.
#include <cstdio>

__managed__ int counter = 40;
__managed__ float table[3] = {1, 2, 3};

__global__ void step() {
  atomicAdd(&counter, 1);
  table[threadIdx.x % 3] += 0.5f;
}

int main() {
  counter += 1;
  step<<<1, 1>>>();
  cudaDeviceSynchronize();
  int seen, nine = 9;
  cudaMemcpyFromSymbol(&seen, counter, sizeof seen);
  std::printf("%d %d %g %g\n", counter, seen, table[0], table[2]);
  cudaMemcpyToSymbol(counter, &nine, sizeof nine);
  step<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::printf("%d %g\n", counter, table[0]);
}
