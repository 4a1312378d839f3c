// --warp native: a sum over 32 lanes, asked for by a template's argument, in wavefronts of 64.
#include <cstdio>
#include <cuda_runtime.h>
template <int W> __device__ int sum(int v) { for (int o = W / 2; o; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o, W); return v; }
__global__ void k(int *o) {
  int s = sum<32>(1);
  if (threadIdx.x % warpSize == 0) atomicAdd(o, s);
}
int main() {
  int *o; cudaMallocManaged(&o, 64); k<<<1, 128>>>(o);
  int bad = cudaDeviceSynchronize() != cudaSuccess || *o != 128;
  printf(bad ? "FAIL %d\n" : "PASS\n", *o); return bad != 0;
}
