#pragma once

#if defined(USE_ROCM)
#include <hip/hip_runtime.h>
using stream_t = hipStream_t;
#else
#include <cuda_runtime.h>
using stream_t = cudaStream_t;
#endif

void launch_row_sums(const float* x, float* out, int rows, int columns, int step,
                     stream_t stream);
int wave_size();
