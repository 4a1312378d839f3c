#include <cub/cub.cuh>
#include <cstdio>

#define CHECK(call) if ((call) != cudaSuccess) return 1

__constant__ int offset;

// The sum of 64 numbers, a warp at a time.
__global__ void sum(const int* in, int* out) {
  int v = in[threadIdx.x] + offset;
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}

__global__ void vote(const int* in, unsigned* out) {
  unsigned mask = __ballot_sync(__activemask(), in[threadIdx.x] > 3);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / 32] = __popc(mask);
}

int main() {
  int *in, *out;
  CHECK(cudaMallocManaged(&in, 64 * sizeof(int)));
  CHECK(cudaMallocManaged(&out, sizeof(int)));
  for (int i = 0; i < 64; ++i) in[i] = i;
  sum<<<1, 64>>>(in, out);
  CHECK(cudaDeviceSynchronize());
  std::printf("%d\n", *out);
  cudaFree(in);
  cudaFree(out);
}
