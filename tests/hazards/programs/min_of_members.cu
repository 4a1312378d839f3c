// min and max of members, calls, template values, long and unsigned, in device code.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
struct S { unsigned u; int i; long long l; size_t z; };
__device__ unsigned size() { return 40; }
__device__ int below() { return -5; }
template <typename A, typename B> __device__ auto least(A a, B b) { return min(a, b); }
template <typename A, typename B> __device__ auto most(A a, B b) { return ::max(a, b); }
#define LEAST(a, b) min(a, b)
__global__ void k(long long *o, S s) {
  o[0] = min(s.u, s.i);
  o[1] = min(size(), below());
  o[2] = least(s.u, s.i);
  o[3] = most(s.i, s.u);
  o[4] = LEAST(s.z, (size_t)9007199254740993ull);
  o[5] = max(s.l, 9007199254740993ll);
  o[6] = (long long)min(s.z, (size_t)s.l);
  o[7] = max((unsigned char)200, (signed char)-1);
  o[8] = min(blockDim.x, s.i);
  o[9] = max(s.l, (long long)s.i);
  o[10] = (long long)max(1u, -1);
  o[11] = abs(s.i) + abs(-3);
  o[12] = min(1.5f, 2.0) * 2;
  o[13] = (long long)max(s.z - 1, (size_t)3);
}
int main() {
  long long *o; cudaMallocManaged(&o, 256);
  S s{40, -5, 9007199254740993ll, 9007199254740995ull};
  k<<<1, 64>>>(o, s);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  const long long e[] = {40, 40, 40, 4294967291ll, 9007199254740993ll, 9007199254740993ll, 9007199254740993ll, 200, 64, 9007199254740993ll, 4294967295ll, 8, 3, 9007199254740994ll};
  for (int i = 0; i < 14; i++) if (o[i] != e[i]) failures++, printf("%d: %lld, expected %lld\n", i, o[i], e[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
