// Matrix products by warp groups: one warp orders tiles of both operands from the copy engine, two
// groups of four warps multiply them, 64 x 256 of the result each. As many blocks as there are
// multiprocessors walk over the result; copies for the next tile run while one is stored.
#include <algorithm>
#include <cstdint>

#include "cuda/common/utils.cuh"
#include "cuda/sm90a/gemm_result.cuh"
#include "cuda/sm90a/mma.cuh"
#include "cuda/sm90a/ops.h"
#include "cuda/sm90a/tma.cuh"
#include "cuda/sm90a/wgmma.cuh"

namespace ac4k {
namespace sm90a {
namespace {

constexpr int kTileRows = 128;
constexpr int kTileColumns = 256;
constexpr int kRowBytes = 128;  // of the depth, in a stage
constexpr int kStages = 4;
constexpr int kGroups = 2;  // that multiply; one more copies
constexpr int kThreads = 128 * (kGroups + 1);
constexpr int kABytes = kTileRows * kRowBytes;
constexpr int kStageBytes = kABytes + kTileColumns * kRowBytes;
constexpr int kAlignment = 1024;  // of rotated tiles
constexpr int kSharedBytes = kStages * kStageBytes + 2 * kStages * 8 + kAlignment;

template <typename Element>
__global__ void __launch_bounds__(kThreads, 1)
    gemm_wgmma_kernel(const __grid_constant__ CUtensorMap a_map,
                      const __grid_constant__ CUtensorMap b_map, GemmArguments arguments) {
    using Sum = typename Product<Element>::Sum;
    constexpr int kDepth = kRowBytes / sizeof(Element);
    extern __shared__ unsigned char shared[];
    const uint32_t stages = (shared_address(shared) + kAlignment - 1) / kAlignment * kAlignment;
    const uint32_t filled = stages + kStages * kStageBytes;
    const uint32_t drained = filled + kStages * 8;
    const int group = threadIdx.x / 128;

    const int row_tiles = ceil_div(arguments.rows, kTileRows);
    const int column_tiles = ceil_div(arguments.columns, kTileColumns);
    const int tiles = row_tiles * column_tiles;
    const int steps = ceil_div(arguments.depth, kDepth);
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < kStages; ++stage) {
            init_barrier(filled + stage * 8, 1);
            init_barrier(drained + stage * 8, kGroups * 4);  // a warp once
        }
        publish_barriers();
    }
    __syncthreads();

    Ring<kStages> ring;
    if (group == kGroups) {
        release_registers<40>();
        if (threadIdx.x == kGroups * 128) {
            for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
                const TilePlace place = tile_place(tile, row_tiles, column_tiles);
                for (int step = 0; step < steps; ++step) {
                    const uint32_t stage = stages + ring.stage * kStageBytes;
                    const uint32_t barrier = filled + ring.stage * 8;
                    wait(drained + ring.stage * 8, ring.parity ^ 1);
                    arrive_expecting(barrier, kStageBytes);
                    load_tile(stage, &a_map, barrier, step * kDepth, place.row * kTileRows);
                    load_tile(stage + kABytes, &b_map, barrier, step * kDepth,
                              place.column * kTileColumns);
                    ring.advance();
                }
            }
        }
    } else {
        claim_registers<232>();
        const int lane = threadIdx.x % 32;
        const int warp = threadIdx.x / 32 % 4;
        for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
            const TilePlace place = tile_place(tile, row_tiles, column_tiles);
            Sum sums[kTileColumns / 8][4];
            uint32_t earlier = 0;  // barrier of the stage that products may still read
            for (int step = 0; step < steps; ++step) {
                const uint32_t a = stages + ring.stage * kStageBytes + group * 64 * kRowBytes;
                const uint32_t b = stages + ring.stage * kStageBytes + kABytes;
                wait(filled + ring.stage * 8, ring.parity);
                begin_products();
#pragma unroll
                for (int byte = 0; byte < kRowBytes; byte += 32) {
                    GroupProduct<Element, kTileColumns / 8>::add(sums, operand<kRowBytes>(a + byte),
                                                                 operand<kRowBytes>(b + byte),
                                                                 step > 0 || byte > 0);
                }
                commit_products();
                wait_for_products<1>();
                if (step > 0 && lane == 0) arrive(earlier);
                earlier = drained + ring.stage * 8;
                ring.advance();
            }
            wait_for_products<0>();
            if (lane == 0) arrive(earlier);
            store_result(arguments, sums, place.row * kTileRows + group * 64 + warp * 16 + lane / 4,
                         place.column * kTileColumns + lane % 4 * 2);
        }
    }
}

template <typename Element>
CUtensorMap operand_map(const void* data, int rows, int depth, int tile_rows) {
    TensorTiles tiles{kTensorMapType<Element>, sizeof(Element), 2, {}, {}, {}};
    tiles.sizes[0] = depth;
    tiles.sizes[1] = rows;
    tiles.steps[0] = cuuint64_t(depth) * sizeof(Element);
    tiles.box[0] = kRowBytes / sizeof(Element);
    tiles.box[1] = tile_rows;
    return tiles.encode(data);
}

template <typename Element>
void launch(const GemmArguments& arguments, cudaStream_t stream) {
    const CUtensorMap a_map =
        operand_map<Element>(arguments.a, arguments.rows, arguments.depth, kTileRows);
    const CUtensorMap b_map =
        operand_map<Element>(arguments.b, arguments.columns, arguments.depth, kTileColumns);
    const int64_t tiles =
        int64_t(ceil_div(arguments.rows, kTileRows)) * ceil_div(arguments.columns, kTileColumns);
    const auto blocks = static_cast<unsigned>(std::min<int64_t>(tiles, multiprocessors()));
    allow_shared_memory(gemm_wgmma_kernel<Element>, kSharedBytes);
    gemm_wgmma_kernel<Element><<<blocks, kThreads, kSharedBytes, stream>>>(a_map, b_map, arguments);
    check_launch("gemm_wgmma_kernel");
}

}  // namespace

void gemm_wgmma(const GemmArguments& arguments, cudaStream_t stream) {
    switch (arguments.type) {
        case DataType::bfloat16:
            return launch<__nv_bfloat16>(arguments, stream);
        case DataType::float8_e4m3:
            return launch<float8>(arguments, stream);
        case DataType::int8:
            return launch<int8_t>(arguments, stream);
        default:
            throw std::invalid_argument("gemm multiplies bfloat16, float8 and int8");
    }
}

}  // namespace sm90a
}  // namespace ac4k
