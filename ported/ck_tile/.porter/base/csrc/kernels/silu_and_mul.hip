#include "../include/ck_tile_common.h"

namespace ck_tile {

__global__ void silu_and_mul_kernel(float *out, const float *input, long columns, long count) {
    const long index = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index >= count) return;
    const float *row = input + index / columns * 2 * columns;
    const float gate = row[index % columns], up = row[columns + index % columns];
    out[index] = gate / (1.0f + expf(-gate)) * up;
}

} // namespace ck_tile

CK_TILE_API int ck_tile_silu_and_mul(float *out, const float *input, long rows, long columns) {
    const long count = rows * columns;
    ck_tile::silu_and_mul_kernel<<<(count + 255) / 256, 256>>>(out, input, columns, count);
    CK_TILE_CHECK(hipGetLastError());
    return hipDeviceSynchronize();
}
