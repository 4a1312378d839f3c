// Backward, channel-last. The formulas stand in causal_conv1d_bwd.cu.
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

constexpr int kThreads = 128;
constexpr int kUnroll = 4;  // time steps whose loads are in flight together

template <int kWidth_, int kElements_, bool kHasSeqIdx_, typename input_t_>
struct ChannelLastTraits {
    using input_t = input_t_;
    static constexpr int kWidth = kWidth_;
    static constexpr int kHalo = kWidth - 1;
    static constexpr int kElements = kElements_;
    static constexpr bool kHasSeqIdx = kHasSeqIdx_;
};

// Adds the block's sums to dweight and dbias: over its time segments in shared memory, over blocks
// with atomics.
template <typename Traits>
__device__ __forceinline__ void reduce_block(
    const ConvBackwardParams& params,
    const float (&dweight)[Traits::kElements][Traits::kWidth],
    const float (&dbias)[Traits::kElements]) {
    constexpr int kWidth = Traits::kWidth;
    constexpr int kCount = Traits::kElements * (kWidth + 1);
    __shared__ float partial[kThreads * kCount];

    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
#pragma unroll
    for (int e = 0; e < Traits::kElements; ++e) {
#pragma unroll
        for (int w = 0; w <= kWidth; ++w) {
            partial[(e * (kWidth + 1) + w) * kThreads + thread] =
                w < kWidth ? dweight[e][w] : dbias[e];
        }
    }
    __syncthreads();

    // One entry of one lane a thread.
    for (int entry = thread; entry < kCount * blockDim.x; entry += kThreads) {
        const int lane = entry % blockDim.x;
        const int index = entry / blockDim.x;
        float sum = 0.0f;
        for (int segment = 0; segment < blockDim.y; ++segment) {
            sum += partial[index * kThreads + segment * blockDim.x + lane];
        }
        const int channel =
            (blockIdx.x * blockDim.x + lane) * Traits::kElements + index / (kWidth + 1);
        const int w = index % (kWidth + 1);
        if (channel >= params.dim) {
            continue;
        }
        if (w < kWidth) {
            atomicAdd(params.dweight + static_cast<int64_t>(channel) * kWidth + w, sum);
        } else if (params.dbias != nullptr) {
            atomicAdd(params.dbias + channel, sum);
        }
    }
}

// The last kWidth - 1 inputs also went into the final state. results[u] belongs to step target + u.
template <typename Traits>
__device__ __forceinline__ void add_final_state_gradients(
    const ConvBackwardParams& params, int batch, int channel, int target,
    float (&results)[kUnroll][Traits::kElements]) {
    using input_t = typename Traits::input_t;
    const StridedTensor& states = params.dfinal_states;
    const input_t* dfinal = static_cast<const input_t*>(states.data) +
                            batch * states.batch_stride + channel * states.channel_stride;
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
        const int index = target + u - (params.seqlen - Traits::kHalo);
        if (index >= 0 && index < Traits::kHalo) {
            const input_t* state = dfinal + index * states.time_stride;
#pragma unroll
            for (int e = 0; e < Traits::kElements; ++e) {
                results[u][e] += to_float(*state);
                state += states.channel_stride;
            }
        }
    }
}

// Steps before the first one are the initial state's.
template <typename Traits>
__device__ __forceinline__ void store_initial_state_gradients(
    const ConvBackwardParams& params, int batch, int channel, int target,
    const float (&results)[kUnroll][Traits::kElements]) {
    using input_t = typename Traits::input_t;
    const StridedTensor& states = params.dinitial_states;
    input_t* dinitial = static_cast<input_t*>(states.data) + batch * states.batch_stride +
                        channel * states.channel_stride;
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
        if (target + u < 0) {
            input_t* state = dinitial + (target + u + Traits::kHalo) * states.time_stride;
#pragma unroll
            for (int e = 0; e < Traits::kElements; ++e) {
                *state = from_float<input_t>(results[u][e]);
                state += states.channel_stride;
            }
        }
    }
}

