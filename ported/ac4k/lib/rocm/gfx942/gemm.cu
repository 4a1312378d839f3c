// Matrix products by warp products: 128 x 128 of the result a block, with tiles of both operands
// copied to shared memory some steps ahead.
#include <hip/hip_runtime.h>
#include "../../../porter_compat/launch_bounds.hpp"
#include <algorithm>
#include <cstdint>

#include "rocm/common/utils.cuh"
#include "rocm/gfx942/gemm_result.cuh"
#include "rocm/gfx942/mma.cuh"
#include "rocm/gfx942/ops.h"

namespace ac4k {
namespace gfx942 {
namespace {

constexpr int kTile = 128;      // rows and columns of a block
constexpr int kRowBytes = 128;  // of the depth, in a stage
constexpr int kStages = 2;  // 64 KB: all that a block may have
constexpr int kTileBytes = kTile * kRowBytes;
constexpr int kStageBytes = 2 * kTileBytes;
constexpr int kSharedBytes = kStages * kStageBytes;

// Eight warps, two of them a wave, are one wave for each of a compute unit's four SIMDs, which has
// room for one block.
template <typename Element>
struct WarpTile {
    static constexpr int kRows = 64;
    static constexpr int kColumns = 32;
    static constexpr int kColumnWarps = kTile / kColumns;
    static constexpr int kThreads = kTile / kRows * kColumnWarps * 32;
    static constexpr int kBlocks = 1;  // of a compute unit
    static constexpr int kUnroll = 4;
};

template <typename Element>
__global__ void PORTER_LAUNCH_BOUNDS(WarpTile<Element>::kThreads, WarpTile<Element>::kBlocks)
    gemm_kernel(GemmArguments arguments) {
    using Sum = typename Product<Element>::Sum;
    using Tile = WarpTile<Element>;
    extern __shared__ __align__(128) unsigned char shared[];
    const uint32_t stages = shared_address(shared);
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    const TilePlace place =
        tile_place(blockIdx.x, ceil_div(arguments.rows, kTile), ceil_div(arguments.columns, kTile));
    const int first_row = place.row * kTile;
    const int first_column = place.column * kTile;
    const int64_t row_bytes = int64_t(arguments.depth) * sizeof(Element);
    const int steps = static_cast<int>(ceil_div<int64_t>(row_bytes, kRowBytes));
    const char* a = static_cast<const char*>(arguments.a) + first_row * row_bytes;
    const char* b = static_cast<const char*>(arguments.b) + first_column * row_bytes;
    const auto copy_stage = [&](int step) {
        if (step < steps) {
            const uint32_t stage = stages + step % kStages * kStageBytes;
            const int64_t byte = int64_t(step) * kRowBytes;
            copy_rows<kTile, kRowBytes, Tile::kThreads>(
                stage, a + byte, row_bytes, arguments.rows - first_row, row_bytes - byte);
            copy_rows<kTile, kRowBytes, Tile::kThreads>(stage + kTileBytes, b + byte, row_bytes,
                                                        arguments.columns - first_column,
                                                        row_bytes - byte);
        }
        commit_copies();
    };

    constexpr int kRowParts = Tile::kRows / 16;
    constexpr int kColumnParts = Tile::kColumns / 8;
    Sum sums[kRowParts][kColumnParts][4] = {};
    const int warp_row = warp / Tile::kColumnWarps * Tile::kRows;
    const int warp_column = warp % Tile::kColumnWarps * Tile::kColumns;
#pragma unroll
    for (int step = 0; step < kStages - 1; ++step) copy_stage(step);
    for (int step = 0; step < steps; ++step) {
        wait_for_copies<kStages - 2>();
        __syncthreads();
        copy_stage(step + kStages - 1);
        const uint32_t a_tile = stages + step % kStages * kStageBytes;
        const uint32_t b_tile = a_tile + kTileBytes;
#pragma unroll Tile::kUnroll
        for (int chunk = 0; chunk < kRowBytes / 16; chunk += 2) {
            uint32_t left[kRowParts][4];
#pragma unroll
            for (int i = 0; i < kRowParts; ++i) {
                load_left<kRowBytes>(left[i], a_tile, warp_row + i * 16, chunk, lane);
            }
#pragma unroll
            for (int j = 0; j < kColumnParts / 2; ++j) {
                uint32_t right[4];
                load_right<kRowBytes>(right, b_tile, warp_column + j * 16, chunk, lane);
#pragma unroll
                for (int i = 0; i < kRowParts; ++i) {
                    Product<Element>::add(sums[i][2 * j], left[i], right[0], right[1]);
                    Product<Element>::add(sums[i][2 * j + 1], left[i], right[2], right[3]);
                }
            }
        }
    }
    wait_for_copies<0>();

    const int row = first_row + warp_row + lane / 4;
    const int column = first_column + warp_column + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < kRowParts; ++i) {
        store_result(arguments, sums[i], row + i * 16, column);
    }
}

template <typename Element>
void launch(const GemmArguments& arguments, hipStream_t stream) {
    const int64_t blocks =
        int64_t(ceil_div(arguments.rows, kTile)) * ceil_div(arguments.columns, kTile);
    allow_shared_memory(gemm_kernel<Element>, kSharedBytes);
    gemm_kernel<Element>
        <<<static_cast<unsigned>(blocks), WarpTile<Element>::kThreads, kSharedBytes, stream>>>(
            arguments);
    check_launch("gemm_kernel");
}

}  // namespace

void gemm(const GemmArguments& arguments, hipStream_t stream) {
    switch (arguments.type) {
        case DataType::bfloat16:
            return launch<__hip_bfloat16>(arguments, stream);
        case DataType::float8_e4m3:
            return launch<float8>(arguments, stream);
        case DataType::int8:
            return launch<int8_t>(arguments, stream);
        default:
            throw std::invalid_argument("gemm multiplies bfloat16, float8 and int8");
    }
}

}  // namespace gfx942
}  // namespace ac4k
