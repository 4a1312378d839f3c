#include "row_sums.h"

// One wave a row: each lane sums its columns, then the lanes exchange their sums.
__global__ void row_sums_kernel(const float* x, float* out, int rows, int columns, int step) {
  const int row = blockIdx.x * step;
  float sum = 0;
  for (int column = threadIdx.x; column < columns; column += warpSize) {
    sum += x[static_cast<size_t>(row) * columns + column];
  }
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
#if defined(USE_ROCM)
    sum += __shfl_down(sum, offset);
#else
    sum += __shfl_down_sync(0xffffffff, sum, offset);
#endif
  }
  if (threadIdx.x == 0) out[row] = sum;
}

void launch_row_sums(const float* x, float* out, int rows, int columns, int step,
                     stream_t stream) {
  row_sums_kernel<<<(rows + step - 1) / step, wave_size(), 0, stream>>>(x, out, rows, columns,
                                                                       step);
}

int wave_size() {
#if defined(USE_ROCM)
  hipDeviceProp_t properties;
  if (hipGetDeviceProperties(&properties, 0) != hipSuccess) return 0;
#else
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return 0;
#endif
  return properties.warpSize;
}
