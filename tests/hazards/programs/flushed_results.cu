// Fast exponentials of results below 2^-126, and what a logarithm or a quotient makes of them.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(float *o, float x) {
  o[0] = __logf(__expf(-x));
  o[1] = __expf(-x) / __expf(-x - 1);
  o[2] = __exp10f(-x * 0.44f) > 0;
}
int main() {
  float *o; cudaMallocManaged(&o, 64); k<<<1, 1>>>(o, 90);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  bad += !(fabsf(o[0] + 90) < 1e-2f) + !(fabsf(o[1] - 2.71828f) < 1e-2f) + !(o[2] == 1);
  printf(bad ? "FAIL %g %g %g\n" : "PASS\n", o[0], o[1], o[2]); return bad != 0;
}
