// Cooperative groups: blocks cut into tiles, reductions on tiles, and groups of whoever is there.
#include <hip/hip_runtime.h>
#include "porter_compat/minmax.hpp"
#include "check.cuh"

#include "porter_compat/cooperative_groups.hpp"
#include "porter_compat/cooperative_groups_reduce.hpp"

#include <algorithm>
#include <iterator>
#include <type_traits>

namespace cg = porter::cooperative_groups;

namespace {

constexpr int kThreads = 128;

// Sums of tiles with the tile's own shuffles.
template <int kTile>
__global__ void tile_sums(const int* input, int* sums) {
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<kTile> tile = cg::tiled_partition<kTile>(block);
    int value = input[blockIdx.x * block.size() + block.thread_rank()];
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) {
        value += tile.shfl_down(value, offset);
    }
    if (tile.thread_rank() == 0) {
        sums[(blockIdx.x * block.size() + block.thread_rank()) / kTile] = value;
    }
}

// The same with the library's reduction, and the maximum with votes of the tile.
template <int kTile>
__global__ void tile_reduce(const int* input, int* sums, int* maxima, unsigned* above_half) {
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<kTile>(block);
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const int sum = cg::reduce(tile, input[i], cg::plus<int>());
    const int maximum = cg::reduce(tile, input[i], cg::greater<int>());
    const unsigned ballot = tile.ballot(2 * input[i] > maximum);
    if (tile.thread_rank() == 0) {
        sums[i / kTile] = sum;
        maxima[i / kTile] = maximum;
        above_half[i / kTile] = ballot;
    }
}

// Threads that took the branch number themselves and share one atomic.
__global__ void count_multiples(const int* input, int count, int divisor, int* output,
                                int* found) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && input[i] % divisor == 0) {
        const cg::coalesced_group group = cg::coalesced_threads();
        int base = 0;
        if (group.thread_rank() == 0) {
            base = atomicAdd(found, static_cast<int>(group.size()));
        }
        base = group.shfl(base, 0);
        output[base + group.thread_rank()] = input[i];
    }
}

// Odd-even transposition sort of each tile: neighbours compare through shuffles.
__global__ void sort_tiles(int* data) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const int rank = tile.thread_rank();
    int value = data[i];
    for (int round = 0; round < 16; ++round) {
        const bool lower = (rank + round) % 2 == 0;
        const int partner = lower ? rank + 1 : rank - 1;
        const int other = tile.shfl(value, min(max(partner, 0), 15));
        if (partner >= 0 && partner < 16) {
            value = lower ? min(value, other) : max(value, other);
        }
    }
    data[i] = value;
}

}  // namespace

int main(int argc, char** argv) {
    const int blocks = size_argument(argc, argv, 20);
    const int count = blocks * kThreads;
    Checks checks("cooperative_tiles");
    const std::vector<int> input = random_ints(count, 61, 500);
    DeviceBuffer<int> device_input(input);

    const auto expect = [&](int tile, std::vector<int>& sums, std::vector<int>& maxima,
                            std::vector<unsigned>& ballots) {
        sums.assign(count / tile, 0);
        maxima.assign(count / tile, 0);
        ballots.assign(count / tile, 0);
        for (int i = 0; i < count; ++i) {
            sums[i / tile] += input[i];
            maxima[i / tile] = std::max(maxima[i / tile], input[i]);
        }
        for (int i = 0; i < count; ++i) {
            ballots[i / tile] |= static_cast<unsigned>(2 * input[i] > maxima[i / tile]) << i % tile;
        }
    };
    const auto check_tile = [&](auto width) {
        constexpr int kTile = decltype(width)::value;
        std::vector<int> sums, maxima;
        std::vector<unsigned> ballots;
        expect(kTile, sums, maxima, ballots);
        DeviceBuffer<int> device_sums(count / kTile), device_maxima(count / kTile);
        DeviceBuffer<unsigned> device_ballots(count / kTile);
        char what[64];
        tile_sums<kTile><<<blocks, kThreads>>>(device_input.get(), device_sums.get());
        CHECK_KERNEL();
        std::snprintf(what, sizeof what, "tiles of %d: sums", kTile);
        checks.equal(what, device_sums.to_host(), sums);
        device_sums.fill_bytes(0xff);
        tile_reduce<kTile><<<blocks, kThreads>>>(device_input.get(), device_sums.get(),
                                                 device_maxima.get(), device_ballots.get());
        CHECK_KERNEL();
        std::snprintf(what, sizeof what, "tiles of %d: reduced", kTile);
        checks.equal(what, device_sums.to_host(), sums);
        std::snprintf(what, sizeof what, "tiles of %d: maxima", kTile);
        checks.equal(what, device_maxima.to_host(), maxima);
        std::snprintf(what, sizeof what, "tiles of %d: ballots", kTile);
        checks.equal(what, device_ballots.to_host(), ballots);
    };
    check_tile(std::integral_constant<int, 4>());
    check_tile(std::integral_constant<int, 16>());
    check_tile(std::integral_constant<int, 32>());

    DeviceBuffer<int> output(count), found(1);
    found.fill_bytes(0);
    count_multiples<<<blocks, kThreads>>>(device_input.get(), count, 7, output.get(), found.get());
    CHECK_KERNEL();
    std::vector<int> multiples = output.to_host(), expected;
    multiples.resize(std::min(found.to_host()[0], count));
    std::copy_if(input.begin(), input.end(), std::back_inserter(expected),
                 [](int value) { return value % 7 == 0; });
    std::sort(multiples.begin(), multiples.end());
    std::sort(expected.begin(), expected.end());
    checks.equal("multiples of 7", multiples, expected);

    std::vector<int> sorted(input);
    for (int i = 0; i < count; i += 16) {
        std::sort(sorted.begin() + i, sorted.begin() + i + 16);
    }
    sort_tiles<<<blocks, kThreads>>>(device_input.get());
    CHECK_KERNEL();
    checks.equal("sorted tiles", device_input.to_host(), sorted);
    return checks.finish();
}
