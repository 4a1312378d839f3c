// Kernels without faults, for what it costs to watch them: a reduction, a stencil, a histogram, a product of matrices.
#include <hip/hip_runtime.h>

#include <cstdlib>

constexpr int items = 256, tile = 16;

__global__ void reduce(const float *in, float *out, int n) {
  __shared__ float sums[items];
  float sum = 0;
  for (int i = blockIdx.x * items + threadIdx.x; i < n; i += gridDim.x * items)
    sum += in[i];
  sums[threadIdx.x] = sum;
  for (int half = items / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0];
}
__global__ void stencil(const float *in, float *out, int n) {
  const int i = blockIdx.x * items + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}
__global__ void histogram(const float *in, int *out, int n) {
  __shared__ int bins[64];
  if (threadIdx.x < 64)
    bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * items + threadIdx.x; i < n; i += gridDim.x * items)
    atomicAdd(&bins[int(in[i]) & 63], 1);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float left[tile][tile], right[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += tile) {
    left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < tile; ++i)
      sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main(int argc, char **argv) {
  const int side = argc > 1 ? std::atoi(argv[1]) : 256, n = side * side, turns = argc > 2 ? std::atoi(argv[2]) : 1;
  float *memory[3];
  int *bins = nullptr;
  for (float *&one : memory) {
    (void)hipMalloc(&one, sizeof(float) * n);
    (void)hipMemset(one, 0, sizeof(float) * n);
  }
  (void)hipMalloc(&bins, sizeof(int) * 64);
  (void)hipMemset(bins, 0, sizeof(int) * 64);
  auto [a, b, c] = memory;
  for (int turn = 0; turn < turns; ++turn) {
    stencil<<<n / items, items>>>(a, b, n);
    reduce<<<64, items>>>(a, c, n);
    histogram<<<64, items>>>(a, bins, n);
    product<<<dim3(side / tile, side / tile), dim3(tile, tile)>>>(a, b, c, side);
  }
  const bool failed = hipDeviceSynchronize();
  for (float *one : memory)
    (void)hipFree(one);
  (void)hipFree(bins);
  return failed;
}
