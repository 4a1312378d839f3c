// Backward, channel-first: dx, and the sums over batch and time that are dweight and dbias.
//
// With g[t] = dout[t] * act'(pre[t]), pre recomputed from x:
//   dx[t]      = sum_k weight[width - 1 - k] * g[t + k]
//   dweight[w] = sum_t g[t] * x[t - (width - 1) + w]        dbias = sum_t g[t]
#include <hip/hip_runtime.h>
#include "../porter_compat/launch_bounds.hpp"
#include "../porter_compat/minmax.hpp"
#include "../porter_compat/torch_names.hpp"
#include "../porter_compat/warp.hpp"
#include <c10/hip/HIPException.h>

#include "causal_conv1d.h"
#include "causal_conv1d_unaligned_bwd.cuh"
#include "dispatch.h"
#include "packet.cuh"
#include "tap_gradients.cuh"
#include "taps.cuh"
#include "tile_walk.cuh"
#include "warp_tile.cuh"
#include "../porter_tuning.hpp"

namespace causal_conv1d {
namespace {

// What was fastest: tiles of 512 steps, and as many warps at a time as leave each lane the registers
// for two tiles.
template <typename input_t>
struct WalkTraits {
    static constexpr int kRounds = sizeof(input_t);  // packets of a tile that a lane holds
    static constexpr int kWarpsPerMultiprocessor = sizeof(input_t) == 2 ? 20 : 16;
    static constexpr int kMaxTilesPerWarp = 32 / sizeof(input_t);
};

// g of the first kWidth - 1 steps after a tile, as the tile's last lane needs them.
template <typename Tile>
__device__ __forceinline__ void gradients_after_tile(const ConvBackwardParams& params,
                                                     const Taps<Tile::kWidth>& taps,
                                                     const typename Tile::packet_t& last,
                                                     const typename Tile::input_t* x,
                                                     const typename Tile::input_t* dout,
                                                     float (&grads)[Tile::kWidth - 1]) {
    constexpr int kHalo = Tile::kWidth - 1;
    float own[Tile::kElements];
    unpack<typename Tile::input_t>(last.words, own);
    float values[2 * kHalo];
#pragma unroll
    for (int i = 0; i < kHalo; ++i) {
        values[i] = own[Tile::kElements - kHalo + i];
        values[kHalo + i] = to_float(x[i]);
        grads[i] = to_float(dout[i]);
    }
    undo_activation<Tile::kWidth, kHalo>(taps, params.silu, values, grads);
}

// Adds a tile to the sums and writes its dx. In the last lane, `after` holds g of the steps after
// the tile; it is left with g of the tile's own first steps, ready for the tile before.
template <typename Tile>
__device__ __forceinline__ void process_tile(const ConvBackwardParams& params,
                                             const Taps<Tile::kWidth>& taps,
                                             const TileInputs<Tile>& inputs, int lane,
                                             float (&after)[Tile::kWidth - 1],
                                             TapGradients<Tile::kWidth>& gradients) {
    using input_t = typename Tile::input_t;
    constexpr int kHalo = Tile::kWidth - 1;
    uint32_t carried[Tile::kHaloWords];
    uint32_t before[Tile::kRounds][Tile::kHaloWords];
#pragma unroll
    for (int h = 0; h < Tile::kHaloWords; ++h) {
        carried[h] = inputs.x_before[h];
    }
#pragma unroll
    for (int i = 0; i < kHalo; ++i) {
        after[i] = inputs.ends_row ? 0.0f : after[i];
    }
#pragma unroll
    for (int r = 0; r < Tile::kRounds; ++r) {
        words_before<Tile>(inputs.x[r], lane, carried, before[r]);
    }

#pragma unroll
    for (int r = Tile::kRounds - 1; r >= 0; --r) {
        float values[Tile::kHaloElements + Tile::kElements];
        unpack<input_t>(before[r], values);
        unpack<input_t>(inputs.x[r].words, values + Tile::kHaloElements);
        const float* windows = values + Tile::kHaloElements - kHalo;

        // Where the row has ended dout is zero, and so is g.
        float grads[Tile::kElements + kHalo];
        unpack<input_t>(inputs.dout[r].words, grads);
        undo_activation<Tile::kWidth, Tile::kElements>(taps, params.silu, windows, grads);
#pragma unroll
        for (int i = 0; i < Tile::kElements; ++i) {
            gradients.add(grads[i], windows + i);
        }
#pragma unroll
        for (int i = 0; i < kHalo; ++i) {
            const float rotated = porter::shfl_sync(kFullMask, grads[i], (lane + 1) % kWarpSize);
            grads[Tile::kElements + i] = lane == kWarpSize - 1 ? after[i] : rotated;
            after[i] = rotated;
        }

        float results[Tile::kElements];
#pragma unroll
        for (int i = 0; i < Tile::kElements; ++i) {
            results[i] = gradient_of_input(taps, grads + i);
        }
        const int offset = Tile::packet_start(0, r, 0);
        if (offset < inputs.remaining) {
            typename Tile::packet_t packet;
            pack<input_t>(results, packet.words);
            store_packet(inputs.dx + offset, packet);
        }
    }
}

// Rows whose packets are aligned. A block is one warp, which stays with one channel, so that the sums
// leave the registers once; its next tile is on its way while it works on the present one.
template <typename Tile, typename weight_t>
__global__ PORTER_TUNED_causal_conv1d_bwd_kernel void PORTER_LAUNCH_BOUNDS(
    kWarpSize, WalkTraits<typename Tile::input_t>::kWarpsPerMultiprocessor)
    causal_conv1d_bwd_kernel(const ConvBackwardParams params, int tiles_per_row,
                             int tiles_per_warp) {
    constexpr int kHalo = Tile::kWidth - 1;
    const int lane = threadIdx.x;
    const int channel = blockIdx.y;
    const Taps<Tile::kWidth> taps = load_taps<Tile::kWidth, weight_t>(params, channel);
    TapGradients<Tile::kWidth> gradients;

    const int first = blockIdx.x * tiles_per_warp;
    int waiting = min(tiles_per_warp, tiles_per_row * params.batch - first) - 1;
    TileCursor<Tile> cursor(params, channel, tiles_per_row, first + waiting, lane);
    TileInputs<Tile> even, odd;  // taken in turns
    even.load(cursor, params.seqlen, lane);

    float after[kHalo] = {};
    if (!even.ends_row && lane == kWarpSize - 1) {
        const int packet_end = Tile::packet_start(0, Tile::kRounds - 1, 1);
        gradients_after_tile<Tile>(params, taps, even.x[Tile::kRounds - 1], cursor.x + packet_end,
                                   cursor.dout + packet_end, after);
    }

    // Processes one tile while the next is loaded; false at the end of the walk.
    auto advance = [&](const TileInputs<Tile>& present, TileInputs<Tile>& next) {
        const bool more = waiting > 0;
        if (more) {
            --waiting;
            cursor.step_back(params, tiles_per_row);
            next.load(cursor, params.seqlen, lane);
        }
        process_tile<Tile>(params, taps, present, lane, after, gradients);
        return more;
    };
    while (advance(even, odd) && advance(odd, even)) {
    }
    reduce_warp(params, channel, gradients, lane);
}

template <int kWidth, typename input_t, typename weight_t>
void causal_conv1d_bwd_launch(const ConvBackwardParams& params, hipStream_t stream) {
    using Walk = WalkTraits<input_t>;
    using Tile = WarpTile<kWidth, Walk::kRounds, input_t>;
    const int tiles_per_row = (params.seqlen + Tile::kLength - 1) / Tile::kLength;
    const int tiles = tiles_per_row * params.batch;
    // A longer walk has fewer ends and reductions, but there must be warps for the whole device.
    constexpr int64_t kEnoughWarps = 12288;
    int warps = (tiles + Walk::kMaxTilesPerWarp - 1) / Walk::kMaxTilesPerWarp;
    while (warps < tiles && warps * int64_t(params.dim) < kEnoughWarps) {
        warps *= 2;
    }
    const int tiles_per_warp = (tiles + warps - 1) / warps;
    const dim3 grid((tiles + tiles_per_warp - 1) / tiles_per_warp, params.dim);
    causal_conv1d_bwd_kernel<Tile, weight_t>
        <<<grid, kWarpSize, 0, stream>>>(params, tiles_per_row, tiles_per_warp);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
}

}  // namespace

template <typename input_t, typename weight_t>
void causal_conv1d_bwd_cuda(const ConvBackwardParams& params, hipStream_t stream) {
    const bool aligned = packets_are_aligned(params.x, params.seqlen, sizeof(input_t)) &&
                         packets_are_aligned(params.dout, params.seqlen, sizeof(input_t)) &&
                         packets_are_aligned(params.dx, params.seqlen, sizeof(input_t));
    DISPATCH_WIDTH(params.width, kWidth, [&] {
        if (aligned) {
            causal_conv1d_bwd_launch<kWidth, input_t, weight_t>(params, stream);
        } else {
            causal_conv1d_bwd_unaligned_launch<kWidth, input_t, weight_t>(params, stream);
        }
    });
}

#define INSTANTIATE_BACKWARD(input_t, weight_t) \
    template void causal_conv1d_bwd_cuda<input_t, weight_t>(const ConvBackwardParams&, hipStream_t);
FOR_EACH_TYPE_PAIR(INSTANTIATE_BACKWARD)

}  // namespace causal_conv1d