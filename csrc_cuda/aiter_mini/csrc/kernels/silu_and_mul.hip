#include "../include/aiter_common.h"

namespace aiter {

__global__ void silu_and_mul_kernel(float *out, const float *input, long columns, long count) {
    const long index = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index >= count) return;
    const float *row = input + index / columns * 2 * columns;
    const float gate = row[index % columns], up = row[columns + index % columns];
    out[index] = gate / (1.0f + expf(-gate)) * up;
}

} // namespace aiter

AITER_API int aiter_silu_and_mul(float *out, const float *input, long rows, long columns) {
    const long count = rows * columns;
    aiter::silu_and_mul_kernel<<<(count + 255) / 256, 256>>>(out, input, columns, count);
    AITER_CHECK(hipGetLastError());
    return hipDeviceSynchronize();
}
