// Comparisons of bfloat16 in pairs, infinities with their sign, exponents of what has none.
#include <climits>
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k(float *o, int *n, float one, long far) {
  const float inf = one / (one - one);
  const __nv_bfloat162 a = __floats2bfloat162_rn(one, 2 * one), b = __floats2bfloat162_rn(0 * one, 3 * one);
  const __nv_bfloat162 greater = __hgt2(a, b), odd = __hisnan2(__floats2bfloat162_rn(inf - inf, one));
  o[0] = __low2float(greater); o[1] = __high2float(greater); o[2] = __low2float(odd); o[3] = __high2float(odd);
  const __half2 h = __hgt2(__floats2half2_rn(one, 2 * one), __floats2half2_rn(0 * one, 3 * one));
  o[4] = __low2float(h); o[5] = __high2float(h);
  o[6] = fmaxf(-0.0f * one, 0.0f * one); o[7] = fminf(0.0f * one, -0.0f * one);
  o[8] = scalblnf(one, -far); o[9] = scalbln(double(one), far) == inf;
  n[0] = __hisinf(__float2half(-inf)); n[1] = __hisinf(__float2bfloat16(-inf)); n[2] = __hisinf(__float2half(inf)); n[3] = __hisinf(__float2bfloat16(one));
  n[4] = ilogbf(inf - inf); n[5] = ilogb(double(inf) - inf); n[6] = ilogb(8 * one); n[7] = ilogbf(inf); n[8] = signbit(o[6]) + 2 * (signbit(o[7]) != 0);
}
int main() {
  float *o; int *n; cudaMallocManaged(&o, 256); cudaMallocManaged(&n, 256);
  k<<<1, 1>>>(o, n, 1, 1L << 33);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  const float e[] = {1, 0, 1, 0, 1, 0, 0, 0, 0, 1};
  const int m[] = {-1, -1, 1, 0, INT_MIN, INT_MIN, 3, INT_MAX, 2};
  for (int i = 0; i < 10; i++) if (!(o[i] == e[i])) failures++, printf("%d: %a, expected %a\n", i, o[i], e[i]);
  for (int i = 0; i < 9; i++) if (n[i] != m[i]) failures++, printf("n%d: %d, expected %d\n", i, n[i], m[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
