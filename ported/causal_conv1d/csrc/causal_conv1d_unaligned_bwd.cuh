// Backward, channel-first, of rows of any alignment and length. The formulas stand in
// causal_conv1d_bwd.cu.
#pragma once

#include <hip/hip_runtime.h>
#include "../porter_compat/minmax.hpp"
#include "../porter_compat/torch_names.hpp"
#include <algorithm>

#include <c10/hip/HIPException.h>
#include <hipcub/block/block_load.hpp>
#include <hipcub/block/block_reduce.hpp>
#include <hipcub/block/block_store.hpp>

#include "causal_conv1d.h"
#include "tap_gradients.cuh"
#include "taps.cuh"

namespace causal_conv1d {
namespace {

// A block per chunk, coalesced through cub's transposes.
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

    // Of the batch row that is worked on: strides times rows would stay in scalar registers.
    const input_t* x = static_cast<const input_t*>(params.x.data) +
                       blockIdx.z * params.x.batch_stride + channel * params.x.channel_stride;
    const input_t* dout = static_cast<const input_t*>(params.dout.data) +
                          blockIdx.z * params.dout.batch_stride +
                          channel * params.dout.channel_stride;
    input_t* dx = static_cast<input_t*>(params.dx.data) + blockIdx.z * params.dx.batch_stride +
                  channel * params.dx.channel_stride;
    for (int batch = blockIdx.z; batch < params.batch; batch += gridDim.z) {
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
        x += gridDim.z * params.x.batch_stride;
        dout += gridDim.z * params.dout.batch_stride;
        dx += gridDim.z * params.dx.batch_stride;
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
}  // namespace causal_conv1d