// A thread walks over its segment and kWidth - 1 steps further: dx of a step is complete when g of
// the last step that saw it is known.
template <typename Traits, typename weight_t>
__global__ void __launch_bounds__(kThreads)
    causal_conv1d_channellast_bwd_kernel(const ConvBackwardParams params, int steps) {
    using input_t = typename Traits::input_t;
    constexpr int kWidth = Traits::kWidth;
    constexpr int kHalo = Traits::kHalo;
    constexpr int kElements = Traits::kElements;

    const int channel = (blockIdx.x * blockDim.x + threadIdx.x) * kElements;
    const bool has_channel = channel < params.dim;
    Taps<kWidth> taps[kElements];
    float dweight[kElements][kWidth] = {};
    float dbias[kElements] = {};
#pragma unroll
    for (int e = 0; e < kElements; ++e) {
        taps[e] = has_channel ? load_taps<kWidth, weight_t>(params, channel + e) : Taps<kWidth>{};
    }

    if (const int batch = blockIdx.z; has_channel) {
        const auto history = history_of<input_t, kElements, kWidth>(params, batch, channel);
        const int* seq_idx =
            Traits::kHasSeqIdx ? params.seq_idx + static_cast<int64_t>(batch) * params.seqlen
                               : nullptr;
        const input_t* dout = static_cast<const input_t*>(params.dout.data) +
                              batch * params.dout.batch_stride +
                              channel * params.dout.channel_stride;
        input_t* dx = static_cast<input_t*>(params.dx.data) + batch * params.dx.batch_stride +
                      channel * params.dx.channel_stride;

        for (int segment = blockIdx.y * blockDim.y + threadIdx.y;
             static_cast<int64_t>(segment) * steps < params.seqlen;
             segment += gridDim.y * blockDim.y) {
            const int start = segment * steps;
            const int end = min(start + steps, params.seqlen);

            // Entry i belongs to step time - kHalo + i.
            float values[kHalo + kUnroll][kElements];
            float grads[kHalo + kUnroll][kElements];
            int sequences[kHalo + kUnroll];
#pragma unroll
            for (int i = 0; i < kHalo; ++i) {
                history.load(start - kHalo + i, values[i]);
                set_zero(grads[i]);
                if (Traits::kHasSeqIdx) {
                    sequences[i] = sequence_at(seq_idx, start - kHalo + i, params.seqlen);
                }
            }

            StepsInFlight<input_t, kElements, kUnroll> x_steps;
            StepsInFlight<input_t, kElements, kUnroll> dout_steps;
            SequencesInFlight<kUnroll> step_sequences;
            auto load_steps = [&](int time) {
                const int last = min(end + kHalo, params.seqlen);
                x_steps.load(history.x, history.x_time_stride, time, last);
                dout_steps.load(dout, params.dout.time_stride, time, last);
                if (Traits::kHasSeqIdx) {
                    step_sequences.load(seq_idx, time, params.seqlen);
                }
            };
            load_steps(start);

            for (int time = start; time < end + kHalo; time += kUnroll) {
#pragma unroll
                for (int u = 0; u < kUnroll; ++u) {
                    x_steps.steps[u].to_floats(values[kHalo + u]);
                    dout_steps.steps[u].to_floats(grads[kHalo + u]);
                    sequences[kHalo + u] = step_sequences.steps[u];
                }
                load_steps(time + kUnroll);

                // What step u sees through its tap w.
                auto window = [&](int u, int w, int e) {
                    const bool same =
                        !Traits::kHasSeqIdx || sequences[u + w] == sequences[u + kHalo];
                    return same ? values[u + w][e] : 0.0f;
                };
                // dout becomes g. One branch for all, so that the steps overlap.
                if (params.silu) {
#pragma unroll
                    for (int u = 0; u < kUnroll; ++u) {
#pragma unroll
                        for (int e = 0; e < kElements; ++e) {
                            float sum = taps[e].bias;
#pragma unroll
                            for (int w = 0; w < kWidth; ++w) {
                                sum = fmaf(taps[e].weight[w], window(u, w, e), sum);
                            }
                            grads[kHalo + u][e] *= silu_derivative(sum);
                        }
                    }
                }
                // The segment that owns a step counts it.
#pragma unroll
                for (int u = 0; u < kUnroll; ++u) {
                    if (Traits::kHasSeqIdx && sequences[u + kHalo] < 0) {
                        set_zero(grads[kHalo + u]);
                    }
                    if (time + u < end) {
#pragma unroll
                        for (int e = 0; e < kElements; ++e) {
#pragma unroll
                            for (int w = 0; w < kWidth; ++w) {
                                dweight[e][w] =
                                    fmaf(grads[kHalo + u][e], window(u, w, e), dweight[e][w]);
                            }
                            dbias[e] += grads[kHalo + u][e];
                        }
                    }
                }

                float results[kUnroll][kElements];
#pragma unroll
                for (int u = 0; u < kUnroll; ++u) {
#pragma unroll
                    for (int e = 0; e < kElements; ++e) {
                        float sum = 0.0f;
#pragma unroll
                        for (int k = 0; k < kWidth; ++k) {
                            const bool same =
                                !Traits::kHasSeqIdx || sequences[u + k] == sequences[u];
                            sum = fmaf(taps[e].weight[kHalo - k], same ? grads[u + k][e] : 0.0f,
                                       sum);
                        }
                        results[u][e] = sum;
                    }
                }
                const int target = time - kHalo;  // the step that results[0] belongs to
                if (params.dfinal_states.data != nullptr &&
                    target + kUnroll > params.seqlen - kHalo) {
                    add_final_state_gradients<Traits>(params, batch, channel, target, results);
                }
                if (params.dinitial_states.data != nullptr && target < 0) {
                    store_initial_state_gradients<Traits>(params, batch, channel, target, results);
                }
                input_t* dx_step = dx + target * params.dx.time_stride;
#pragma unroll
                for (int u = 0; u < kUnroll; ++u) {
                    if (target + u >= start && target + u < end) {
                        store_channels(dx_step, results[u]);
                    }
                    dx_step += params.dx.time_stride;
                }

#pragma unroll
                for (int i = 0; i < kHalo; ++i) {
#pragma unroll
                    for (int e = 0; e < kElements; ++e) {
                        values[i][e] = values[kUnroll + i][e];
                        grads[i][e] = grads[kUnroll + i][e];
                    }
                    sequences[i] = sequences[kUnroll + i];
                }
            }
        }
    }
    reduce_block<Traits>(params, dweight, dbias);
}

