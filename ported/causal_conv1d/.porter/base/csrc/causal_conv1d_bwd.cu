// Backward, channel-first: dx, and the sums over batch and time that are dweight and dbias.
//
// With g[t] = dout[t] * act'(pre[t]), pre recomputed from x:
//   dx[t]      = sum_k weight[width - 1 - k] * g[t + k]
//   dweight[w] = sum_t g[t] * x[t - (width - 1) + w]        dbias = sum_t g[t]
#include <hip/hip_runtime.h>
#include "../porter_compat/launch_bounds.hpp"
#include "../porter_compat/torch_names.hpp"
#include "../porter_compat/warp.hpp"
#include <algorithm>

#include <c10/hip/HIPException.h>
#include <hipcub/block/block_load.hpp>
#include <hipcub/block/block_reduce.hpp>
#include <hipcub/block/block_store.hpp>

#include "causal_conv1d.h"
#include "dispatch.h"
#include "packet.cuh"
#include "taps.cuh"
#include "warp_tile.cuh"

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

// What a thread has summed up for its channel.
template <int kWidth>
struct TapGradients {
    static constexpr int kCount = kWidth + 1;
    float sums[kCount] = {};  // dweight[0 .. kWidth - 1], dbias

    __device__ __forceinline__ void add(float g, const float* window) {
#pragma unroll
        for (int w = 0; w < kWidth; ++w) {
            sums[w] = fmaf(g, window[w], sums[w]);
        }
        sums[kWidth] += g;
    }
};

// Adds entry `index` of a channel's sums to the result.
template <int kWidth>
__device__ __forceinline__ void add_to_result(const ConvBackwardParams& params, int channel,
                                              int index, float sum) {
    if (index < kWidth) {
        atomicAdd(params.dweight + static_cast<int64_t>(channel) * kWidth + index, sum);
    } else if (params.dbias != nullptr) {
        atomicAdd(params.dbias + channel, sum);
    }
}

// Turns dout of kCount steps into g. One branch for all, so that the steps overlap.
template <int kWidth, int kCount>
__device__ __forceinline__ void undo_activation(const Taps<kWidth>& taps, bool silu,
                                                const float* windows, float* grads) {
    if (silu) {
#pragma unroll
        for (int i = 0; i < kCount; ++i) {
            grads[i] *= silu_derivative(apply(taps, windows + i));
        }
    }
}

// grads[0] belongs to the step itself, grads[kWidth - 1] to the last step that saw it.
template <int kWidth>
__device__ __forceinline__ float gradient_of_input(const Taps<kWidth>& taps, const float* grads) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kWidth; ++k) {
        sum = fmaf(taps.weight[kWidth - 1 - k], grads[k], sum);
    }
    return sum;
}

// The warp's sum of each lane's gradients, added to the result.
template <int kWidth>
__device__ __forceinline__ void reduce_warp(const ConvBackwardParams& params, int channel,
                                            const TapGradients<kWidth>& gradients, int lane) {
    constexpr int kCount = TapGradients<kWidth>::kCount;
    float own = 0.0f;  // lane i takes entry i
#pragma unroll
    for (int i = 0; i < kCount; ++i) {
        float sum = gradients.sums[i];
#pragma unroll
        for (int mask = kWarpSize / 2; mask > 0; mask /= 2) {
            sum += porter::shfl_xor_sync(kFullMask, sum, mask);
        }
        own = lane == i ? sum : own;
    }
    if (lane < kCount) {
        add_to_result<kWidth>(params, channel, lane, own);
    }
}

// A lane's place in its warp's walk over one channel: all tiles of all batch rows in a line, from the
// end to the start, because dx of a step needs g of the steps after it.
template <typename Tile>
struct TileCursor {
    using input_t = typename Tile::input_t;
    // The lane's first packet of the tile.
    const input_t* x;
    const input_t* dout;
    input_t* dx;
    int tile;  // within the row

    __device__ __forceinline__ TileCursor(const ConvBackwardParams& params, int channel,
                                          int tiles_per_row, int index, int lane) {
        const int batch = index / tiles_per_row;
        tile = index - batch * tiles_per_row;
        const int start = Tile::packet_start(tile * Tile::kLength, 0, lane);
        x = static_cast<const input_t*>(params.x.data) + batch * params.x.batch_stride +
            channel * params.x.channel_stride + start;
        dout = static_cast<const input_t*>(params.dout.data) + batch * params.dout.batch_stride +
               channel * params.dout.channel_stride + start;
        dx = static_cast<input_t*>(params.dx.data) + batch * params.dx.batch_stride +
             channel * params.dx.channel_stride + start;
    }

