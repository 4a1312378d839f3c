// Which overload is taken: mixed types in min, max, abs, pow, on both sides.
// nvcc takes it with --expt-relaxed-constexpr: functions of the host's library are called by both.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>
#define BOTH __host__ __device__
template <class A, class B> BOTH double least(A a, B b) { return (double)min(a, b); }
template <class A, class B> BOTH double most(A a, B b) { return (double)max(a, b); }
BOTH void fill(double *o, int n, unsigned u, long l, size_t z, float f, double d, short s, unsigned char c, long long w) {
  o[0] = least(n, u); o[1] = most(n, u); o[2] = least(l, (long)n); o[3] = most(f, d); o[4] = least(d, n * 1.f); o[5] = most(z, z); o[6] = least(w, (long long)n);
  o[7] = (double)max(s, c); o[8] = abs(f); o[9] = abs(w); o[10] = abs(n) + 0.5; o[11] = abs(d); o[12] = pow(2, n < 0 ? 3 : 4); o[13] = pow(f, 2.f); o[14] = sqrt(16); o[15] = fabs(n);
  o[16] = (double)min((uint64_t)z, (uint64_t)1 << 40); o[17] = floor(f) + ceil(d) + round(f); o[18] = fmin(f, d); o[19] = max(f, f) - min(d, d); o[20] = sizeof(pow(2.f, 3)) + sizeof(abs(f)) * 10 + sizeof(max(f, d)) * 100 + sizeof(sqrt(2)) * 1000;
  o[21] = max(-1, (int)c); o[22] = (f < 0) * 12; o[23] = (double)max(u, 3u); o[24] = (double)max(l, 5l); o[25] = fmax(2, 3.5f); o[26] = ldexp(f, 2); o[27] = llabs(w) + labs(l);
}
__global__ void k(double *o, int n, unsigned u, long l, size_t z, float f, double d, short s, unsigned char c, long long w) { fill(o, n, u, l, z, f, d, s, c, w); }
int main() {
  double *o; cudaMallocManaged(&o, 4096); auto run = [&](double *p) { fill(p, -5, 40u, -7l, (size_t)1 << 50, -2.5f, 1e300, (short)-3, (unsigned char)200, -(1ll << 53) - 1); };
  run(o + 64); k<<<1, 1>>>(o, -5, 40u, -7l, (size_t)1 << 50, -2.5f, 1e300, (short)-3, (unsigned char)200, -(1ll << 53) - 1);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  double e[] = {40, 4294967291., -7, 1e300, -5, 1125899906842624., -9007199254740993., 200, 2.5, 9007199254740993., 5.5, 1e300, 8, 6.25, 4, 5, 1099511627776., 1e300, -2.5, -1e300, 8000 + 800 + 40 + 8, 200, 4 + 8, 40, 5, 3.5, -10, 9007199254740993. + 7};
  e[20] = 8 * 1000 + 8 * 100 + 4 * 10 + 4;
  for (int i = 0; i < 28; i++) { if (o[i] != e[i] && i != 20) bad++, printf("device %d: %.17g not %.17g\n", i, o[i], e[i]); if (o[64 + i] != e[i] && i != 20) bad++, printf("host %d: %.17g not %.17g\n", i, o[64 + i], e[i]); }
  printf("%g %g\n", o[20], o[84]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
