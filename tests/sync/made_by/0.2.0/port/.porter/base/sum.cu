#include <hip/hip_runtime.h>
#include "porter_compat/bits.hpp"
#include "porter_compat/warp.hpp"
#include <hipcub/hipcub.hpp>
#include <cstdio>

#define CHECK(call) if ((call) != hipSuccess) return 1

__constant__ int offset;

// The sum of 64 numbers, a warp at a time.
__global__ void sum(const int* in, int* out) {
  int v = in[threadIdx.x] + offset;
  for (int d = 16; d; d /= 2) v += porter::shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}

__global__ void vote(const int* in, unsigned* out) {
  unsigned mask = porter::ballot_sync(porter::activemask(), in[threadIdx.x] > 3);
  if (threadIdx.x % porter::warp_size == 0) out[threadIdx.x / 32] = porter::popc(mask);
}

int main() {
  int *in, *out;
  CHECK(hipMallocManaged(&in, 64 * sizeof(int)));
  CHECK(hipMallocManaged(&out, sizeof(int)));
  for (int i = 0; i < 64; ++i) in[i] = i;
  sum<<<1, 64>>>(in, out);
  CHECK(hipDeviceSynchronize());
  std::printf("%d\n", *out);
  hipFree(in);
  hipFree(out);
}
