// Functions that CUDA had before those with underscores.
#include <cuda_runtime.h>

extern "C" __global__ void early(const int *a, const int *b, int *out) {
  const int x = a[threadIdx.x], y = b[threadIdx.x];
  int *r = out + threadIdx.x * 8;
  *r++ = mulhi(x, y);
  *r++ = mulhi(unsigned(x), y);
  *r++ = int(mul64hi((long long)x << 32, (long long)y << 32));
  *r++ = mul24(x & 0xfff, y & 0xfff);
  *r++ = float_as_int(int_as_float(x & 0x3fffffff));
  *r++ = float2int(int2float(x & 0xffff) / 7);
  *r++ = float2uint(uint2float(y & 0xffff) / 7);
  *r++ = umul24(x & 0xfff, 3);
}
