// The constants of math_constants.h, by their bits.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <math_constants.h>
__global__ void k(unsigned *f, unsigned long long *d) {
  const float x[] = {CUDART_INF_F, CUDART_NAN_F, CUDART_MIN_DENORM_F, CUDART_MAX_NORMAL_F, CUDART_NEG_ZERO_F, CUDART_ZERO_F, CUDART_ONE_F, CUDART_SQRT_HALF_F, CUDART_SQRT_TWO_F, CUDART_PIO4_F, CUDART_PIO2_F, CUDART_PI_F, CUDART_L2E_F, CUDART_L2T_F, CUDART_LG2_F, CUDART_LGE_F, CUDART_LN2_F, CUDART_LNT_F, CUDART_TWO_TO_23_F, CUDART_REMQUO_BITS_F * 1.f, CUDART_TRIG_PLOSS_F, CUDART_THIRD_F};
  const double y[] = {CUDART_INF, CUDART_NAN, CUDART_MIN_DENORM, CUDART_NEG_ZERO, CUDART_ONE, CUDART_SQRT_TWO, CUDART_SQRT_HALF, CUDART_THIRD, CUDART_TWOTHIRD, CUDART_PIO4, CUDART_PIO2, CUDART_3PIO4, CUDART_2_OVER_PI, CUDART_PI, CUDART_L2E, CUDART_LN2, CUDART_LNT, CUDART_LN2_HI, CUDART_LN2_LO, CUDART_TWO_TO_54};
  for (int i = 0; i < 22; i++) f[i] = __float_as_uint(x[i]);
  for (int i = 0; i < 20; i++) d[i] = __double_as_longlong(y[i]);
}
int main() {
  unsigned *f; unsigned long long *d; cudaMallocManaged(&f, 256); cudaMallocManaged(&d, 256); k<<<1, 1>>>(f, d);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  const unsigned e[] = {0x7f800000, 0x7fffffff, 1, 0x7f7fffff, 0x80000000, 0, 0x3f800000, 0x3f3504f3, 0x3fb504f3, 0x3f490fdb, 0x3fc90fdb, 0x40490fdb, 0x3fb8aa3b, 0x40549a78, 0x3e9a209b, 0x3ede5bd9, 0x3f317218, 0x40135d8e, 0x4b000000, 0x40400000, 0x47ce4780, 0x3eaaaaab};
  const unsigned long long g[] = {0x7ff0000000000000, 0xfff8000000000000, 1, 0x8000000000000000, 0x3ff0000000000000, 0x3ff6a09e667f3bcd, 0x3fe6a09e667f3bcd, 0x3fd5555555555555, 0x3fe5555555555555, 0x3fe921fb54442d18, 0x3ff921fb54442d18, 0x4002d97c7f3321d2, 0x3fe45f306dc9c883, 0x400921fb54442d18, 0x3ff71547652b82fe, 0x3fe62e42fefa39ef, 0x40026bb1bbb55516, 0x3fe62e42fefa39ef, 0x3c7abc9e3b39803f, 0x4350000000000000};
  for (int i = 0; i < 22; i++) if (f[i] != e[i]) bad++, printf("float %d: %x not %x\n", i, f[i], e[i]);
  for (int i = 0; i < 20; i++) if (d[i] != g[i]) bad++, printf("double %d: %llx not %llx\n", i, d[i], g[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
