// Conversions to 8-bit floating-point numbers, saturating and not.
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
__global__ void k(unsigned *o, float f, float g) {
  o[0] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3);
  o[1] = __nv_cvt_float_to_fp8(1000.0f * g, __NV_SATFINITE, __NV_E4M3);
  o[2] = __nv_cvt_float_to_fp8(1000.0f * g, __NV_NOSAT, __NV_E4M3);
  o[3] = __nv_cvt_float_to_fp8(1e6f * g, __NV_SATFINITE, __NV_E5M2);
  o[4] = __nv_cvt_float_to_fp8(1e6f * g, __NV_NOSAT, __NV_E5M2);
  o[5] = __nv_cvt_float_to_fp8(g / 1024, __NV_SATFINITE, __NV_E4M3);
  __nv_fp8_e4m3 a(f); __nv_fp8_e5m2 b(f);
  o[6] = a.__x; o[7] = b.__x;
  o[8] = (unsigned)(float(a) * 16);
  o[9] = __half_as_ushort(__half(__nv_cvt_fp8_to_halfraw(0x78, __NV_E4M3)));
  o[10] = __nv_cvt_float_to_fp8(-0.0f * g, __NV_SATFINITE, __NV_E4M3);
}
int main() {
  unsigned *o; cudaMallocManaged(&o, 128);
  k<<<1, 1>>>(o, 1.0625f, 1.0f);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  const unsigned x[] = {0x38, 0x7e, 0x7f, 0x7b, 0x7c, 0x00, 0x38, 0x3c, 16, 0x5c00, 0x80};
  for (int i = 0; i < 11; i++) if (i != 5 && o[i] != x[i]) failures++, printf("%d: %x, expected %x\n", i, o[i], x[i]);
  if (o[5] > 1) failures++, printf("5: %x\n", o[5]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
