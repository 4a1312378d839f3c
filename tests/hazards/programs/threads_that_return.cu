// Threads, warps and lanes that return before barriers and warp functions of the others.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void warps(int *o, int keep) { __shared__ int s[256]; const int t = threadIdx.x; s[t] = t; if (t / 32 >= keep) return; __syncthreads(); o[t] = s[(t + 32) % (keep * 32)]; for (int d = keep * 16; d; d >>= 1) { __syncthreads(); if (t < d) s[t] += s[t + d]; } if (t == 0) o[256] = s[0]; }
__global__ void lanes(int *o, int n) { const int t = threadIdx.x + blockIdx.x * blockDim.x; if (t >= n) return; const unsigned m = __activemask(); int v = 1; for (int d = 1; d < 32; d <<= 1) { int x = __shfl_up_sync(m, v, d); if ((threadIdx.x & 31) >= d) v += x; } o[t] = v; if ((threadIdx.x & 31) % 3) return; const unsigned left = __ballot_sync(__activemask(), true); atomicAdd(o + 300, __popc(left) == __popc(m & 0x49249249u)); }
__global__ void early(int *o) { for (int i = 0;; i++) { if (i == threadIdx.x % 40) { o[threadIdx.x] = i; if (threadIdx.x & 1) return; break; } if (i > 100) return; } __syncwarp(__activemask()); atomicAdd(o + 300, 1); }
int main() {
  int *o, bad = 0; cudaMallocManaged(&o, 2048);
  for (int keep : {1, 2, 4, 8}) { warps<<<1, 256>>>(o, keep); bad += cudaDeviceSynchronize() != cudaSuccess; for (int t = 0; t < keep * 32; t++) bad += o[t] != (t + 32) % (keep * 32); bad += o[256] != keep * 32 * (keep * 32 - 1) / 2; }
  for (int n : {1, 31, 40, 64, 65, 129, 200}) { o[300] = 0; lanes<<<4, 64>>>(o, n); bad += cudaDeviceSynchronize() != cudaSuccess; int e = 0; for (int t = 0; t < n; t++) bad += o[t] != t % 32 + 1, e += t % 32 % 3 == 0; if (o[300] != e) bad++, printf("%d: %d not %d\n", n, o[300], e); }
  o[300] = 0; early<<<1, 192>>>(o); bad += cudaDeviceSynchronize() != cudaSuccess; for (int t = 0; t < 192; t++) bad += o[t] != t % 40; bad += o[300] != 96;
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
