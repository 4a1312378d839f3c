// Nanoseconds a work-item for kernels of a few kinds: independent work, barriers, shuffles. Two numbers a kernel: what
// the clock says, and processor time of all threads, which other programs on the machine disturb less.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <ctime>

__global__ void axpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void polynomial(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i], sum = 1;
#pragma unroll
  for (int k = 0; k < 16; ++k)
    sum = sum * value + 0.5f;
  y[i] = sum;
}

__global__ void stencil(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    y[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}

template <int barriers> __global__ void rotate(const float *x, float *y) {
  __shared__ float line[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  line[t] = x[i];
  float value = 0;
#pragma unroll 1
  for (int turn = 0; turn < barriers; ++turn) {
    __syncthreads();
    value += line[(t + turn + 1) & 255];
  }
  y[i] = value;
}

template <int shuffles> __global__ void butterfly(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
#pragma unroll 1
  for (int turn = 0; turn < shuffles; ++turn)
    value += __shfl_xor(value, 1 << turn % 5);
  y[i] = value;
}

__global__ void tree_sum(const float *x, float *y) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int k = 128; k; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (t == 0)
    y[blockIdx.x] = part[0];
}

template <class Launch> void measure(const char *name, int items, Launch launch) {
  hipEvent_t start, stop;
  (void)hipEventCreate(&start);
  (void)hipEventCreate(&stop);
  launch();
  float best = 1e30f;
  double busy = 1e30;
  for (int round = 0; round < 5; ++round) {
    float milliseconds;
    const std::clock_t before = std::clock();
    (void)hipEventRecord(start, nullptr);
    launch();
    (void)hipEventRecord(stop, nullptr);
    (void)hipEventSynchronize(stop);
    (void)hipEventElapsedTime(&milliseconds, start, stop);
    best = milliseconds < best ? milliseconds : best;
    const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
    busy = seconds < busy ? seconds : busy;
  }
  std::printf("%s %.3f %.3f\n", name, best * 1e6 / items, busy * 1e9 / items);
}

int main() {
  const int n = 1 << 18, large = 1 << 22;
  float *x, *y;
  (void)hipMalloc(&x, large * sizeof(float));
  (void)hipMalloc(&y, large * sizeof(float));
  (void)hipMemset(x, 0, large * sizeof(float));
  (void)hipMemset(y, 0, large * sizeof(float));
  measure("axpy", n, [&] { hipLaunchKernelGGL(axpy, dim3(n / 256), dim3(256), 0, nullptr, 2, x, y, n); });
  measure("axpy_large", large, [&] { hipLaunchKernelGGL(axpy, dim3(large / 256), dim3(256), 0, nullptr, 2, x, y, large); });
  measure("polynomial", n, [&] { hipLaunchKernelGGL(polynomial, dim3(n / 256), dim3(256), 0, nullptr, x, y); });
  measure("stencil", n, [&] { hipLaunchKernelGGL(stencil, dim3(n / 256), dim3(256), 0, nullptr, x, y, n); });
  measure("barrier_1", n, [&] { hipLaunchKernelGGL(rotate<1>, dim3(n / 256), dim3(256), 0, nullptr, x, y); });
  measure("barrier_9", n, [&] { hipLaunchKernelGGL(rotate<9>, dim3(n / 256), dim3(256), 0, nullptr, x, y); });
  measure("shuffle_1", n, [&] { hipLaunchKernelGGL(butterfly<1>, dim3(n / 256), dim3(256), 0, nullptr, x, y); });
  measure("shuffle_9", n, [&] { hipLaunchKernelGGL(butterfly<9>, dim3(n / 256), dim3(256), 0, nullptr, x, y); });
  measure("tree_sum", n, [&] { hipLaunchKernelGGL(tree_sum, dim3(n / 256), dim3(256), 0, nullptr, x, y); });
}
