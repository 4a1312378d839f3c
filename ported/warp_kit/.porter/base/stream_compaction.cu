// Keep the elements that pass a test: ballots inside warps, one atomic a block or a branch.
#include <hip/hip_runtime.h>
#include "porter_compat/bits.hpp"
#include "porter_compat/warp.hpp"
#include "check.cuh"

#include <algorithm>

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / kWarpSize;

__device__ bool keep(int value) { return value % 3 == 0; }

// Number of lanes below this one whose bit is set.
__device__ int rank_in(unsigned ballot, int lane) {
    return porter::popc(ballot & ((1u << lane) - 1));
}

// Each block writes its survivors as one piece; the pieces land in any order.
__global__ void compact(const int* input, int count, int* output, int* output_count,
                        unsigned* ballots) {
    __shared__ int warp_offset[kWarps];
    __shared__ int block_offset;
    const int lane = threadIdx.x % kWarpSize;
    const int warp = threadIdx.x / kWarpSize;
    const int i = blockIdx.x * kThreads + threadIdx.x;

    const int value = i < count ? input[i] : 0;
    const bool kept = i < count && keep(value);
    const unsigned ballot = porter::ballot_sync(kFullMask, kept);
    if (lane == 0) {
        warp_offset[warp] = porter::popc(ballot);
        ballots[i / kWarpSize] = ballot;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int w = 0; w < kWarps; ++w) {
            const int size = warp_offset[w];
            warp_offset[w] = total;
            total += size;
        }
        block_offset = atomicAdd(output_count, total);
    }
    __syncthreads();
    if (kept) {
        output[block_offset + warp_offset[warp] + rank_in(ballot, lane)] = value;
    }
}

// Threads that meet in a branch share one atomic: the leader adds for all.
__device__ int aggregated_increment(int* counter) {
    const unsigned active = porter::activemask();
    const int leader = __ffs(active) - 1;
    const int lane = threadIdx.x % kWarpSize;
    int base = 0;
    if (lane == leader) {
        base = atomicAdd(counter, porter::popc(active));
    }
    base = porter::shfl_sync(active, base, leader);
    return base + rank_in(active, lane);
}

__global__ void filter_unordered(const int* input, int count, int* output, int* output_count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && keep(input[i])) {
        output[aggregated_increment(output_count)] = input[i];
    }
}

// Votes: which warps have only, some, no survivors.
__global__ void vote(const int* input, int count, int* all, int* any) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool kept = i < count && keep(input[i]);
    const int everyone = porter::all_sync(kFullMask, kept);
    const int someone = porter::any_sync(kFullMask, kept);
    if (threadIdx.x % kWarpSize == 0 && i < count) {
        all[i / kWarpSize] = everyone;
        any[i / kWarpSize] = someone;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int count = size_argument(argc, argv, 10007);
    const int blocks = (count + kThreads - 1) / kThreads;
    const int warps = (count + kWarpSize - 1) / kWarpSize;
    Checks checks("stream_compaction");

    std::vector<int> input = random_ints(count, 3, 1000);
    std::fill(input.begin(), input.begin() + std::min(count, kWarpSize), 3);  // a full warp
    std::vector<int> expected;
    std::vector<int> expected_all(warps, 1), expected_any(warps, 0);
    std::vector<unsigned> expected_ballots(blocks * kWarps, 0);
    for (int i = 0; i < warps * kWarpSize; ++i) {
        const bool kept = i < count && input[i] % 3 == 0;
        if (kept) {
            expected.push_back(input[i]);
            expected_ballots[i / kWarpSize] |= 1u << (i % kWarpSize);
        }
        expected_all[i / kWarpSize] &= kept;
        expected_any[i / kWarpSize] |= kept;
    }

    DeviceBuffer<int> device_input(input), device_output(count), device_count(1);
    DeviceBuffer<unsigned> device_ballots(static_cast<size_t>(blocks) * kWarps);
    device_count.fill_bytes(0);
    compact<<<blocks, kThreads>>>(device_input.get(), count, device_output.get(),
                                  device_count.get(), device_ballots.get());
    CHECK_KERNEL();
    checks.equal("ballots", device_ballots.to_host(), expected_ballots);

    auto survivors = [&] {
        std::vector<int> output = device_output.to_host();
        output.resize(std::min<size_t>(device_count.to_host()[0], output.size()));
        std::sort(output.begin(), output.end());
        return output;
    };
    std::sort(expected.begin(), expected.end());
    checks.equal("compacted by blocks", survivors(), expected);

    device_count.fill_bytes(0);
    device_output.fill_bytes(0xff);
    filter_unordered<<<blocks, kThreads>>>(device_input.get(), count, device_output.get(),
                                           device_count.get());
    CHECK_KERNEL();
    checks.equal("filtered with shared atomics", survivors(), expected);

    DeviceBuffer<int> device_all(warps), device_any(warps);
    vote<<<blocks, kThreads>>>(device_input.get(), count, device_all.get(), device_any.get());
    CHECK_KERNEL();
    checks.equal("warps that keep all", device_all.to_host(), expected_all);
    checks.equal("warps that keep any", device_any.to_host(), expected_any);
    return checks.finish();
}
