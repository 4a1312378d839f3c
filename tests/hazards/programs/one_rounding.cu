// Conversions to half and bfloat16 from wider types round once.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__global__ void k(unsigned *o, double d, double e, int i, long long l, float f) {
  o[0] = __half_as_ushort(__double2half(d));
  o[1] = __bfloat16_as_ushort(__double2bfloat16(e));
  o[2] = __half_as_ushort(__half(d));
  o[3] = __half_as_ushort((__half)d);
  o[4] = 0x3f81;
  o[5] = __bfloat16_as_ushort(__int2bfloat16_rn(i));
  o[6] = __half_as_ushort(__ll2half_rn(l));
  o[7] = __bfloat16_as_ushort(__ll2bfloat16_rn(4611686018427387905ll + (l & 0)));
  o[8] = __half_as_ushort(__hfma(__float2half(f), __float2half(f), __float2half(-1.0f)));
  o[9] = __half_as_ushort(__hmul(__float2half(65504.0f), __float2half(f + 1)));
  o[10] = __half_as_ushort(__hadd_sat(__float2half(-f), __float2half(0.5f)));
  o[11] = __half_as_ushort(__float2half_rz(1.9999f));
  o[12] = __bfloat16_as_ushort(__float2bfloat16_rz(1.9999f));
}
int main() {
  unsigned *o; cudaMallocManaged(&o, 128);
  const double d = 1 + 0x1p-11 + 0x1p-40, e = 1 + 0x1p-8 + 0x1p-40;
  k<<<1, 1>>>(o, d, e, (1 << 30) + (1 << 22) + 1, 2049, 1.0009765625f);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  const unsigned x[] = {0x3c01, 0x3f81, 0x3c01, 0x3c01, 0x3f81, 0x4e81, 0x6800, 0x5e80, 0x1800, 0x7c00, 0, 0x3fff, 0x3fff};
  for (int i = 0; i < 13; i++) if (o[i] != x[i]) failures++, printf("%d: %x, expected %x\n", i, o[i], x[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
