// Constants that the integer they are cast to cannot hold.
#include <cmath>
#include <cstdio>

#define FAR 1e20

__global__ void convert(long long *out) {
  out[0] = (int)1e10f;
  out[1] = (int)-1e10;
  out[2] = static_cast<unsigned>(-1.0f);
  out[3] = (unsigned)5e9;
  out[4] = int(FAR);
  out[5] = (long long)INFINITY;
  out[6] = (int)NAN;
  out[7] = (unsigned char)300.0f;
  out[8] = (long long)-1e30;
}

int main() {
  const long long expected[] = {2147483647, -2147483647 - 1, 0, 4294967295, 2147483647, 9223372036854775807, 0, 44,
                                -9223372036854775807 - 1};
  long long *out;
  cudaMallocManaged(&out, sizeof expected);
  convert<<<1, 1>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 9; i++)
    if (out[i] != expected[i]) {
      printf("FAIL: %d is %lld, not %lld\n", i, out[i], expected[i]);
      return 1;
    }
  printf("PASS\n");
}