template <int kWidth, int kElements, bool kHasSeqIdx, typename input_t, typename weight_t>
void causal_conv1d_channellast_bwd_launch(const ConvBackwardParams& params, hipStream_t stream) {
    using Traits = ChannelLastTraits<kWidth, kElements, kHasSeqIdx, input_t>;
    // A multiple of kUnroll less the halo, so that the walk ends with a full round.
    constexpr int kSteps = 16 * kUnroll - (kWidth - 1);
    launch_batches<input_t>(params, [&](const ConvBackwardParams& rows) {
        const ChannelLastGeometry geometry(rows, kElements, kThreads, kSteps);
        causal_conv1d_channellast_bwd_kernel<Traits, weight_t>
            <<<geometry.grid, geometry.block, 0, stream>>>(rows, kSteps);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    });
}

}  // namespace

template <typename input_t, typename weight_t>
void causal_conv1d_channellast_bwd_cuda(const ConvBackwardParams& params, hipStream_t stream) {
    constexpr int kElements = 4;
    const bool aligned =
        channels_are_aligned(params.x, params.dim, kElements, sizeof(input_t)) &&
        channels_are_aligned(params.dout, params.dim, kElements, sizeof(input_t)) &&
        channels_are_aligned(params.dx, params.dim, kElements, sizeof(input_t));
    DISPATCH_WIDTH(params.width, kWidth, [&] {
        DISPATCH_BOOL(params.seq_idx != nullptr, kHasSeqIdx, [&] {
            if (aligned) {
                causal_conv1d_channellast_bwd_launch<kWidth, kElements, kHasSeqIdx, input_t,
                                                     weight_t>(params, stream);
            } else {
                causal_conv1d_channellast_bwd_launch<kWidth, 1, kHasSeqIdx, input_t, weight_t>(
                    params, stream);
            }
        });
    });
}

#define INSTANTIATE_CHANNELLAST_BACKWARD(input_t, weight_t)      \
    template void causal_conv1d_channellast_bwd_cuda<input_t, weight_t>( \
        const ConvBackwardParams&, hipStream_t);
FOR_EACH_TYPE_PAIR(INSTANTIATE_CHANNELLAST_BACKWARD)

}  // namespace causal_conv1d
