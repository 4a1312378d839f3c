// Entropies: p * log2(p) with p below 2^-126; powers by __powf; quotients by huge divisors.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#define POW(a, b) __powf(a, b)
template <class T> __device__ T entropy(T p) { return -p * ::__log2f(p); }
__global__ void k(float *o, float p, float base, float huge) {
  o[0] = entropy(p);
  o[1] = isnan(POW(base, 2)) && isnan(POW(0 * base, 0));
  o[2] = __fdividef(-3, huge) == 0 && !signbit(__fdividef(3, huge));
  float q; asm("rcp.approx.f32 %0, %1;" : "=f"(q) : "f"(huge)); o[3] = q * huge;
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(q) : "f"(p)); o[4] = q * sqrtf(p);
}
int main() {
  float *o; cudaMallocManaged(&o, 64); const float p = ldexpf(1, -140); k<<<1, 1>>>(o, p, -2, 1.5e38f);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  bad += o[0] != p * 140, bad += !o[1], bad += !o[2], bad += !(fabsf(o[3] - 1) < 1e-4f), bad += !(fabsf(o[4] - 1) < 1e-4f);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