    __device__ __forceinline__ void step_back(const ConvBackwardParams& params, int tiles_per_row) {
        if (tile > 0) {
            --tile;
            x -= Tile::kLength;
            dout -= Tile::kLength;
            dx -= Tile::kLength;
        } else {  // to the end of the row before
            tile = tiles_per_row - 1;
            const int64_t last = static_cast<int64_t>(tile) * Tile::kLength;
            x += last - params.x.batch_stride;
            dout += last - params.dout.batch_stride;
            dx += last - params.dx.batch_stride;
        }
    }
};

// What a lane reads of a tile, and where its results go.
template <typename Tile>
struct TileInputs {
    using input_t = typename Tile::input_t;
    using packet_t = typename Tile::packet_t;
    packet_t x[Tile::kRounds];
    packet_t dout[Tile::kRounds];
    uint32_t x_before[Tile::kHaloWords];  // in lane 0
    input_t* dx;
    int remaining;  // steps from the lane's first packet to the end of the row
    bool ends_row;

    __device__ __forceinline__ void load(const TileCursor<Tile>& cursor, int seqlen, int lane) {
        const int tile_start = cursor.tile * Tile::kLength;
        dx = cursor.dx;
        remaining = seqlen - Tile::packet_start(tile_start, 0, lane);
        ends_row = seqlen - tile_start <= Tile::kLength;
#pragma unroll
        for (int r = 0; r < Tile::kRounds; ++r) {
            const int offset = Tile::packet_start(0, r, 0);
            const bool inside = offset < remaining;
            x[r] = inside ? load_packet<packet_t>(cursor.x + offset) : packet_t{};
            dout[r] = inside ? load_packet<packet_t>(cursor.dout + offset) : packet_t{};
        }
#pragma unroll
        for (int h = 0; h < Tile::kHaloWords; ++h) {
            x_before[h] = 0;
        }
        if (lane == 0 && tile_start > 0) {
            load_words_before<Tile>(cursor.x, x_before);
        }
    }
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
__global__ void PORTER_LAUNCH_BOUNDS(
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

// Rows of any alignment and length: a block per chunk, coalesced through cub's transposes.
template <int kThreads_, int kItems_, int kWidth_, typename input_t_>
struct UnalignedTraits {
    using input_t = input_t_;
    static constexpr int kThreads = kThreads_;
    static constexpr int kItems = kItems_;
    static constexpr int kWidth = kWidth_;
    static constexpr int kChunk = kThreads * kItems;
    using BlockLoad = hipcub::BlockLoad<input_t, kThreads, kItems, (kThreads % 64 == 0 ? hipcub::BLOCK_LOAD_WARP_TRANSPOSE : hipcub::BLOCK_LOAD_TRANSPOSE)>;
    using BlockStore = hipcub::BlockStore<input_t, kThreads, kItems, (kThreads % 64 == 0 ? hipcub::BLOCK_STORE_WARP_TRANSPOSE : hipcub::BLOCK_STORE_TRANSPOSE)>;
    using BlockReduce = hipcub::BlockReduce<float, kThreads>;
};

template <typename Traits, typename weight_t>
__global__ void __launch_bounds__(Traits::kThreads)
    causal_conv1d_bwd_unaligned_kernel(const ConvBackwardParams params) {
    using input_t = typename Traits::input_t;
    constexpr int kWidth = Traits::kWidth;
    constexpr int kHalo = kWidth - 1;
    constexpr int kItems = Traits::kItems;
    constexpr int kLast = Traits::kThreads - 1;

    __shared__ union {
        typename Traits::BlockLoad::TempStorage load;
        typename Traits::BlockStore::TempStorage store;
        typename Traits::BlockReduce::TempStorage reduce;
    } storage;
    __shared__ float x_tails[Traits::kThreads][kHalo];
    __shared__ float gradient_heads[Traits::kThreads][kHalo];

    const int thread = threadIdx.x;
    const int chunk_start = blockIdx.x * Traits::kChunk;
    const int chunk_end = chunk_start + Traits::kChunk;
    const int valid = min(params.seqlen - chunk_start, Traits::kChunk);
    const int channel = blockIdx.y;
    const Taps<kWidth> taps = load_taps<kWidth, weight_t>(params, channel);
    const input_t zero = from_float<input_t>(0.0f);
    TapGradients<kWidth> gradients;

    for (int batch = blockIdx.z; batch < params.batch; batch += gridDim.z) {
        const input_t* x = static_cast<const input_t*>(params.x.data) +
                           batch * params.x.batch_stride + channel * params.x.channel_stride;
        const input_t* dout = static_cast<const input_t*>(params.dout.data) +
                              batch * params.dout.batch_stride +
                              channel * params.dout.channel_stride;
        input_t* dx = static_cast<input_t*>(params.dx.data) + batch * params.dx.batch_stride +
                      channel * params.dx.channel_stride;

        input_t items[kItems];
        float values[kHalo + kItems + kHalo];  // the last kHalo: only the last thread's
        float grads[kItems + kHalo];
        typename Traits::BlockLoad(storage.load).Load(x + chunk_start, items, valid, zero);
#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            values[kHalo + i] = to_float(items[i]);
        }
        __syncthreads();
        typename Traits::BlockLoad(storage.load).Load(dout + chunk_start, items, valid, zero);
#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            grads[i] = to_float(items[i]);
        }
#pragma unroll
        for (int i = 0; i < kHalo; ++i) {
            x_tails[thread][i] = values[kItems + i];
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < kHalo; ++i) {
            const int time = chunk_start - kHalo + i;
            if (thread > 0) {
                values[i] = x_tails[thread - 1][i];
            } else {
                values[i] = time >= 0 ? to_float(x[time]) : 0.0f;
            }
        }

        undo_activation<kWidth, kItems>(taps, params.silu, values, grads);
#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            gradients.add(grads[i], values + i);
        }
#pragma unroll
        for (int i = 0; i < kHalo; ++i) {
            gradient_heads[thread][i] = grads[i];
        }
        __syncthreads();
        if (thread < kLast) {
#pragma unroll
            for (int i = 0; i < kHalo; ++i) {
                grads[kItems + i] = gradient_heads[thread + 1][i];
            }
        } else {
#pragma unroll
            for (int i = 0; i < kHalo; ++i) {
                const bool inside = chunk_end + i < params.seqlen;
                values[kHalo + kItems + i] = inside ? to_float(x[chunk_end + i]) : 0.0f;
                grads[kItems + i] = inside ? to_float(dout[chunk_end + i]) : 0.0f;
            }
            undo_activation<kWidth, kHalo>(taps, params.silu, values + kItems, grads + kItems);
        }

#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            items[i] = from_float<input_t>(gradient_of_input(taps, grads + i));
        }
        typename Traits::BlockStore(storage.store).Store(dx + chunk_start, items, valid);
        __syncthreads();  // the next batch row reuses the storage
    }

#pragma unroll
    for (int i = 0; i < TapGradients<kWidth>::kCount; ++i) {
        const float sum = typename Traits::BlockReduce(storage.reduce).Sum(gradients.sums[i]);
        if (thread == 0) {
            add_to_result<kWidth>(params, channel, i, sum);
        }
        __syncthreads();
    }
}

bool packets_are_aligned(const StridedTensor& tensor, int seqlen, int element_size) {
    const int elements = 16 / element_size;
    return reinterpret_cast<uintptr_t>(tensor.data) % 16 == 0 && seqlen % elements == 0 &&
           tensor.batch_stride % elements == 0 && tensor.channel_stride % elements == 0;
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

template <int kWidth, typename input_t, typename weight_t>
void causal_conv1d_bwd_unaligned_launch(const ConvBackwardParams& params, hipStream_t stream) {
    using Traits = UnalignedTraits<128, 8, kWidth, input_t>;
    const dim3 grid((params.seqlen + Traits::kChunk - 1) / Traits::kChunk, params.dim,
                    std::min(params.batch, 65535));
    causal_conv1d_bwd_unaligned_kernel<Traits, weight_t>
        <<<grid, Traits::kThreads, 0, stream>>>(params);
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
