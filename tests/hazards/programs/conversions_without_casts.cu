// Numbers out of range that become integers without a cast, in returns, arguments, sums and members.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
struct S { int i; unsigned u; long long l; };
__device__ int result(float f) { return f; } __device__ int take(int i) { return i; } __device__ unsigned low(double d) { return d; }
template <class T> __device__ T as(double d) { return static_cast<T>(d); }
__global__ void k(long long *o, float big, double huge, float nan, float neg) {
  int i = big; unsigned u = neg; S s = {int(big), (unsigned)huge, (long long)huge}; i += 0;
  o[0] = i; o[1] = u; o[2] = s.i; o[3] = s.u; o[4] = s.l; o[5] = result(-big); o[6] = take(big); o[7] = low(-huge); o[8] = as<int>(huge); o[9] = as<unsigned>(huge); o[10] = as<long long>(-huge); o[11] = (int)nan; o[12] = (unsigned)nan;
  int sum = 5; sum += big; o[13] = (unsigned long long)neg; o[14] = (int)floorf(big); o[15] = __float2int_rn(nan); o[16] = __double2int_rz(huge); o[17] = __float2uint_rz(neg); o[18] = lrintf(big); o[19] = (int64_t)big; o[20] = (int32_t)(big * -1); o[21] = as<uint32_t>(neg); o[22] = __double2ll_rz(huge);
  int a[3] = {0, 0, 0}; a[1] = big; o[23] = a[1]; int c = neg < 0 ? big : neg; o[24] = c; uint32_t w{static_cast<uint32_t>(huge)}; o[25] = w; o[26] = (unsigned long long)huge;
}
int main() {
  long long *o; cudaMallocManaged(&o, 4096); k<<<1, 1>>>(o, 1e10f, 1e30, NAN, -3.f); int bad = cudaDeviceSynchronize() != cudaSuccess;
  const long long M = 2147483647, m = -M - 1, U = 4294967295ll, L = 0x7fffffffffffffffll, l = -L - 1;
  long long e[] = {M, 0, M, U, L, m, M, 0, M, U, l, 0, 0, 0, M, 0, M, 0, 10000000000ll, 10000000000ll, m, 0, L, M, M, U, -1};
  for (int i = 0; i < 27; i++) if (o[i] != e[i]) bad++, printf("%d: %lld not %lld\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
