// The host asks for the warp's size and computes grids, memory and checks by it.
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
constexpr int kWarp = 32;
__global__ void sums(const int *x, int *o, int n) {
  extern __shared__ int part[];
  int warps = blockDim.x / warpSize, lane = threadIdx.x % warpSize, w = threadIdx.x / warpSize, s = 0;
  for (int i = (blockIdx.x * warps + w) * kWarp + lane; i < n; i += gridDim.x * warps * warpSize) s += x[i];
  for (int d = warpSize >> 1; d; d >>= 1) s += __shfl_down_sync(~0u, s, d, warpSize);
  if (lane == 0) part[w] = s;
  __syncthreads();
  if (w == 0) { s = lane < warps ? part[lane] : 0; for (int d = kWarp / 2; d; d /= 2) s += __shfl_xor_sync(0xffffffffu, s, d); if (!lane) atomicAdd(o, s); }
  if (threadIdx.x == 0) o[1 + blockIdx.x] = warps * 100 + (31 - __clz(warpSize));
}
int main() {
  cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); int a, b; cudaDeviceGetAttribute(&a, cudaDevAttrWarpSize, 0); cuInit(0); cuDeviceGetAttribute(&b, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0);
  int n = 5000, threads = 256, warps = threads / p.warpSize, *x, *o; long want = 0;
  cudaMallocManaged(&x, n * 4); cudaMallocManaged(&o, 256); for (int i = 0; i < n; i++) want += x[i] = i % 17;
  int grid = (n + warps * p.warpSize - 1) / (warps * p.warpSize) / 4; if (grid > 8) grid = 8;
  sums<<<grid, threads, warps * sizeof(int)>>>(x, o, n);
  int bad = cudaDeviceSynchronize() != cudaSuccess; bad += o[0] != want; for (int i = 1; i <= grid; i++) bad += o[i] != 805;
  if (p.warpSize != 32 || a != 32 || b != 32) bad++, printf("%d %d %d\n", p.warpSize, a, b);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
