// Plain shifts whose amount may reach the width, each in a form that nothing marks.
#include <cstdio>
#include <cuda_runtime.h>
struct Bits { unsigned long long w; int n; };
__global__ void k(const unsigned *x, const int *n, unsigned *o) {
  int t = threadIdx.x;
  o[t] = x[t] << n[t];
  o[t + 64] = x[t] >> n[t];
  o[t + 128] = (unsigned)((int)x[t] >> n[t]);
  unsigned long long w = (unsigned long long)x[t] << 32 | x[t];
  o[t + 192] = (unsigned)(w >> n[t]);
  unsigned v = x[t]; v <<= n[t]; v |= 1; o[t + 256] = v;
}
__global__ void unpack(const unsigned *x, unsigned *o, int bits) {  // 32 / bits values a word
  int per = 32 / bits;
  for (int i = 0; i < per; i++) o[threadIdx.x * per + i] = (x[threadIdx.x] >> (i * bits)) & ((1u << bits) - 1);
}
int main() {
  unsigned *x, *o; int *n; cudaMallocManaged(&x, 256); cudaMallocManaged(&o, 2048); cudaMallocManaged(&n, 256);
  for (int i = 0; i < 64; i++) x[i] = 0x9e3779b9u * (i + 1), n[i] = i + 5;
  k<<<1, 64>>>(x, n, o); int bad = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 64; i++) {
    int s = n[i]; unsigned long long w = (unsigned long long)x[i] << 32 | x[i];
    unsigned l = s > 31 ? 0 : x[i] << s;
    bad += o[i] != l; bad += o[i + 64] != (s > 31 ? 0 : x[i] >> s);
    bad += o[i + 128] != (unsigned)((int)x[i] >> (s > 31 ? 31 : s)); bad += o[i + 192] != (s > 63 ? 0 : (unsigned)(w >> s)); bad += o[i + 256] != (l | 1);
  }
  unpack<<<1, 4>>>(x, o, 32); cudaDeviceSynchronize(); for (int i = 0; i < 4; i++) bad += o[i] != x[i];
  unpack<<<1, 4>>>(x, o, 8); cudaDeviceSynchronize(); for (int i = 0; i < 16; i++) bad += o[i] != (x[i / 4] >> i % 4 * 8 & 255);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
