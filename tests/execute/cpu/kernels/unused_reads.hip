// Reads whose values nobody uses, by a function that is too long to be copied by LLVM's measure for hosts.
#include <hip/hip_runtime.h>

struct Values {
  float each[48];
};

__device__ void gather(Values &to, const float *from, int step) {
#pragma unroll
  for (int i = 0; i < 48; ++i) to.each[i] = from[(i * step + 7) % (step + i)] * step + i;
}

extern "C" __global__ void first_alone(float *out, const float *from, const float *none) {
  Values used, unused;
  gather(used, from, 5);
  gather(unused, none, 6);
  out[threadIdx.x] = used.each[threadIdx.x % 48];
}
