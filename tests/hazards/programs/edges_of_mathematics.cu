// Mathematical functions whose edges programs count on.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(float *o, int *n, float nan, float big, float x) {
  o[0] = fminf(nan, x); o[1] = fmaxf(x, nan); o[2] = max(nan, x); o[3] = min(x, nan);
  o[4] = __saturatef(nan); o[5] = __saturatef(2 * x); o[6] = rintf(2.5f * x); o[7] = roundf(2.5f * x); o[8] = nearbyintf(-0.5f * x);
  o[9] = fmodf(5.5f * x, -2); o[10] = remainderf(5.5f * x, 2); o[11] = copysignf(x, -0.0f); o[12] = ldexpf(x, 3); o[13] = powf(-2 * x, 3);
  o[14] = __fdividef(x, x * 0x1p127f); o[15] = sqrtf(-x) == sqrtf(-x); o[16] = truncf(-1.5f * x); o[17] = hypotf(3 * x, 4 * x);
  o[18] = __frcp_rz(3 * x); o[19] = __fsqrt_ru(2 * x); o[20] = __int_as_float(0x7f800000) == big * big;
  n[0] = isnan(nan) + 2 * isinf(big * big) + 4 * (signbit(-x) != 0); n[1] = lrintf(2.5f * x); n[2] = lroundf(-2.5f * x); n[3] = ilogbf(8 * x);
  n[4] = __float2int_rn(3e9f * x); n[5] = __float2uint_rz(-x); n[6] = __float2int_ru(nan); n[7] = __float_as_int(-0.0f * x); n[8] = rintf(big) == big;
  n[9] = llroundf(nan) == (long long)0x8000000000000000ull; n[10] = fdimf(x, 2 * x) == 0; n[11] = isfinite(big);
}
int main() {
  float *o; int *n; cudaMallocManaged(&o, 256); cudaMallocManaged(&n, 256);
  k<<<1, 1>>>(o, n, NAN, 3e38f, 1);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  const float e[] = {1, 1, 1, 1, 0, 1, 2, 3, -0.0f, 1.5f, -0.5f, -1, 8, -8, 0, 0, -1, 5, 0x1.555554p-2f, 0x1.6a09e8p+0f, 1};
  const int m[] = {7, 2, -3, 3, 0x7fffffff, 0, 0, (int)0x80000000, 1, 1, 1, 1};
  for (int i = 0; i < 21; i++) if (!(o[i] == e[i])) failures++, printf("%d: %a, expected %a\n", i, o[i], e[i]);
  for (int i = 0; i < 12; i++) if (n[i] != m[i]) failures++, printf("n%d: %d, expected %d\n", i, n[i], m[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
