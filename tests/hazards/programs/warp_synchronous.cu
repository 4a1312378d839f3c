// Warp-synchronous sums: volatile, with __syncwarp, by 64 threads and by several warps at once.
#include <cstdio>
#include <cuda_runtime.h>
__device__ void tail(volatile int *s, int t) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; }
__global__ void classic(const int *x, int *o) {
  extern __shared__ int s[]; int t = threadIdx.x; s[t] = x[t]; if (t < 64) s[t + blockDim.x] = 0; __syncthreads();
  for (int d = blockDim.x / 2; d > 32; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t < 32) tail(s, t);
  if (t == 0) *o = s[0];
}
__global__ void by_warp(const int *x, int *o) {
  __shared__ int s[4][64]; int w = threadIdx.x / 32, l = threadIdx.x % 32; volatile int *v = s[w];
  v[l] = x[threadIdx.x]; v[l + 32] = 0; __syncwarp();
  for (int d = 16; d; d /= 2) { int y = v[l + d]; __syncwarp(); v[l] += y; __syncwarp(); }
  if (l == 0) o[w] = v[0];
}
__global__ void scan(const int *x, int *o) {
  __shared__ int s[128 + 128]; int t = threadIdx.x, l = t & 31, at = 2 * t - l; s[at] = 0; at += 32; s[at] = x[t]; __syncwarp();
  for (int d = 1; d < 32; d <<= 1) { int y = s[at - d]; __syncwarp(); s[at] += y; __syncwarp(); }
  o[t] = s[at];
}
__global__ void transpose(const int *x, int *o) {
  __shared__ int tile[4][32 * 33]; int w = threadIdx.x / 32, l = threadIdx.x & 31; int *mine = tile[w];
  for (int i = 0; i < 32; i++) mine[i * 33 + l] = x[(i * 32 + l + w) & 127]; __syncwarp();
  int s = 0; for (int i = 0; i < 32; i++) s += mine[l * 33 + i] * (i + 1); o[threadIdx.x] = s;
}
int main() {
  int *x, *o; cudaMallocManaged(&x, 4096); cudaMallocManaged(&o, 4096); int sum = 0; for (int i = 0; i < 128; i++) sum += x[i] = (i * 37) % 101;
  int bad = 0; classic<<<1, 128, 1024>>>(x, o); bad += cudaDeviceSynchronize() != cudaSuccess || *o != sum; if (bad) printf("classic %d not %d\n", *o, sum);
  by_warp<<<1, 128>>>(x, o); bad += cudaDeviceSynchronize() != cudaSuccess;
  for (int w = 0; w < 4; w++) { int s = 0; for (int l = 0; l < 32; l++) s += x[w * 32 + l]; if (o[w] != s) bad++, printf("warp %d: %d not %d\n", w, o[w], s); }
  scan<<<1, 128>>>(x, o); bad += cudaDeviceSynchronize() != cudaSuccess; for (int t = 0, s = 0; t < 128; t++) { s = t % 32 ? s + x[t] : x[t]; if (o[t] != s) bad++, printf("scan %d\n", t); }
  transpose<<<1, 128>>>(x, o); bad += cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < 128; t++) { int s = 0, w = t / 32, l = t % 32; for (int i = 0; i < 32; i++) s += x[(l * 32 + i + w) & 127] * (i + 1); if (o[t] != s) bad++, printf("transpose %d\n", t); }
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
