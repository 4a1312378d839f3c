#include "../include/ck_tile_common.h"

#ifndef CK_TILE_NORM_BLOCK
#define CK_TILE_NORM_BLOCK 256
#endif

namespace ck_tile {

/// One block a row: squares are summed over lanes, then over wavefronts of any size.
__global__ void rms_norm_kernel(float *out, const float *input, const float *weight, float epsilon,
                                long columns) {
    __shared__ float sums[CK_TILE_NORM_BLOCK];
    const float *row = input + blockIdx.x * columns;
    float sum = 0.0f;
    for (long column = threadIdx.x; column < columns; column += blockDim.x)
        sum += row[column] * row[column];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down(sum, offset);
    if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        for (unsigned wave = 1; wave < blockDim.x / warpSize; ++wave) sums[0] += sums[wave];
    __syncthreads();
    const float scale = rsqrtf(sums[0] / columns + epsilon);
    for (long column = threadIdx.x; column < columns; column += blockDim.x)
        out[blockIdx.x * columns + column] = row[column] * scale * weight[column];
}

} // namespace ck_tile

CK_TILE_API int ck_tile_rms_norm(float *out, const float *input, const float *weight, float epsilon,
                             long rows, long columns) {
    ck_tile::rms_norm_kernel<<<rows, CK_TILE_NORM_BLOCK>>>(out, input, weight, epsilon, columns);
    CK_TILE_CHECK(hipGetLastError());
    return hipDeviceSynchronize();
}
