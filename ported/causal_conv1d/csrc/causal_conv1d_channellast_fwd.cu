// Forward, channel-last: the channel is contiguous in memory.
#include <hip/hip_runtime.h>
#include "../porter_compat/minmax.hpp"
#include "../porter_compat/torch_names.hpp"
#include <c10/hip/HIPException.h>

#include "causal_conv1d.h"
#include "channel_group.cuh"
#include "dispatch.h"
#include "taps.cuh"

namespace causal_conv1d {
namespace {

constexpr int kThreads = 64;
constexpr int kUnroll = 8;  // time steps whose loads are in flight together

template <int kWidth_, int kElements_, bool kHasSeqIdx_, typename input_t_>
struct ChannelLastTraits {
    using input_t = input_t_;
    static constexpr int kWidth = kWidth_;
    static constexpr int kElements = kElements_;
    static constexpr bool kHasSeqIdx = kHasSeqIdx_;
};

// A thread slides the window over its segment: each input is read once, but for the kWidth - 1
// steps that neighbouring segments share.
template <typename Traits, typename weight_t>
__global__ void __launch_bounds__(kThreads)
    causal_conv1d_channellast_fwd_kernel(const ConvParams params, int steps) {
    using input_t = typename Traits::input_t;
    constexpr int kWidth = Traits::kWidth;
    constexpr int kHalo = kWidth - 1;
    constexpr int kElements = Traits::kElements;

    const int channel = (blockIdx.x * blockDim.x + threadIdx.x) * kElements;
    if (channel >= params.dim) {
        return;
    }
    Taps<kWidth> taps[kElements];
#pragma unroll
    for (int e = 0; e < kElements; ++e) {
        taps[e] = load_taps<kWidth, weight_t>(params, channel + e);
    }

    if (const int batch = blockIdx.z; batch < params.batch) {
        const auto history = history_of<input_t, kElements, kWidth>(params, batch, channel);
        const int* seq_idx =
            Traits::kHasSeqIdx ? params.seq_idx + static_cast<int64_t>(batch) * params.seqlen
                               : nullptr;
        input_t* out = static_cast<input_t*>(params.out.data) + batch * params.out.batch_stride +
                       channel * params.out.channel_stride;

        for (int segment = blockIdx.y * blockDim.y + threadIdx.y;
             static_cast<int64_t>(segment) * steps < params.seqlen;
             segment += gridDim.y * blockDim.y) {
            const int start = segment * steps;
            const int end = min(start + steps, params.seqlen);

            // Entry i belongs to step time - kHalo + i.
            float values[kHalo + kUnroll][kElements];
            int sequences[kHalo + kUnroll];
#pragma unroll
            for (int i = 0; i < kHalo; ++i) {
                history.load(start - kHalo + i, values[i]);
                if (Traits::kHasSeqIdx) {
                    sequences[i] = sequence_at(seq_idx, start - kHalo + i, params.seqlen);
                }
            }
            StepsInFlight<input_t, kElements, kUnroll> x;
            SequencesInFlight<kUnroll> x_sequences;
            x.load(history.x, history.x_time_stride, start, end);
            if (Traits::kHasSeqIdx) {
                x_sequences.load(seq_idx, start, params.seqlen);
            }

            for (int time = start; time < end; time += kUnroll) {
#pragma unroll
                for (int u = 0; u < kUnroll; ++u) {
                    x.steps[u].to_floats(values[kHalo + u]);
                    sequences[kHalo + u] = x_sequences.steps[u];
                }
                x.load(history.x, history.x_time_stride, time + kUnroll, end);
                if (Traits::kHasSeqIdx) {
                    x_sequences.load(seq_idx, time + kUnroll, params.seqlen);
                }

                float results[kUnroll][kElements];
#pragma unroll
                for (int u = 0; u < kUnroll; ++u) {
#pragma unroll
                    for (int e = 0; e < kElements; ++e) {
                        float sum = taps[e].bias;
#pragma unroll
                        for (int w = 0; w < kWidth; ++w) {
                            const bool same = !Traits::kHasSeqIdx ||
                                              sequences[u + w] == sequences[u + kHalo];
                            sum = fmaf(taps[e].weight[w], same ? values[u + w][e] : 0.0f, sum);
                        }
                        results[u][e] = sum;
                    }
                }
                if (params.silu) {  // one branch for all, so that the steps overlap
#pragma unroll
                    for (int u = 0; u < kUnroll; ++u) {
#pragma unroll
                        for (int e = 0; e < kElements; ++e) {
                            results[u][e] = silu(results[u][e]);
                        }
                    }
                }
                input_t* target = out + time * params.out.time_stride;
#pragma unroll
                for (int u = 0; u < kUnroll; ++u) {
                    if (Traits::kHasSeqIdx && sequences[u + kHalo] < 0) {
                        set_zero(results[u]);
                    }
                    if (time + u < end) {
                        store_channels(target, results[u]);
                    }
                    target += params.out.time_stride;
                }

#pragma unroll
                for (int i = 0; i < kHalo; ++i) {
#pragma unroll
                    for (int e = 0; e < kElements; ++e) {
                        values[i][e] = values[kUnroll + i][e];
                    }
                    sequences[i] = sequences[kUnroll + i];
                }
            }

            if (params.final_states.data != nullptr && end == params.seqlen) {
                const StridedTensor& states = params.final_states;
                input_t* final_states = static_cast<input_t*>(states.data) +
                                        batch * states.batch_stride +
                                        channel * states.channel_stride;
#pragma unroll
                for (int i = 0; i < kHalo; ++i) {
                    float inputs[kElements];
                    history.load(params.seqlen - kHalo + i, inputs);
#pragma unroll
                    for (int e = 0; e < kElements; ++e) {
                        final_states[e * states.channel_stride + i * states.time_stride] =
                            from_float<input_t>(inputs[e]);
                    }
                }
            }
        }
    }
}

template <int kWidth, int kElements, bool kHasSeqIdx, typename input_t, typename weight_t>
void causal_conv1d_channellast_fwd_launch(const ConvParams& params, hipStream_t stream) {
    using Traits = ChannelLastTraits<kWidth, kElements, kHasSeqIdx, input_t>;
    // Long segments share few steps with their neighbours; short ones make more threads.
    constexpr int64_t kEnoughThreads = 1 << 17;
    const int64_t groups = int64_t(params.batch) * params.dim / kElements;
    int steps = 64;
    while (steps > 2 * kUnroll && groups * params.seqlen / steps < kEnoughThreads) {
        steps /= 2;
    }
    launch_batches<input_t>(params, [&](const ConvParams& rows) {
        const ChannelLastGeometry geometry(rows, kElements, kThreads, steps);
        causal_conv1d_channellast_fwd_kernel<Traits, weight_t>
            <<<geometry.grid, geometry.block, 0, stream>>>(rows, steps);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    });
}

}  // namespace

template <typename input_t, typename weight_t>
void causal_conv1d_channellast_fwd_cuda(const ConvParams& params, hipStream_t stream) {
    constexpr int kElements = 4;
    const bool aligned =
        channels_are_aligned(params.x, params.dim, kElements, sizeof(input_t)) &&
        channels_are_aligned(params.out, params.dim, kElements, sizeof(input_t));
    DISPATCH_WIDTH(params.width, kWidth, [&] {
        DISPATCH_BOOL(params.seq_idx != nullptr, kHasSeqIdx, [&] {
            if (aligned) {
                causal_conv1d_channellast_fwd_launch<kWidth, kElements, kHasSeqIdx, input_t,
                                                     weight_t>(params, stream);
            } else {
                causal_conv1d_channellast_fwd_launch<kWidth, 1, kHasSeqIdx, input_t, weight_t>(
                    params, stream);
            }
        });
    });
}

#define INSTANTIATE_CHANNELLAST_FORWARD(input_t, weight_t)                                 \
    template void causal_conv1d_channellast_fwd_cuda<input_t, weight_t>(const ConvParams&, \
                                                                        hipStream_t);
FOR_EACH_TYPE_PAIR(INSTANTIATE_CHANNELLAST_FORWARD)

}  // namespace causal_conv1d
