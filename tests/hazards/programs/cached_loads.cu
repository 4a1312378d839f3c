// Loads and stores with cache hints, of every type, from pointers that are not const.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
template <class T> __device__ T through(T *p) { T v = __ldg(p); __stcg(p, __ldcg(p)); __stwt(p, __ldcv(p)); __stcs(p, __ldcs(p)); __stwb(p, __ldca(p)); return v; }
__global__ void k(char *c, short2 *s, int4 *i, float2 *f, double *d, long long *l, unsigned char *u, half2 *h, uint2 *w, float4 *g, long *m, int *o) {
  auto ch = __ldg(u); ch += 100; o[0] = ch; o[1] = __ldg(c); o[2] = through(s).y; o[3] = through(i).w; o[4] = through(f).y; o[5] = through(d); o[6] = through(l) >> 40; o[7] = __half2float(through(h).y); o[8] = through(w).x; o[9] = through(g).z; o[10] = __ldg((const int *)i + 2); o[11] = __ldg(m); o[12] = __ldlu(o + 1); o[13] = sizeof(__ldg(c));
}
int main() {
  char *p; int *o; cudaMallocManaged(&p, 4096); cudaMallocManaged(&o, 4096);
  *(signed char *)p = -5; ((short2 *)(p + 16))->y = -7; ((int4 *)(p + 32))->w = 9; ((int4 *)(p + 32))->z = 11; ((float2 *)(p + 48))->y = 3; *(double *)(p + 64) = 4; *(long long *)(p + 80) = 5ll << 40; *(unsigned char *)(p + 96) = 200; ((half2 *)(p + 112))->y = __float2half(6.f); ((uint2 *)(p + 128))->x = 7; ((float4 *)(p + 144))->z = 8; *(long *)(p + 160) = 77;
  k<<<1, 1>>>(p, (short2 *)(p + 16), (int4 *)(p + 32), (float2 *)(p + 48), (double *)(p + 64), (long long *)(p + 80), (unsigned char *)(p + 96), (half2 *)(p + 112), (uint2 *)(p + 128), (float4 *)(p + 144), (long *)(p + 160), o);
  int bad = cudaDeviceSynchronize() != cudaSuccess, e[] = {44, -5, -7, 9, 3, 4, 5, 6, 7, 8, 11, 77, -5, 1};
  for (int i = 0; i < 14; i++) if (o[i] != e[i]) bad++, printf("%d: %d not %d\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
