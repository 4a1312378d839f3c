// --warp native: a mask of all lanes in blocks that are no whole wavefronts of 64.
#include <cstdio>
#include <cuda_runtime.h>
constexpr int THREADS = 3 * 32;
__global__ void k(int *o) { o[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 1); }
int main() {
  int *o; cudaMallocManaged(&o, 1024); k<<<1, THREADS>>>(o);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < THREADS; i++) bad += o[i] != (i ^ 1);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
