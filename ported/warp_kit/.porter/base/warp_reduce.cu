// Sum, maximum and position of the maximum, warp by warp, with shuffles.
#include <hip/hip_runtime.h>
#include "porter_compat/warp.hpp"
#include "check.cuh"

#include <algorithm>
#include <cfloat>
#include <limits>

namespace {

constexpr int kThreads = 256;

// Tree: the answer ends up in lane 0.
__device__ float warp_sum(float value) {
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
        value += porter::shfl_down_sync(kFullMask, value, offset);
    }
    return value;
}

// Butterfly: every lane has the answer.
__device__ float warp_max(float value) {
#pragma unroll
    for (int mask = kWarpSize / 2; mask > 0; mask >>= 1) {
        value = fmaxf(value, porter::shfl_xor_sync(kFullMask, value, mask));
    }
    return value;
}

struct Best {
    float value;
    int index;
};

// Ties go to the smaller index, so that the answer does not depend on the order.
__device__ Best warp_argmax(Best best) {
#pragma unroll
    for (int mask = kWarpSize / 2; mask > 0; mask >>= 1) {
        const float value = porter::shfl_xor_sync(kFullMask, best.value, mask);
        const int index = porter::shfl_xor_sync(kFullMask, best.index, mask);
        if (value > best.value || (value == best.value && index < best.index)) {
            best = {value, index};
        }
    }
    return best;
}

// One warp a row; lanes stride through it.
__global__ void reduce_rows(const float* input, int rows, int columns, float* sums, float* maxima,
                            int* positions) {
    const int lane = threadIdx.x & (kWarpSize - 1);
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarpSize;
    if (row >= rows) {
        return;
    }
    float sum = 0.0f;
    Best best = {-FLT_MAX, columns};
    for (int column = lane; column < columns; column += kWarpSize) {
        const float value = input[row * columns + column];
        sum += value;
        if (value > best.value) {
            best = {value, column};
        }
    }
    sum = warp_sum(sum);
    const float maximum = warp_max(best.value);
    best = warp_argmax(best);
    if (lane == 0) {
        sums[row] = sum;
        maxima[row] = maximum;
        positions[row] = best.index;
    }
}

// Integers through the hardware's own reduction (sm_80 and later).
__global__ void reduce_integers(const int* input, int count, int* sums, int* minima,
                                unsigned* unions) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int value = i < count ? input[i] : 0;
    const int sum = porter::reduce_add_sync(kFullMask, value);
    const int minimum = porter::reduce_min_sync(kFullMask, value);
    const unsigned all_bits = porter::reduce_or_sync(kFullMask, static_cast<unsigned>(value));
    if (i % kWarpSize == 0 && i < count) {
        sums[i / kWarpSize] = sum;
        minima[i / kWarpSize] = minimum;
        unions[i / kWarpSize] = all_bits;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int rows = size_argument(argc, argv, 61);
    const int columns = 203;  // no multiple of the warp size
    Checks checks("warp_reduce");

    std::vector<float> input = random_floats(static_cast<size_t>(rows) * columns, 1);
    input[7] = input[100] = 2.0f;  // a tie
    std::vector<double> sums(rows, 0.0);
    std::vector<float> maxima(rows);
    std::vector<int> positions(rows);
    for (int row = 0; row < rows; ++row) {
        const auto begin = input.begin() + static_cast<size_t>(row) * columns;
        for (auto it = begin; it != begin + columns; ++it) {
            sums[row] += *it;
        }
        const auto top = std::max_element(begin, begin + columns);
        maxima[row] = *top;
        positions[row] = static_cast<int>(top - begin);
    }

    DeviceBuffer<float> device_input(input), device_sums(rows), device_maxima(rows);
    DeviceBuffer<int> device_positions(rows);
    reduce_rows<<<(rows * kWarpSize + kThreads - 1) / kThreads, kThreads>>>(
        device_input.get(), rows, columns, device_sums.get(), device_maxima.get(),
        device_positions.get());
    CHECK_KERNEL();
    checks.close("row sums", device_sums.to_host(), sums, 1e-5);
    checks.equal("row maxima", device_maxima.to_host(), maxima);
    checks.equal("positions of the maxima", device_positions.to_host(), positions);

    const int warps = rows, count = warps * kWarpSize;
    const std::vector<int> integers = random_ints(count, 2, 1 << 20);
    std::vector<int> integer_sums(warps, 0), minima(warps, std::numeric_limits<int>::max());
    std::vector<unsigned> unions(warps, 0);
    for (int i = 0; i < count; ++i) {
        integer_sums[i / kWarpSize] += integers[i];
        minima[i / kWarpSize] = std::min(minima[i / kWarpSize], integers[i]);
        unions[i / kWarpSize] |= static_cast<unsigned>(integers[i]);
    }
    DeviceBuffer<int> device_integers(integers), device_integer_sums(warps), device_minima(warps);
    DeviceBuffer<unsigned> device_unions(warps);
    reduce_integers<<<(count + kThreads - 1) / kThreads, kThreads>>>(
        device_integers.get(), count, device_integer_sums.get(), device_minima.get(),
        device_unions.get());
    CHECK_KERNEL();
    checks.equal("integer sums", device_integer_sums.to_host(), integer_sums);
    checks.equal("integer minima", device_minima.to_host(), minima);
    checks.equal("unions of bits", device_unions.to_host(), unions);
    return checks.finish();
}
