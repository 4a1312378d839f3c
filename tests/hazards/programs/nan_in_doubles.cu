// NaN in double that becomes an int (PTX: 0x80000000), and short/char from out of range.
#include <climits>
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *out, const double *d, const float *f) {
  out[0] = (int)d[0];
  out[1] = static_cast<int>(d[0] * 2);
  out[2] = (int)(unsigned)d[0];
  out[3] = (short)f[0];
  out[4] = (unsigned short)f[1];
  out[5] = (signed char)f[0];
  out[6] = (int)f[2];
  out[7] = (int)(unsigned)f[1];
}
int main() {
  const int expected[] = {INT_MIN, INT_MIN, INT_MIN, -31072, 0, (int)0xffffffa0, 0, 0};
  int *out; float *f; double *d;
  cudaMallocManaged(&out, sizeof expected); cudaMallocManaged(&f, 64); cudaMallocManaged(&d, 64);
  f[0] = 100000.0f; f[1] = -5.5f; f[2] = NAN; d[0] = NAN;
  k<<<1, 1>>>(out, d, f);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 8; i++) printf("%d: %d expected %d %s\n", i, out[i], expected[i], out[i] == expected[i] ? "" : "<-");
  for (int i = 0; i < 8; i++) failures += out[i] != expected[i];
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
