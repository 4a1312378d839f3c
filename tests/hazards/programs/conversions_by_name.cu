// Conversions that name their rounding, of numbers that do not fit and of half (PTX ISA, "cvt").
#include <climits>
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void k(long long *out, float far, float less, double nan) {
  out[0] = __float2ll_rn(far);
  out[1] = __float2ll_rz((float)nan);
  out[2] = (long long)__float2ull_rz(less);
  out[3] = (long long)__float2ull_rd(far);
  out[4] = __double2ll_rz(1e300 * far);
  out[5] = __double2ll_ru(less);
  out[6] = (long long)__double2ull_rn(less);
  out[7] = __double2int_rz(nan);
  out[8] = __half2int_rn(__float2half(2.75f));
  out[9] = __half2int_rd(__float2half(less));
  out[10] = __half2short_ru(__float2half(2.25f));
  out[11] = __half2short_rz(__float2half(60000.0f));
  out[12] = __half2ushort_rn(__float2half(less));
  out[13] = __half2uint_ru(__float2half(0.5f));
  out[14] = __half2ll_rz(__float2half(INFINITY));
  out[15] = __half_as_ushort(__int2half_rz(2049 + (int)far % 1));
  out[16] = __half_as_ushort(__int2half_ru(2049));
  out[17] = __half_as_ushort(__ull2half_rd(100000ull));
}

int main() {
  const long long expected[] = {LLONG_MAX, LLONG_MIN, 0, -1, LLONG_MAX, -7, 0, INT_MIN, 3, -8, 3, 32767, 0, 1,
                                LLONG_MAX, 0x6800, 0x6801, 0x7bff};
  long long *out;
  cudaMallocManaged(&out, sizeof expected);
  k<<<1, 1>>>(out, 1e20f, -7.5f, NAN);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 18; i++)
    if (out[i] != expected[i]) failures++, printf("%d: %lld, expected %lld\n", i, out[i], expected[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
