// What the Python binding hands to the kernels: sizes, strides in elements, and device pointers.
#pragma once

#include <cstdint>

#include <hip/hip_runtime_api.h>

namespace causal_conv1d {

// A (batch, dim, seqlen) tensor, or a (batch, dim, width - 1) state. Strides count elements.
struct StridedTensor {
    void* data = nullptr;
    int64_t batch_stride = 0;
    int64_t channel_stride = 0;
    int64_t time_stride = 0;
};

struct ConvParams {
    int batch = 0;
    int dim = 0;
    int seqlen = 0;
    int width = 0;
    bool silu = false;

    StridedTensor x;
    StridedTensor out;

    const void* weight = nullptr;  // (dim, width)
    int64_t weight_channel_stride = 0;
    int64_t weight_width_stride = 0;
    const void* bias = nullptr;  // (dim,) or null

    const int* seq_idx = nullptr;   // (batch, seqlen), contiguous, or null
    StridedTensor initial_states;   // data is null when there are none
    StridedTensor final_states;     // written by the forward; data is null when not wanted
};

struct ConvBackwardParams : ConvParams {
    StridedTensor dout;
    StridedTensor dx;
    StridedTensor dinitial_states;  // written; data is null when not wanted
    StridedTensor dfinal_states;    // read; data is null when there are none

    // float32 accumulators that start at zero: (dim, width) and (dim,); dbias may be null.
    float* dweight = nullptr;
    float* dbias = nullptr;
};

struct ConvUpdateParams {
    int batch = 0;
    int dim = 0;
    int seqlen = 0;
    int width = 0;
    int state_len = 0;
    bool silu = false;

    StridedTensor x;
    StridedTensor out;
    StridedTensor conv_state;  // read and written

    const void* weight = nullptr;
    int64_t weight_channel_stride = 0;
    int64_t weight_width_stride = 0;
    const void* bias = nullptr;

    const int* cache_seqlens = nullptr;       // (batch,): where the ring buffer's next entry goes
    const int* conv_state_indices = nullptr;  // (batch,): the row of conv_state; negative skips
};

// Channel-first: time is the dimension with stride 1.
template <typename input_t, typename weight_t>
void causal_conv1d_fwd_cuda(const ConvParams& params, hipStream_t stream);
template <typename input_t, typename weight_t>
void causal_conv1d_bwd_cuda(const ConvBackwardParams& params, hipStream_t stream);

// Channel-last: the channel is the dimension with stride 1.
template <typename input_t, typename weight_t>
void causal_conv1d_channellast_fwd_cuda(const ConvParams& params, hipStream_t stream);
template <typename input_t, typename weight_t>
void causal_conv1d_channellast_bwd_cuda(const ConvBackwardParams& params, hipStream_t stream);

template <typename input_t, typename weight_t>
void causal_conv1d_update_cuda(const ConvUpdateParams& params, hipStream_t stream);

}  // namespace causal_conv1d
