// Softmax of rows: one warp a short row, one block a long row with the running maximum trick.
#include <hip/hip_runtime.h>
#include "porter_compat/warp.hpp"
#include "check.cuh"

#include <algorithm>
#include <cfloat>

namespace {

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / kWarpSize;

__device__ float warp_max(float value) {
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) {
        value = fmaxf(value, porter::shfl_xor_sync(0xffffffff, value, mask, 32));
    }
    return value;
}

__device__ float warp_sum(float value) {
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) {
        value += porter::shfl_xor_sync(0xffffffff, value, mask, 32);
    }
    return value;
}

// Rows of at most 32 * kPerLane elements stay in registers.
template <int kPerLane>
__global__ void softmax_warp(const float* input, float* output, int rows, int columns) {
    const int lane = threadIdx.x & 31;
    const int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (row >= rows) {
        return;
    }
    input += static_cast<size_t>(row) * columns;
    output += static_cast<size_t>(row) * columns;

    float values[kPerLane];
    float maximum = -FLT_MAX;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        const int column = lane + 32 * i;
        values[i] = column < columns ? input[column] : -FLT_MAX;
        maximum = fmaxf(maximum, values[i]);
    }
    maximum = warp_max(maximum);
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        values[i] = lane + 32 * i < columns ? __expf(values[i] - maximum) : 0.0f;
        sum += values[i];
    }
    const float scale = 1.0f / warp_sum(sum);
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        if (lane + 32 * i < columns) {
            output[lane + 32 * i] = values[i] * scale;
        }
    }
}

struct Running {
    float maximum;
    float sum;  // of exp(x - maximum)
};

__device__ Running merge(Running a, Running b) {
    const float maximum = fmaxf(a.maximum, b.maximum);
    return {maximum, a.sum * __expf(a.maximum - maximum) + b.sum * __expf(b.maximum - maximum)};
}

__device__ Running warp_merge(Running value) {
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) {
        const Running other = {porter::shfl_xor_sync(0xffffffff, value.maximum, mask),
                               porter::shfl_xor_sync(0xffffffff, value.sum, mask)};
        value = merge(value, other);
    }
    return value;
}

// One pass for maximum and sum, one for the output; rows of any length.
__global__ void softmax_block(const float* input, float* output, int columns) {
    __shared__ Running per_warp[kWarps];
    input += static_cast<size_t>(blockIdx.x) * columns;
    output += static_cast<size_t>(blockIdx.x) * columns;

    Running running = {-FLT_MAX, 0.0f};
    for (int column = threadIdx.x; column < columns; column += kThreads) {
        running = merge(running, {input[column], 1.0f});
    }
    running = warp_merge(running);
    if (threadIdx.x % 32 == 0) {
        per_warp[threadIdx.x / 32] = running;
    }
    __syncthreads();
    // Every warp merges the partial results of all warps; lanes without one bring the identity.
    const int lane = threadIdx.x % 32;
    running = warp_merge(lane < kWarps ? per_warp[lane] : Running{-FLT_MAX, 0.0f});

    const float scale = 1.0f / running.sum;
    for (int column = threadIdx.x; column < columns; column += kThreads) {
        output[column] = __expf(input[column] - running.maximum) * scale;
    }
}

std::vector<double> reference(const std::vector<float>& input, int rows, int columns) {
    std::vector<double> output(input.size());
    for (int row = 0; row < rows; ++row) {
        const float* x = input.data() + static_cast<size_t>(row) * columns;
        const double maximum = *std::max_element(x, x + columns);
        double sum = 0;
        for (int i = 0; i < columns; ++i) {
            sum += std::exp(x[i] - maximum);
        }
        for (int i = 0; i < columns; ++i) {
            output[static_cast<size_t>(row) * columns + i] = std::exp(x[i] - maximum) / sum;
        }
    }
    return output;
}

}  // namespace

int main(int argc, char** argv) {
    const int rows = size_argument(argc, argv, 37);
    Checks checks("softmax");
    for (const int columns : {17, 128, 1000}) {
        const std::vector<float> input =
            random_floats(static_cast<size_t>(rows) * columns, columns, -10.0f, 10.0f);
        const std::vector<double> expected = reference(input, rows, columns);
        DeviceBuffer<float> device_input(input), device_output(input.size());
        char what[64];
        if (columns <= 128) {
            device_output.fill_bytes(0xff);
            softmax_warp<4><<<(rows + kWarps - 1) / kWarps, kThreads>>>(
                device_input.get(), device_output.get(), rows, columns);
            CHECK_KERNEL();
            std::snprintf(what, sizeof what, "warp softmax of %d columns", columns);
            checks.close(what, device_output.to_host(), expected, 1e-5);
        }
        device_output.fill_bytes(0xff);
        softmax_block<<<rows, kThreads>>>(device_input.get(), device_output.get(), columns);
        CHECK_KERNEL();
        std::snprintf(what, sizeof what, "block softmax of %d columns", columns);
        checks.close(what, device_output.to_host(), expected, 1e-5);
    }
    return checks.finish();
}
