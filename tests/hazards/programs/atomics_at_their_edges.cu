// Atomics: wraps, signs, old values, floats by their bits, fetch of every operation.
#include <cstdio>
#include <climits>
#include <cuda_runtime.h>
__global__ void k(unsigned *u, int *s, float *f, unsigned long long *w, double *d, long long *l, int *o) {
  o[threadIdx.x] = atomicInc(u, 4);
  if (threadIdx.x) return;
  o[32] = atomicDec(u + 1, 5); o[33] = atomicDec(u + 2, 5); o[34] = atomicDec(u + 3, 5); o[35] = atomicInc(u + 4, 0);
  o[36] = atomicMin(s, -5); o[37] = atomicMax(u + 5, 0xfffffff0u); o[38] = atomicSub(s + 1, INT_MIN);
  o[39] = atomicExch(f, 2.5f) == -1.f; o[40] = atomicCAS(u + 6, 3u, 9u); o[41] = atomicXor(w, 0xff00000000ull) == 1;
  atomicMax(l, -3ll); atomicMin(l + 1, -3ll); atomicMax(w + 1, 1ull << 63); atomicAdd(d, 0.25);
  atomicMax((int *)f + 1, __float_as_int(3.5f)); atomicMin((unsigned *)f + 2, __float_as_uint(-3.5f));
  atomicAdd((unsigned long long *)l + 2, (unsigned long long)-7ll); atomicAdd_block(s + 2, 3); atomicAdd_system(s + 2, 4);
  o[42] = atomicAdd(f + 3, 1.f) == 0.5f; o[43] = atomicCAS((unsigned short *)(u + 7), (unsigned short)1, (unsigned short)2);
  o[44] = atomicOr(s + 3, 0x80000000) < 0; o[45] = atomicAnd(u + 8, 0xf0u);
}
int main() {
  unsigned *u; int *s, *o; float *f; unsigned long long *w; double *d; long long *l;
  cudaMallocManaged(&u, 256); cudaMallocManaged(&s, 256); cudaMallocManaged(&o, 256); cudaMallocManaged(&f, 256);
  cudaMallocManaged(&w, 256); cudaMallocManaged(&d, 256); cudaMallocManaged(&l, 256);
  unsigned u0[] = {0, 0, 9, 3, 7, 5, 3, 0x30001, 0xffu}; for (int i = 0; i < 9; i++) u[i] = u0[i];
  s[0] = 4; s[1] = 1; s[2] = 0; s[3] = -1; f[0] = -1; f[1] = -2; f[2] = 1; f[3] = .5f; w[0] = 1; w[1] = 5; d[0] = .5; l[0] = -9; l[1] = 2; l[2] = 3;
  k<<<1, 32>>>(u, s, f, w, d, l, o);
  int bad = cudaDeviceSynchronize() != cudaSuccess, seen[5] = {};
  for (int i = 0; i < 32; i++) if (o[i] < 5) seen[o[i]]++; else bad++;
  bad += seen[0] != 7 || seen[1] != 7 || seen[2] != 6 || seen[4] != 6 || u[0] != 2;
  int e[] = {0, 9, 3, 7, 4, 5, 1, 1, 3, 1, 1, 1, 1, 0xff};
  for (int i = 0; i < 14; i++) if (o[32 + i] != e[i]) bad++, printf("%d: %d not %d\n", i, o[32 + i], e[i]);
  bad += u[1] != 5 || u[2] != 5 || u[3] != 2 || u[4] != 0 || u[5] != 0xfffffff0u || u[6] != 9 || u[7] != 0x30002 || u[8] != 0xf0;
  if (bad) printf("words %d %d %d %d %x %d %x\n", u[1], u[2], u[3], u[4], u[5], u[6], u[7]);
  bad += s[0] != -5 || s[1] != INT_MIN + 1 || s[2] != 7 || f[0] != 2.5f || f[1] != 3.5f || f[2] != 1.f || f[3] != 1.5f;
  bad += w[0] != 0xff00000001ull || w[1] != 1ull << 63 || d[0] != .75 || l[0] != -3 || l[1] != -3 || l[2] != -4;
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
