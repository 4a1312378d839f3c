// One thread an element of c, straight from global memory: the kernel to understand first.
#pragma once

#include <hip/hip_runtime.h>
#include "gemm_shape.h"

template <typename scalar_t, typename accumulate_t>
__global__ void gemm_basic_kernel(const scalar_t* __restrict__ a, const scalar_t* __restrict__ b,
                                  scalar_t* __restrict__ c, GemmShape shape) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= shape.rows || column >= shape.columns) {
        return;
    }
    accumulate_t sum = 0;
    for (int k = 0; k < shape.inner; ++k) {
        sum += static_cast<accumulate_t>(a[static_cast<int64_t>(row) * shape.inner + k]) *
               static_cast<accumulate_t>(b[static_cast<int64_t>(k) * shape.columns + column]);
    }
    c[static_cast<int64_t>(row) * shape.columns + column] = static_cast<scalar_t>(sum);
}
