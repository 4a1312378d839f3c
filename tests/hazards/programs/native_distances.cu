// Sums of a warp whose distances come of an unrolled loop and of a constant, for the hardware's own warps.
#include <cstdio>

enum { kWarp = 32 };
static constexpr int kHalf = kWarp >> 1;

__device__ int unrolled(int value) {
#pragma unroll
  for (int i = 0; i < 5; i++) value += __shfl_xor_sync(0xffffffff, value, 1 << i);
  return value;
}

__device__ int halved(int value) {
  for (int offset = kHalf; offset; offset >>= 1) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void sum(int *out) {
  const int first = unrolled(1), second = halved(1);
  if (threadIdx.x == 0) {
    out[0] = first;
    out[1] = second;
    out[2] = warpSize;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 3 * sizeof *out);
  sum<<<1, 64>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  const bool is_right = out[0] == out[2] && out[1] == out[2];
  std::printf(is_right ? "PASS\n" : "FAIL: %d and %d of %d lanes\n", out[0], out[1], out[2]);
  return !is_right;
}
