// Sum of an array: warps with shuffles, blocks through shared memory, the grid in three ways.
#include <hip/hip_runtime.h>
#include "porter_compat/warp.hpp"
#include "check.cuh"

#include <numeric>

namespace {

constexpr int kThreads = 256;

__device__ double warp_sum(double value) {
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) {
        value += porter::shfl_down_sync(0xffffffff, value, offset);
    }
    return value;
}

// Valid in thread 0. At most 32 warps: the first warp sums what the others left.
__device__ double block_sum(double value) {
    __shared__ double per_warp[32];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    value = warp_sum(value);
    if (lane == 0) {
        per_warp[warp] = value;
    }
    __syncthreads();
    const int warps = (blockDim.x + 31) >> 5;
    value = threadIdx.x < warps ? per_warp[lane] : 0.0;
    if (warp == 0) {
        value = warp_sum(value);
    }
    return value;
}

__device__ double strided_sum(const float* input, int count) {
    double sum = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        sum += input[i];
    }
    return sum;
}

// One partial sum a block; a second launch sums them.
__global__ void partial_sums(const float* input, int count, double* partial) {
    const double sum = block_sum(strided_sum(input, count));
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
    }
}

__global__ void sum_partial(const double* partial, int count, double* result) {
    double sum = 0.0;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        sum += partial[i];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        *result = sum;
    }
}

// One atomic a block.
__global__ void atomic_sum(const float* input, int count, double* result) {
    const double sum = block_sum(strided_sum(input, count));
    if (threadIdx.x == 0) {
        atomicAdd(result, sum);
    }
}

// The last block to finish sums the partial results: one launch, the same answer every time.
__device__ unsigned int finished_blocks = 0;

__global__ void last_block_sum(const float* input, int count, volatile double* partial,
                               double* result) {
    __shared__ bool is_last;
    const double sum = block_sum(strided_sum(input, count));
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();  // the partial sum is visible before the count
        const unsigned int ticket = atomicInc(&finished_blocks, gridDim.x - 1);
        is_last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        double total = 0.0;
        for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
            total += partial[i];
        }
        __syncthreads();  // block_sum's shared memory is used again
        total = block_sum(total);
        if (threadIdx.x == 0) {
            *result = total;
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int count = size_argument(argc, argv, 100003);
    const int blocks = 24;
    Checks checks("block_reduce");

    const std::vector<float> input = random_floats(count, 11);
    const std::vector<double> expected = {std::accumulate(input.begin(), input.end(), 0.0)};

    DeviceBuffer<float> device_input(input);
    DeviceBuffer<double> partial(blocks), result(1);
    result.fill_bytes(0xff);
    partial_sums<<<blocks, kThreads>>>(device_input.get(), count, partial.get());
    sum_partial<<<1, 32>>>(partial.get(), blocks, result.get());
    CHECK_KERNEL();
    checks.close("two launches", result.to_host(), expected, 1e-12);

    result.fill_bytes(0);
    atomic_sum<<<blocks, kThreads>>>(device_input.get(), count, result.get());
    CHECK_KERNEL();
    checks.close("an atomic a block", result.to_host(), expected, 1e-12);

    for (int run = 0; run < 2; ++run) {  // the ticket counter must have wrapped to zero
        result.fill_bytes(0xff);
        last_block_sum<<<blocks, kThreads>>>(device_input.get(), count, partial.get(),
                                             result.get());
        CHECK_KERNEL();
        checks.close("the last block", result.to_host(), expected, 1e-12);
    }
    return checks.finish();
}
