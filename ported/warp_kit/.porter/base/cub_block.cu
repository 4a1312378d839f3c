// Block-wide primitives of cub: load, scan, reduce, exchange, sort and store.
#include <hip/hip_runtime.h>
#include "porter_compat/minmax.hpp"
#include "check.cuh"

#include <algorithm>
#include <climits>
#include <numeric>

#include <hipcub/hipcub.hpp>

namespace {

constexpr int kThreads = 128;
constexpr int kItems = 4;
constexpr int kTile = kThreads * kItems;

// Prefix sums of each tile, and the tile's total.
__global__ void scan_tiles(const int* input, int count, int* prefix, int* totals) {
    using BlockLoad = hipcub::BlockLoad<int, kThreads, kItems, (kThreads % 64 == 0 ? hipcub::BLOCK_LOAD_WARP_TRANSPOSE : hipcub::BLOCK_LOAD_TRANSPOSE)>;
    using BlockStore = hipcub::BlockStore<int, kThreads, kItems, (kThreads % 64 == 0 ? hipcub::BLOCK_STORE_WARP_TRANSPOSE : hipcub::BLOCK_STORE_TRANSPOSE)>;
    using BlockScan = hipcub::BlockScan<int, kThreads>;
    __shared__ union {
        typename BlockLoad::TempStorage load;
        typename BlockScan::TempStorage scan;
        typename BlockStore::TempStorage store;
    } storage;

    const int offset = blockIdx.x * kTile;
    const int valid = min(count - offset, kTile);
    int items[kItems];
    BlockLoad(storage.load).Load(input + offset, items, valid, 0);
    __syncthreads();
    int total;
    BlockScan(storage.scan).ExclusiveSum(items, items, total);
    __syncthreads();
    BlockStore(storage.store).Store(prefix + offset, items, valid);
    if (threadIdx.x == 0) {
        totals[blockIdx.x] = total;
    }
}

// Largest element of each tile, through cub's reduction with an operator of our own.
struct Larger {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

__global__ void reduce_tiles(const int* input, int count, int* maxima) {
    using BlockReduce = hipcub::BlockReduce<int, kThreads, hipcub::BLOCK_REDUCE_WARP_REDUCTIONS>;
    __shared__ typename BlockReduce::TempStorage storage;
    int largest = -1;
    for (int i = blockIdx.x * kTile + threadIdx.x; i < min(count, (blockIdx.x + 1) * kTile);
         i += kThreads) {
        largest = max(largest, input[i]);
    }
    largest = BlockReduce(storage).Reduce(largest, Larger());
    if (threadIdx.x == 0) {
        maxima[blockIdx.x] = largest;
    }
}

// Each tile sorted, keys with their positions.
__global__ void sort_tiles(const int* input, int count, int* keys_out, int* values_out) {
    using BlockSort = hipcub::BlockRadixSort<int, kThreads, kItems, int>;
    __shared__ typename BlockSort::TempStorage storage;
    const int offset = blockIdx.x * kTile;
    int keys[kItems], values[kItems];
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        const int position = threadIdx.x * kItems + i;
        keys[i] = offset + position < count ? input[offset + position] : INT_MAX;
        values[i] = position;
    }
    BlockSort(storage).SortBlockedToStriped(keys, values);
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        const int position = offset + i * kThreads + threadIdx.x;
        if (position < count) {
            keys_out[position] = keys[i];
            values_out[position] = values[i];
        }
    }
}

// Sums of logical warps of 8 and of 32 lanes.
template <int kLanes>
__global__ void sum_groups(const int* input, int* sums) {
    using WarpReduce = hipcub::WarpReduce<int, kLanes>;
    __shared__ typename WarpReduce::TempStorage storage[kThreads / kLanes];
    const int group = threadIdx.x / kLanes;
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const int sum = WarpReduce(storage[group]).Sum(input[i]);
    if (threadIdx.x % kLanes == 0) {
        sums[i / kLanes] = sum;
    }
}

std::vector<int> group_sums(const std::vector<int>& input, int blocks, int lanes) {
    std::vector<int> sums(blocks * kThreads / lanes, 0);
    for (int i = 0; i < blocks * kThreads; ++i) {
        sums[i / lanes] += input[i];
    }
    return sums;
}

}  // namespace

int main(int argc, char** argv) {
    const int count = size_argument(argc, argv, 5 * kTile + 77);
    const int tiles = (count + kTile - 1) / kTile;
    Checks checks("cub_block");

    const std::vector<int> input = random_ints(count, 5, 10000);
    std::vector<int> prefix(count), totals(tiles), maxima(tiles), sorted(input), order(count);
    for (int tile = 0; tile < tiles; ++tile) {
        const int begin = tile * kTile, end = std::min(count, begin + kTile);
        int sum = 0;
        maxima[tile] = -1;
        for (int i = begin; i < end; ++i) {
            prefix[i] = sum;
            sum += input[i];
            maxima[tile] = std::max(maxima[tile], input[i]);
        }
        totals[tile] = sum;
        std::iota(order.begin() + begin, order.begin() + end, 0);
        std::stable_sort(order.begin() + begin, order.begin() + end,
                         [&](int a, int b) { return input[begin + a] < input[begin + b]; });
        std::sort(sorted.begin() + begin, sorted.begin() + end);
    }

    DeviceBuffer<int> device_input(input), device_prefix(count), device_totals(tiles),
        device_maxima(tiles), device_keys(count), device_order(count);
    scan_tiles<<<tiles, kThreads>>>(device_input.get(), count, device_prefix.get(),
                                    device_totals.get());
    CHECK_KERNEL();
    checks.equal("block scan", device_prefix.to_host(), prefix);
    checks.equal("block totals", device_totals.to_host(), totals);
    reduce_tiles<<<tiles, kThreads>>>(device_input.get(), count, device_maxima.get());
    CHECK_KERNEL();
    checks.equal("block maxima", device_maxima.to_host(), maxima);
    sort_tiles<<<tiles, kThreads>>>(device_input.get(), count, device_keys.get(),
                                    device_order.get());
    CHECK_KERNEL();
    checks.equal("sorted keys", device_keys.to_host(), sorted);
    checks.equal("order of the sorted", device_order.to_host(), order);

    const int blocks = count / kThreads;
    if (blocks > 0) {
        DeviceBuffer<int> sums8(blocks * kThreads / 8), sums32(blocks * kThreads / 32);
        sum_groups<8><<<blocks, kThreads>>>(device_input.get(), sums8.get());
        sum_groups<32><<<blocks, kThreads>>>(device_input.get(), sums32.get());
        CHECK_KERNEL();
        checks.equal("sums of 8 lanes", sums8.to_host(), group_sums(input, blocks, 8));
        checks.equal("sums of 32 lanes", sums32.to_host(), group_sums(input, blocks, 32));
    }
    return checks.finish();
}
