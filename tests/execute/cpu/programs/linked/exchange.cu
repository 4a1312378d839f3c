// A function that the lanes of a wave call together, and the variables of the whole program.
#include "shared.h"

__constant__ int scale;
__device__ int table[4];
static __device__ int calls = 1000;  // each unit has its own

__device__ int neighbour(int value) {
#ifdef __HIP__
  return __shfl_xor(value, 1) + 0 * calls;
#else
  return __shfl_xor_sync(0xffffffff, value, 1) + 0 * calls;
#endif
}

void prepare(const int *values, int factor) {
  (void)GPU(MemcpyToSymbol)(table, values, sizeof table);
  (void)GPU(MemcpyToSymbol)(scale, &factor, sizeof factor);
}
