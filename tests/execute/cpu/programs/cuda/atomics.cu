// Atomics of every scope and width.
#include <cstdio>

__global__ void change(unsigned long long *wide, unsigned *words, unsigned short *narrow, float *f, double *d) {
  atomicAdd_block(&wide[0], 1ull);
  atomicAdd_system(&wide[0], 1ull);
  atomicMax_block((long long *)&wide[1], (long long)threadIdx.x);
  atomicCAS_block(&wide[2], 0ull, 7ull);
  atomicAnd_system(&wide[3], 3ull);
  atomicMin_system(&wide[4], 3ull);
  atomicMax_block(&wide[5], 0x8000000000000001ull);
  atomicExch_system(&words[0], 5u);
  atomicOr_block(&words[1], 1u << threadIdx.x);
  atomicInc(&words[2], 9u);
  atomicDec(&words[3], 9u);
  atomicXor_block(&words[4], 1u << threadIdx.x);
  atomicSub(&words[5], 1u);
  atomicMax_system(&words[6], 0x80000001u);
  atomicCAS(narrow, (unsigned short)0, (unsigned short)9);
  atomicAdd_block(f, 1.0f);
  atomicAdd_block(d, 1.0);
  atomicAdd_system(d, 1.0);
}

int main() {
  unsigned long long *wide;
  unsigned *words;
  unsigned short *narrow;
  float *f;
  double *d;
  cudaMallocManaged(&wide, 6 * sizeof *wide);
  cudaMallocManaged(&words, 7 * sizeof *words);
  cudaMallocManaged(&narrow, sizeof *narrow);
  cudaMallocManaged(&f, sizeof *f);
  cudaMallocManaged(&d, sizeof *d);
  for (int i = 0; i < 6; i++) wide[i] = 0;
  for (int i = 0; i < 7; i++) words[i] = 0;
  wide[3] = 15;
  wide[4] = 100;
  wide[5] = words[6] = 1;
  *narrow = 0;
  *f = 0;
  *d = 0;
  change<<<1, 32>>>(wide, words, narrow, f, d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 6; i++) std::printf("%llx ", wide[i]);
  for (int i = 0; i < 7; i++) std::printf("%x ", words[i]);
  std::printf("%d %g %g\n", *narrow, *f, *d);
}
