// Halves made of their bits in braces: constants, a parameter, pairs and their members.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__device__ float one() { __half_raw h = {0x3c00}; return __half2float(__half(h)); }
__device__ float half_of(unsigned short bits) { __half_raw h{bits}; return __half2float(__half(h)); }
__global__ void k(float *o, unsigned v) {
  o[0] = one();
  o[1] = half_of(v & 0xffff);
  o[2] = __half2float(__half(__half_raw{0xc200}));
  __half2_raw p = {(unsigned short)(v & 0xffff), (unsigned short)(v >> 16)};
  p.x = p.x ^ 0x8000;
  const float2 both = __half22float2(__half2(p));
  o[3] = both.x, o[4] = both.y, o[5] = p.y;
}
int main() {
  float *o; cudaMallocManaged(&o, 64); k<<<1, 1>>>(o, 0x40003800);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  const float expected[] = {1, 0.5f, -3, -0.5f, 2, 16384};
  for (int i = 0; i < 6; ++i) bad += !(o[i] == expected[i]);
  printf(bad ? "FAIL %g %g %g %g %g %g\n" : "PASS\n", o[0], o[1], o[2], o[3], o[4], o[5]); return bad != 0;
}
