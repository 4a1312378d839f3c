// Forward, channel-first: time is contiguous in memory.
#include <hip/hip_runtime.h>
#include "../porter_compat/minmax.hpp"
#include "../porter_compat/torch_names.hpp"
#include <algorithm>

#include <c10/hip/HIPException.h>
#include <hipcub/block/block_load.hpp>
#include <hipcub/block/block_store.hpp>

#include "causal_conv1d.h"
#include "dispatch.h"
#include "packet.cuh"
#include "taps.cuh"
#include "warp_tile.cuh"

namespace causal_conv1d {
namespace {

constexpr int kWarpsPerBlock = 4;
constexpr int kRounds = 2;  // packets a lane has in flight

// Rows whose packets are aligned: a warp per tile, no shared memory, no barrier.
template <typename Tile, typename weight_t>
__global__ void __launch_bounds__(kWarpsPerBlock * kWarpSize)
    causal_conv1d_fwd_kernel(const ConvParams params) {
    using input_t = typename Tile::input_t;
    using packet_t = typename Tile::packet_t;
    constexpr int kWidth = Tile::kWidth;

    const int lane = threadIdx.x;
    const int tile_start = (blockIdx.x * blockDim.y + threadIdx.y) * Tile::kLength;
    const int channel = blockIdx.y * blockDim.z + threadIdx.z;
    // Depends on the warp alone, so that whole warps leave and the shuffles stay convergent.
    if (channel >= params.dim || tile_start >= params.seqlen) {
        return;
    }

    for (int batch = blockIdx.z; batch < params.batch; batch += gridDim.z) {
        const input_t* x = static_cast<const input_t*>(params.x.data) +
                           batch * params.x.batch_stride + channel * params.x.channel_stride;
        input_t* out = static_cast<input_t*>(params.out.data) + batch * params.out.batch_stride +
                       channel * params.out.channel_stride;

        // All loads first: the tile's bandwidth comes from the bytes that are on their way at once.
        packet_t packets[Tile::kRounds];
#pragma unroll
        for (int r = 0; r < Tile::kRounds; ++r) {
            const int start = Tile::packet_start(tile_start, r, lane);
            packets[r] = start < params.seqlen ? load_packet<packet_t>(x + start) : packet_t{};
        }
        uint32_t carried[Tile::kHaloWords] = {};
        if (lane == 0 && tile_start > 0) {
            load_words_before<Tile>(x + tile_start, carried);
        }
        const Taps<kWidth> taps = load_taps<kWidth, weight_t>(params, channel);

#pragma unroll
        for (int r = 0; r < Tile::kRounds; ++r) {
            uint32_t before[Tile::kHaloWords];
            words_before<Tile>(packets[r], lane, carried, before);

            float values[Tile::kHaloElements + Tile::kElements];
            unpack<input_t>(before, values);
            unpack<input_t>(packets[r].words, values + Tile::kHaloElements);

            float results[Tile::kElements];
#pragma unroll
            for (int i = 0; i < Tile::kElements; ++i) {
                results[i] = apply(taps, values + Tile::kHaloElements - (kWidth - 1) + i);
            }
            if (params.silu) {
#pragma unroll
                for (int i = 0; i < Tile::kElements; ++i) {
                    results[i] = silu(results[i]);
                }
            }

            const int start = Tile::packet_start(tile_start, r, lane);
            if (start < params.seqlen) {
                packet_t packet;
                pack<input_t>(results, packet.words);
                store_packet_streaming(out + start, packet);
            }
        }
    }
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
};

template <typename Traits, typename weight_t>
__global__ void __launch_bounds__(Traits::kThreads)
    causal_conv1d_fwd_unaligned_kernel(const ConvParams params) {
    using input_t = typename Traits::input_t;
    constexpr int kWidth = Traits::kWidth;
    constexpr int kItems = Traits::kItems;

    __shared__ union {
        typename Traits::BlockLoad::TempStorage load;
        typename Traits::BlockStore::TempStorage store;
    } storage;
    __shared__ float tails[Traits::kThreads][kWidth - 1];

    const int chunk_start = blockIdx.x * Traits::kChunk;
    const int valid = min(params.seqlen - chunk_start, Traits::kChunk);
    const int channel = blockIdx.y;
    const Taps<kWidth> taps = load_taps<kWidth, weight_t>(params, channel);

    for (int batch = blockIdx.z; batch < params.batch; batch += gridDim.z) {
        const input_t* x = static_cast<const input_t*>(params.x.data) +
                           batch * params.x.batch_stride + channel * params.x.channel_stride;
        input_t* out = static_cast<input_t*>(params.out.data) + batch * params.out.batch_stride +
                       channel * params.out.channel_stride;

        input_t items[kItems];
        typename Traits::BlockLoad(storage.load)
            .Load(x + chunk_start, items, valid, from_float<input_t>(0.0f));

        float values[kWidth - 1 + kItems];
#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            values[kWidth - 1 + i] = to_float(items[i]);
        }
#pragma unroll
        for (int i = 0; i < kWidth - 1; ++i) {
            tails[threadIdx.x][i] = values[kItems + i];
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < kWidth - 1; ++i) {
            if (threadIdx.x > 0) {
                values[i] = tails[threadIdx.x - 1][i];
            } else {
                const int time = chunk_start - (kWidth - 1) + i;
                values[i] = time >= 0 ? to_float(x[time]) : 0.0f;
            }
        }

#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            const float sum = apply(taps, values + i);
            items[i] = from_float<input_t>(params.silu ? silu(sum) : sum);
        }
        typename Traits::BlockStore(storage.store).Store(out + chunk_start, items, valid);
        __syncthreads();  // the next batch row reuses the storage and the tails
    }
}

