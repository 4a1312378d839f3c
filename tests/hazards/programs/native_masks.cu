// Masks of lanes in members, arrays and return values of 32 bits, for the hardware's own warps.
#include <cstdio>

struct State {
  unsigned active;
};

__device__ unsigned votes(int p) { return __ballot_sync(0xffffffff, p); }

__global__ void count(const int *in, int *out) {
  State state;
  state.active = __ballot_sync(0xffffffff, in[threadIdx.x] != 0);
  unsigned zeros[1] = {votes(in[threadIdx.x] == 0)};
  out[0] = __popc(state.active) + __popc(zeros[0]);
  out[1] = warpSize;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof *in);
  cudaMallocManaged(&out, 2 * sizeof *out);
  for (int i = 0; i < 64; i++) in[i] = i % 3;
  count<<<1, 64>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  std::printf(out[0] == out[1] ? "PASS\n" : "FAIL: %d of %d lanes\n", out[0], out[1]);
  return out[0] != out[1];
}
