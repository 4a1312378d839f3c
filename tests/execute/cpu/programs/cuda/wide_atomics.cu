// Atomics of 128 bits: a pair that 256 threads count up together, and the last of some exchanges.
#include <cstdio>
#include <cuda_runtime.h>

struct alignas(16) Pair {
  unsigned long long count, twice;
};

__global__ void k(Pair *pair, unsigned __int128 *word) {
  Pair now = {0, 0}, seen;
  do {
    seen = now;
    now = atomicCAS(pair, seen, Pair{seen.count + 1, seen.twice + 2});
  } while (now.count != seen.count || now.twice != seen.twice);
  atomicExch_system(word, (unsigned __int128)7 << 64 | blockIdx.x);
}

int main() {
  Pair *pair;
  unsigned __int128 *word;
  cudaMallocManaged(&pair, sizeof(Pair));
  cudaMallocManaged(&word, sizeof(*word));
  *pair = {0, 0};
  k<<<4, 64>>>(pair, word);
  cudaDeviceSynchronize();
  printf("%llu %llu %d\n", pair->count, pair->twice, (int)(*word >> 64));
  return 0;
}