template <int kWidth, typename input_t, typename weight_t>
void causal_conv1d_fwd_launch(const ConvParams& params, hipStream_t stream) {
    using Tile = WarpTile<kWidth, kRounds, input_t>;
    const int tiles = (params.seqlen + Tile::kLength - 1) / Tile::kLength;
    // Long rows give a block neighbouring tiles; short rows give it neighbouring channels.
    const int warps_along_time = tiles >= 4 ? 4 : tiles >= 2 ? 2 : 1;
    const dim3 block(kWarpSize, warps_along_time, kWarpsPerBlock / warps_along_time);
    const dim3 grid((tiles + block.y - 1) / block.y, (params.dim + block.z - 1) / block.z,
                    std::min(params.batch, 65535));
    causal_conv1d_fwd_kernel<Tile, weight_t><<<grid, block, 0, stream>>>(params);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
}

template <int kWidth, typename input_t, typename weight_t>
void causal_conv1d_fwd_unaligned_launch(const ConvParams& params, hipStream_t stream) {
    using Traits = UnalignedTraits<128, 8, kWidth, input_t>;
    const dim3 grid((params.seqlen + Traits::kChunk - 1) / Traits::kChunk, params.dim,
                    std::min(params.batch, 65535));
    causal_conv1d_fwd_unaligned_kernel<Traits, weight_t>
        <<<grid, Traits::kThreads, 0, stream>>>(params);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
}

}  // namespace

template <typename input_t, typename weight_t>
void causal_conv1d_fwd_cuda(const ConvParams& params, hipStream_t stream) {
    const bool aligned = packets_are_aligned(params.x, params.seqlen, sizeof(input_t)) &&
                         packets_are_aligned(params.out, params.seqlen, sizeof(input_t));
    DISPATCH_WIDTH(params.width, kWidth, [&] {
        if (aligned) {
            causal_conv1d_fwd_launch<kWidth, input_t, weight_t>(params, stream);
        } else {
            causal_conv1d_fwd_unaligned_launch<kWidth, input_t, weight_t>(params, stream);
        }
    });
}

#define INSTANTIATE_FORWARD(input_t, weight_t) \
    template void causal_conv1d_fwd_cuda<input_t, weight_t>(const ConvParams&, hipStream_t);
FOR_EACH_TYPE_PAIR(INSTANTIATE_FORWARD)

}  // namespace causal_conv1d
