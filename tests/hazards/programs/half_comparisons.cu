// Half to small integers by casts: CUDA's operators saturate at the integer's width.
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__global__ void k(int *out, const __half *h, const __nv_bfloat16 *b) {
  out[0] = (short)h[0];
  out[1] = (unsigned short)h[1];
  out[2] = static_cast<short>(h[2]);
  out[3] = (int)h[3];
  out[4] = (int)(unsigned short)h[3];
  out[5] = __hne(h[2], h[0]);
  out[6] = h[2] != h[0];
  out[7] = __hneu(h[2], h[0]);
  out[8] = __bfloat162short_rz(b[0]);
  out[9] = __hbne2(__halves2half2(h[2], h[0]), __halves2half2(h[0], h[1]));
  out[10] = (int)(__half2float(__hmax(h[2], h[0])) == 60000.0f);
  out[11] = (int)(__half2float(__hmin(h[0], h[2])) == 60000.0f);
  out[12] = __hgtu(h[2], h[0]);
  out[13] = (unsigned)h[1];
  out[14] = (short)h[3];
  const __half2 with_nan = __halves2half2(h[2], h[0]), twice = __halves2half2(h[0], h[0]);
  out[15] = __hbequ2(with_nan, twice) + 2 * __hbltu2(with_nan, twice) + 4 * __hbleu2(with_nan, twice) + 8 * __hbneu2(with_nan, twice);
  out[16] = __hbgeu2(with_nan, twice) + 2 * __hbgtu2(with_nan, twice) + 4 * __hbeq2(with_nan, twice) + 8 * __hbequ2(twice, twice);
}
int main() {
  const int expected[] = {32767, 0, 0, 2147483647, 65535, 0, 1, 1, 32767, 0, 1, 1, 1, 0, 32767, 5, 9};
  int *out; __half *h; __nv_bfloat16 *b;
  cudaMallocManaged(&out, sizeof expected); cudaMallocManaged(&h, 64); cudaMallocManaged(&b, 64);
  h[0] = __float2half(60000.0f); h[1] = __float2half(-5.5f); h[2] = __float2half(NAN); h[3] = __float2half(INFINITY);
  b[0] = __float2bfloat16(1e10f);
  k<<<1, 1>>>(out, h, b);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 17; i++) if (out[i] != expected[i]) failures++, printf("%d: %d, expected %d\n", i, out[i], expected[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
