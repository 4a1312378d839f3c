// What the two channel-first backward kernels sum up, and how it leaves the registers.
#pragma once

#include "causal_conv1d.h"
#include "taps.cuh"
#include "warp_tile.cuh"

namespace causal_conv1d {

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
            sum += __shfl_xor_sync(kFullMask, sum, mask);
        }
        own = lane == i ? sum : own;
    }
    if (lane < kCount) {
        add_to_result<kWidth>(params, channel, lane, own);
    }
}

}  // namespace causal_conv1d
