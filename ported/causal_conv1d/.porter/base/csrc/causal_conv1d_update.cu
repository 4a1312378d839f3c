// Decoding: a few new time steps on top of a stored state. One thread a (batch, channel) pair.
#include <hip/hip_runtime.h>
#include "../porter_compat/torch_names.hpp"
#include <algorithm>

#include <c10/hip/HIPException.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#include "causal_conv1d.h"
#include "dispatch.h"
#include "numeric.cuh"
#include "taps.cuh"

namespace causal_conv1d {
namespace {

constexpr int kThreads = 64;

template <int kWidth, bool kRing, typename input_t, typename weight_t>
__global__ void __launch_bounds__(kThreads) causal_conv1d_update_kernel(const ConvUpdateParams params) {
    const int channel = blockIdx.x * kThreads + threadIdx.x;
    if (channel >= params.dim) {
        return;
    }
    const Taps<kWidth> taps = load_taps<kWidth, weight_t>(params, channel);
    const int state_len = params.state_len;

    for (int batch = blockIdx.y; batch < params.batch; batch += gridDim.y) {
        const input_t* x = static_cast<const input_t*>(params.x.data) +
                           batch * params.x.batch_stride + channel * params.x.channel_stride;
        input_t* out = static_cast<input_t*>(params.out.data) + batch * params.out.batch_stride +
                       channel * params.out.channel_stride;

        const int state_row =
            params.conv_state_indices == nullptr ? batch : params.conv_state_indices[batch];
        if (state_row < 0) {  // a padding row of a continuous batch
            for (int t = 0; t < params.seqlen; ++t) {
                out[t * params.out.time_stride] = from_float<input_t>(0.0f);
            }
            continue;
        }
        input_t* state = static_cast<input_t*>(params.conv_state.data) +
                         state_row * params.conv_state.batch_stride +
                         channel * params.conv_state.channel_stride;
        const int64_t state_stride = params.conv_state.time_stride;

        // The last kWidth - 1 inputs: at the end of a shifting state, before the head of a ring.
        int head = 0;
        if (kRing) {
            head = params.cache_seqlens[batch] % state_len;
        }
        float window[kWidth];
#pragma unroll
        for (int i = 0; i < kWidth - 1; ++i) {
            int position = state_len - (kWidth - 1) + i;
            if (kRing) {
                position = (head + position) % state_len;
            }
            window[i] = to_float(state[position * state_stride]);
        }

        if (!kRing) {
            // Ascending order: each entry is read before it is overwritten.
            for (int i = 0; i < state_len; ++i) {
                const int source = i + params.seqlen;
                state[i * state_stride] =
                    source < state_len ? state[source * state_stride]
                                       : x[(source - state_len) * params.x.time_stride];
            }
        }

        for (int t = 0; t < params.seqlen; ++t) {
            const input_t newest = x[t * params.x.time_stride];
            if (kRing) {
                state[head * state_stride] = newest;
                head = head + 1 == state_len ? 0 : head + 1;
            }
            window[kWidth - 1] = to_float(newest);
            const float sum = apply(taps, window);
            out[t * params.out.time_stride] = from_float<input_t>(params.silu ? silu(sum) : sum);
#pragma unroll
            for (int i = 0; i < kWidth - 1; ++i) {
                window[i] = window[i + 1];
            }
        }
    }
}

}  // namespace

template <typename input_t, typename weight_t>
void causal_conv1d_update_cuda(const ConvUpdateParams& params, hipStream_t stream) {
    const dim3 grid((params.dim + kThreads - 1) / kThreads, std::min(params.batch, 65535));
    DISPATCH_WIDTH(params.width, kWidth, [&] {
        DISPATCH_BOOL(params.cache_seqlens != nullptr, kRing, [&] {
            causal_conv1d_update_kernel<kWidth, kRing, input_t, weight_t>
                <<<grid, kThreads, 0, stream>>>(params);
            C10_CUDA_KERNEL_LAUNCH_CHECK();
        });
    });
}

#define INSTANTIATE_UPDATE(input_t, weight_t) \
    template void causal_conv1d_update_cuda<input_t, weight_t>(const ConvUpdateParams&, hipStream_t);
FOR_EACH_TYPE_PAIR(INSTANTIATE_UPDATE)

}  // namespace causal_conv1d
