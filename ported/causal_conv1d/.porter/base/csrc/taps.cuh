// One channel's filter, held in registers as float.
#pragma once

#include <hip/hip_runtime.h>
#include "causal_conv1d.h"
#include "numeric.cuh"

namespace causal_conv1d {

// weight[0] multiplies the oldest input of the window, weight[kWidth - 1] the newest.
template <int kWidth>
struct Taps {
    float weight[kWidth];
    float bias;
};

template <int kWidth, typename weight_t, typename Params>
__device__ __forceinline__ Taps<kWidth> load_taps(const Params& params, int channel) {
    Taps<kWidth> taps;
    const weight_t* weight = static_cast<const weight_t*>(params.weight) +
                             channel * params.weight_channel_stride;
#pragma unroll
    for (int w = 0; w < kWidth; ++w) {
        taps.weight[w] = to_float(weight[w * params.weight_width_stride]);
    }
    taps.bias = params.bias == nullptr
                    ? 0.0f
                    : to_float(static_cast<const weight_t*>(params.bias)[channel]);
    return taps;
}

// The filter's answer for the window that starts at `window` (kWidth values, oldest first).
template <int kWidth>
__device__ __forceinline__ float apply(const Taps<kWidth>& taps, const float* window) {
    float sum = taps.bias;
#pragma unroll
    for (int w = 0; w < kWidth; ++w) {
        sum = fmaf(taps.weight[w], window[w], sum);
    }
    return sum;
}

}  // namespace causal_conv1d
