// What must not hang: locks of one thread a block, look-back over blocks, the last block, __nanosleep.
#include <cstdio>
#include <cuda_runtime.h>
__device__ int mutex; __device__ volatile int flags[64]; __device__ int values[64]; __device__ unsigned done;
__global__ void locked(int *c) {
  if (threadIdx.x == 0) { while (atomicCAS(&mutex, 0, 1) != 0) __nanosleep(20); }
  __syncthreads();
  if (threadIdx.x == 0) { int v = *(volatile int *)c; *(volatile int *)c = v + 1; __threadfence(); atomicExch(&mutex, 0); }
}
__global__ void lookback(int *o) {
  int b = blockIdx.x, prefix = 0;
  if (threadIdx.x == 0) {
    if (b) { while (flags[b - 1] == 0) {} __threadfence(); prefix = values[b - 1]; }
    values[b] = prefix + b; __threadfence(); flags[b] = 1; o[b] = prefix;
  }
}
__global__ void warp_lookback(int *o, volatile unsigned *status) {
  int b = blockIdx.x, l = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    int sum = 0;
    for (int first = b - 1; first >= 0; first -= 32) {
      int at = first - l; unsigned s;
      do { s = at >= 0 ? status[at] : 0x80000000u; } while (__any_sync(0xffffffff, s == 0));
      sum += at >= 0 ? s & 0xffff : 0;
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (l == 0) o[b] = sum;
  } else if (threadIdx.x == 32) { status[b] = 0x80000000u | (b + 1); }
}
__global__ void last(int *o, int n) {
  __shared__ bool mine;
  if (threadIdx.x == 0) { atomicAdd(o, blockIdx.x); __threadfence(); unsigned t = atomicInc(&done, gridDim.x - 1); mine = t == gridDim.x - 1; }
  __syncthreads();
  if (mine && threadIdx.x == 0) o[1] = *(volatile int *)o;
}
int main() {
  int *o; unsigned *s; cudaMallocManaged(&o, 4096); cudaMallocManaged(&s, 4096);
  int bad = 0;
  locked<<<16, 64>>>(o); bad += cudaDeviceSynchronize() != cudaSuccess || o[0] != 16;
  lookback<<<16, 64>>>(o + 64); bad += cudaDeviceSynchronize() != cudaSuccess; for (int i = 0, p = 0; i < 16; p += i++) bad += o[64 + i] != p;
  if (bad) printf("look-back %d\n", bad);
  warp_lookback<<<40, 64>>>(o + 128, s); bad += cudaDeviceSynchronize() != cudaSuccess; for (int i = 0; i < 40; i++) bad += o[128 + i] != i * (i + 1) / 2;
  if (bad) printf("warps %d\n", bad);
  last<<<8, 32>>>(o + 512, 8); bad += cudaDeviceSynchronize() != cudaSuccess || o[513] != 28;
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
