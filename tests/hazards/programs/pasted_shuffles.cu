// Shuffles whose names, masks and widths macros put together.
#include <cstdio>
#include <cuda_runtime.h>
#define ALL 0xffffffffu
#define SHFL(kind, v, d) __shfl_##kind##_sync(ALL, v, d)
#define REDUCE(name, OP) template <typename T> __device__ T name(T v) { for (int d = warpSize >> 1; d; d >>= 1) v = v OP SHFL(xor, v, d); return v; }
REDUCE(sum, +)
REDUCE(both, |)
#define WARP_ID (threadIdx.x / warpSize)
#define LANE (threadIdx.x & (warpSize - 1))
#define FOR_EACH_DELTA(F) F(16) F(8) F(4) F(2) F(1)
__device__ int top(int v) {
#define STEP(d) v = max(v, __shfl_down_sync(ALL, v, d));
  FOR_EACH_DELTA(STEP)
#undef STEP
  return v;
}
__global__ void k(int *o) {
  __shared__ int s[1024 / 32];
  const int t = threadIdx.x;
  if (LANE == 0) s[WARP_ID] = 0;
  const int a = sum(t), b = both(1 << LANE), c = top(t);
  if (LANE == 0) s[WARP_ID] = a;
  __syncthreads();
  o[t] = s[t / 32]; o[128 + t] = b; o[256 + t] = LANE == 0 ? c : 0;
}
int main() {
  int *o; cudaMallocManaged(&o, 4096);
  k<<<1, 128>>>(o);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < 128; t++) {
    const int first = t / 32 * 32;
    failures += o[t] != first * 32 + 496 || o[128 + t] != -1 || (t % 32 == 0 && o[256 + t] != t + 31);
  }
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
