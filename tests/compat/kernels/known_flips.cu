// Exchanges whose distance and width are known when the code is compiled.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

template <int BY, int WIDTH, typename T>
__device__ void flip(const T *in, T *out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, in[threadIdx.x], BY, WIDTH);
}

// Distances 1 to 16 and 31 of whole warps, then those of segments of 8: from 8 on a lane keeps its own.
template <typename T>
__device__ void flips(const T *in, T *out) {
  const int n = blockDim.x;
  flip<1, 32>(in, out), flip<2, 32>(in, out + n), flip<4, 32>(in, out + 2 * n), flip<8, 32>(in, out + 3 * n);
  flip<16, 32>(in, out + 4 * n), flip<31, 32>(in, out + 5 * n);
  flip<1, 8>(in, out + 6 * n), flip<4, 8>(in, out + 7 * n), flip<8, 8>(in, out + 8 * n), flip<16, 8>(in, out + 9 * n);
}
#define FLIPS(NAME, T) \
  extern "C" __global__ void flips_of_##NAME(const T *in, T *out) { flips(in, out); }
FLIPS(int, int)
FLIPS(long, long long)
FLIPS(double, double)
FLIPS(half, __half)
FLIPS(byte, unsigned char)

template <int BY, int C>
__device__ void butterfly(const int *in, int *out) {
  int other;
  asm("shfl.sync.bfly.b32 %0, %1, %2, %3, 0xffffffff;" : "=r"(other) : "r"(in[threadIdx.x]), "n"(BY), "n"(C));
  out[threadIdx.x] = other;
}
extern "C" __global__ void butterflies(const int *in, int *out) {
  const int n = blockDim.x;
  butterfly<1, 31>(in, out), butterfly<2, 31>(in, out + n), butterfly<4, 31>(in, out + 2 * n);
  butterfly<8, 31>(in, out + 3 * n), butterfly<16, 31>(in, out + 4 * n), butterfly<31, 31>(in, out + 5 * n);
  butterfly<1, 0x181f>(in, out + 6 * n), butterfly<4, 0x181f>(in, out + 7 * n);
  butterfly<8, 0x181f>(in, out + 8 * n), butterfly<16, 0x181f>(in, out + 9 * n);
}

// A sum in CUDA's order, of floats that do not add up alike in another one; every lane has it.
template <int SIZE>
__device__ void sums(const float *in, float *out) {
  const auto tile = cooperative_groups::tiled_partition<SIZE>(cooperative_groups::this_thread_block());
  float by_shuffles = in[threadIdx.x];
  for (int by = SIZE / 2; by > 0; by /= 2) by_shuffles += __shfl_xor_sync(0xffffffffu, by_shuffles, by);
  out[threadIdx.x] = by_shuffles;
  out[blockDim.x + threadIdx.x] =
      cooperative_groups::reduce(tile, in[threadIdx.x], cooperative_groups::plus<float>());
}
extern "C" __global__ void sums_of_32(const float *in, float *out) { sums<32>(in, out); }
extern "C" __global__ void sums_of_8(const float *in, float *out) { sums<8>(in, out); }

extern "C" __global__ void ballots(const int *in, unsigned *out) {
  const auto block = cooperative_groups::this_thread_block();
  out[threadIdx.x] = cooperative_groups::tiled_partition<8>(block).ballot(in[threadIdx.x]);
  out[blockDim.x + threadIdx.x] = cooperative_groups::tiled_partition<32>(block).ballot(in[threadIdx.x]);
}
