// Inclusive prefix sum of any length: shuffles inside warps, shared memory inside blocks, and a
// second level for the blocks' totals. Also a segmented scan inside warps.
#include <hip/hip_runtime.h>
#include "porter_compat/warp.hpp"
#include "check.cuh"

namespace {

constexpr int kThreads = 512;
constexpr int kWarps = kThreads / kWarpSize;

__device__ int warp_inclusive_scan(int value, int lane) {
#pragma unroll
    for (int distance = 1; distance < kWarpSize; distance *= 2) {
        const int below = porter::shfl_up_sync(kFullMask, value, distance);
        if (lane >= distance) {
            value += below;
        }
    }
    return value;
}

// All threads of the block get their inclusive prefix; `total` is the block's sum.
__device__ int block_inclusive_scan(int value, int* total) {
    __shared__ int warp_totals[kWarps];
    const int lane = threadIdx.x % porter::warp_size;
    const int warp = threadIdx.x / porter::warp_size;
    value = warp_inclusive_scan(value, lane);
    if (lane == porter::warp_size - 1) {
        warp_totals[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        const int sum = warp_inclusive_scan(lane < kWarps ? warp_totals[lane] : 0, lane);
        if (lane < kWarps) {
            warp_totals[lane] = sum;
        }
    }
    __syncthreads();
    *total = warp_totals[kWarps - 1];
    return warp == 0 ? value : value + warp_totals[warp - 1];
}

__global__ void scan_blocks(const int* input, int count, int* output, int* block_totals) {
    const int i = blockIdx.x * kThreads + threadIdx.x;
    int total;
    const int prefix = block_inclusive_scan(i < count ? input[i] : 0, &total);
    if (i < count) {
        output[i] = prefix;
    }
    if (threadIdx.x == 0 && block_totals != nullptr) {
        block_totals[blockIdx.x] = total;
    }
}

__global__ void add_offsets(int* output, int count, const int* scanned_totals) {
    const int i = blockIdx.x * kThreads + threadIdx.x;
    if (blockIdx.x > 0 && i < count) {
        output[i] += scanned_totals[blockIdx.x - 1];
    }
}

void inclusive_scan(const int* input, int count, int* output) {
    const int blocks = (count + kThreads - 1) / kThreads;
    if (blocks == 1) {
        scan_blocks<<<1, kThreads>>>(input, count, output, nullptr);
        CHECK_KERNEL();
        return;
    }
    DeviceBuffer<int> totals(blocks);
    scan_blocks<<<blocks, kThreads>>>(input, count, output, totals.get());
    CHECK_KERNEL();
    inclusive_scan(totals.get(), blocks, totals.get());
    add_offsets<<<blocks, kThreads>>>(output, count, totals.get());
    CHECK_KERNEL();
}

// Sums that start anew at each head, inside a warp: the ballot tells how far a lane may reach.
__global__ void segmented_scan(const int* input, const int* heads, int count, int* output) {
    const int lane = threadIdx.x & 31;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool head = i >= count || heads[i] != 0 || lane == 0;
    const unsigned head_lanes = porter::ballot_sync(0xffffffff, head);
    // The nearest head at or below this lane.
    const int start = 31 - __clz(head_lanes & (0xffffffffu >> (31 - lane)));
    int value = i < count ? input[i] : 0;
    for (int distance = 1; distance < 32; distance <<= 1) {
        const int below = porter::shfl_up_sync(0xffffffff, value, distance);
        if (lane - distance >= start) {
            value += below;
        }
    }
    if (i < count) {
        output[i] = value;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int largest = size_argument(argc, argv, 300000);
    Checks checks("scan");
    for (const int count : {1, 31, 513, largest}) {
        const std::vector<int> input = random_ints(count, 21, 7);
        std::vector<int> expected(count);
        int sum = 0;
        for (int i = 0; i < count; ++i) {
            expected[i] = sum += input[i];
        }
        DeviceBuffer<int> device_input(input), output(count);
        output.fill_bytes(0xff);
        inclusive_scan(device_input.get(), count, output.get());
        char what[64];
        std::snprintf(what, sizeof what, "prefix sums of %d", count);
        checks.equal(what, output.to_host(), expected);
    }

    const int count = 5000;
    const std::vector<int> input = random_ints(count, 22, 100);
    std::vector<int> heads = random_ints(count, 23, 5);
    std::vector<int> expected(count);
    for (int i = 0; i < count; ++i) {
        heads[i] = heads[i] == 0;
        const bool anew = heads[i] || i % kWarpSize == 0;
        expected[i] = input[i] + (anew ? 0 : expected[i - 1]);
    }
    DeviceBuffer<int> device_input(input), device_heads(heads), output(count);
    segmented_scan<<<(count + kThreads - 1) / kThreads, kThreads>>>(
        device_input.get(), device_heads.get(), count, output.get());
    CHECK_KERNEL();
    checks.equal("segmented prefix sums", output.to_host(), expected);
    return checks.finish();
}
