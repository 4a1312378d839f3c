// Functions that few call, at their edges (CUDA Math API).
#include <climits>
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(double *o, float one, double two) {
  const float zero = one - one, inf = one / zero, nan = inf - inf; int n = 9; double w;
  o[0] = ilogbf(zero) == INT_MIN; o[1] = ilogb(two * inf) == INT_MAX; o[2] = 1; o[3] = logbf(zero) == -inf;
  o[4] = normcdff(zero); o[5] = erfinvf(one) == inf; o[6] = erfcinv(two) == -inf; o[7] = rhypotf(3 * one, 4 * one); o[8] = rnorm3df(2 * one, 3 * one, 6 * one);
  o[9] = remquof(29 * one, 3 * one, &n); o[10] = n & 7; sincospi(two / 8, &w, o + 11); o[12] = w; o[13] = frexpf(-40 * one, &n); o[14] = n; o[15] = modf(-two * 1.25, &w); o[16] = w;
  o[17] = lgammaf(-0.5f * one); o[18] = tgamma(two * 3); o[19] = j0f(zero) + y1(two) * 0; o[20] = cyl_bessel_i0f(zero); o[21] = scalblnf(one, 10); o[22] = nextafterf(zero, one) > 0;
  o[23] = llrintf(-3.5f * one); o[24] = lround(-two - 0.5); o[25] = fmod(-7.5, two); o[26] = copysign(two, -zero); o[27] = hypotf(inf, nan) == inf; o[28] = atan2f(-zero, -one) < 0; o[29] = powf(-one, inf); o[30] = isnan(fmaxf(nan, nan)) && fmaxf(nan, one) == 1;
  o[31] = rcbrtf(8 * one); o[32] = expm1f(1e-10f * one) * 1e10f; o[33] = log1pf(-one) == -inf; o[34] = norm4d(two, two, two, two); const float v[] = {1, 2, 2, 4}; o[35] = normf(4, v); o[36] = erfcxf(zero); o[37] = fdividef(one, 4 * one); o[38] = exp10(two); o[39] = cospif(one * 1.5f);
  o[40] = yn(2, inf) ; o[41] = jnf(0, zero); o[42] = nearbyintf(2.5f * one); o[43] = max(0.0f * one, -0.0f) ; o[44] = 1; o[45] = 1; o[46] = __sinf(zero); o[47] = isinf(tanhf(inf)) + tanhf(inf);
}
int main() {
  double *o; cudaMallocManaged(&o, 1024); k<<<1, 1>>>(o, 1, 2);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  const double s = sqrt(.5), e[] = {1, 1, 1, 1, .5, 1, 1, .2, 1. / 7, -1, 2, s, s, -.625, 6, -.5, -2, 1.2655121, 120, 1, 1, 1024, 1, -4, -3, -1.5, -2, 1, 1, 1, 1, .5, 1, 1, 4, 5, 1, .25, 100, 0, 0, 1, 2, 0, 1, 1, 0, 1};
  for (int i = 0; i < 48; i++) if (!(fabs(o[i] - e[i]) <= 1e-6 * (1 + fabs(e[i])))) bad++, printf("%d: %.9g not %.9g\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
