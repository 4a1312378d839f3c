// Floating-point numbers that become small integers without a visible cast.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
struct Pixel { unsigned char r, g, b; };
__device__ unsigned char quantise(float x) { return x * 10.0f; }
__device__ void store(unsigned char *p, unsigned char v) { *p = v; }
template <typename T> __device__ T cast(float x) { return static_cast<T>(x); }
template <typename T> __device__ T call(float x) { return T(x); }
__device__ float blend(float a, float b) { return a - b; }
__global__ void k(unsigned char *o, float x) {
  Pixel p{(unsigned char)x, static_cast<unsigned char>(x), 0};
  p.b = x;
  o[0] = p.r; o[1] = p.g; o[2] = p.b;
  o[3] = quantise(x);
  store(o + 4, x);
  o[6] = cast<unsigned char>(x);
  o[7] = call<uint8_t>(x);
  o[10] = blend(1.0f, 6.0f);
  o[12] = roundf(x);
  uchar3 c; c.x = x; o[13] = c.x;
  o[14] = (uint8_t)blend(1.0f, 6.0f);
  o[15] = x > 0 ? x : x * 2;
  o[16] = 1; o[16] += x;
}
int main() {
  unsigned char *o; cudaMallocManaged(&o, 64);
  for (int i = 0; i < 17; i++) o[i] = 0;
  k<<<1, 1>>>(o, -5.0f);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 17; i++) if (o[i] != 0) failures++, printf("%d: %d, expected 0\n", i, o[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
