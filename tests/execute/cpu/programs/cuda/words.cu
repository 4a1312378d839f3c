// Functions on words, signed and unsigned apart: DPX (compared with the host's own maximum) and dot products.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int least(int a, int b) { return a < b ? a : b; }
__device__ unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }
__device__ int most(int a, int b) { return a > b ? a : b; }
__device__ unsigned most(unsigned a, unsigned b) { return a > b ? a : b; }

__global__ void extremes(int *wrong, unsigned a, unsigned b, unsigned c) {
  const int x = a, y = b, z = c;
  bool first, high, low;
  *wrong += __vimax3_u32(a, b, c) != most(most(a, b), c);
  *wrong += __vimin3_u32(a, b, c) != least(least(a, b), c);
  *wrong += __viaddmax_u32(a, b, c) != most(a + b, c);
  *wrong += __viaddmin_u32(a, b, c) != least(a + b, c);
  *wrong += __vibmax_u32(a, b, &first) != most(a, b) || first != (a >= b);
  *wrong += __vibmin_u32(a, b, &first) != least(a, b) || first != (a <= b);
  *wrong += __vimax3_s32(x, y, z) != most(most(x, y), z);
  *wrong += __vimin3_s32(x, y, z) != least(least(x, y), z);
  *wrong += __vimax3_s32_relu(x, y, z) != most(most(most(x, y), z), 0);
  *wrong += __vibmax_s32(x, y, &first) != most(x, y) || first != (x >= y);
  *wrong += __vimax3_u16x2(a, b, c) != (most(most(a >> 16, b >> 16), c >> 16) << 16
                                        | most(most(a & 65535, b & 65535), c & 65535));
  *wrong += __vibmin_u16x2(a, b, &high, &low) != (least(a >> 16, b >> 16) << 16 | least(a & 65535, b & 65535));
  *wrong += umin(a, b) != least(a, b) || min(a, b) != least(a, b) || max(a, b) != most(a, b);
}

__global__ void products(int *out, unsigned a, unsigned b) {
  out[0] = __dp2a_lo((int)a, (int)b, 7);
  out[1] = __dp2a_hi((int)a, (int)b, 7);
  out[2] = __dp2a_lo(a, b, 7u);
  out[3] = __dp2a_hi(a, b, 7u);
  out[4] = __dp4a((int)a, (int)b, 7);
  out[5] = __dp4a(a, b, 7u);
}

int main() {
  const unsigned values[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x80ff1234, 0x7f01f0e7};
  int *out;
  cudaMallocManaged(&out, 64);
  *out = 0;
  for (unsigned a : values)
    for (unsigned b : values)
      for (unsigned c : values) extremes<<<1, 1>>>(out, a, b, c);
  cudaDeviceSynchronize();
  printf("%d", *out);
  products<<<1, 1>>>(out, 0x80ff1234, 0x7f01f0e7);
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; i++) printf(" %d", out[i]);
  printf("\n");
  return 0;
}
