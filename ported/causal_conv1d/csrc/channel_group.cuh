// Channel-last access: a thread owns a few neighbouring channels and walks along time.
#pragma once

#include <hip/hip_runtime.h>
#include "../porter_compat/minmax.hpp"
#include "causal_conv1d.h"
#include "packet.cuh"

namespace causal_conv1d {

// kElements channels of one time step as they stand in memory: one packet, or a single element
// where the tensor is not aligned for packets.
template <typename T, int kElements>
struct ChannelPacket {
    using packet_t = Packet<T, kElements * sizeof(T) / 4>;
    packet_t packet;

    __device__ __forceinline__ void load(const T* source) {
        packet = load_packet<packet_t>(source);
    }
    __device__ __forceinline__ void clear() { packet = packet_t{}; }
    __device__ __forceinline__ void to_floats(float (&values)[kElements]) const {
        unpack<T>(packet.words, values);
    }
};

template <typename T>
struct ChannelPacket<T, 1> {
    T element;

    __device__ __forceinline__ void load(const T* source) { element = *source; }
    __device__ __forceinline__ void clear() { element = from_float<T>(0.0f); }
    __device__ __forceinline__ void to_floats(float (&values)[1]) const {
        values[0] = to_float(element);
    }
};

template <typename T, int kElements>
__device__ __forceinline__ void store_channels(T* target, const float (&values)[kElements]) {
    if constexpr (kElements == 1) {
        *target = from_float<T>(values[0]);
    } else {
        Packet<T, kElements * sizeof(T) / 4> packet;
        pack<T>(values, packet.words);
        store_packet_streaming(target, packet);
    }
}

// `kSteps` steps in a row, in flight. Steps from `end` on read as zero.
template <typename T, int kElements, int kSteps>
struct StepsInFlight {
    ChannelPacket<T, kElements> steps[kSteps];

    __device__ __forceinline__ void load(const T* source, int64_t time_stride, int time, int end) {
        source += time * time_stride;
#pragma unroll
        for (int u = 0; u < kSteps; ++u) {
            if (time + u < end) {
                steps[u].load(source);
            } else {
                steps[u].clear();
            }
            source += time_stride;
        }
    }
};

template <int kElements>
__device__ __forceinline__ void set_zero(float (&values)[kElements]) {
#pragma unroll
    for (int e = 0; e < kElements; ++e) {
        values[e] = 0.0f;
    }
}

// One batch row of x as a thread sees it, continued into the past by the initial state.
template <typename T, int kElements, int kWidth>
struct History {
    const T* x;       // at the thread's first channel, time 0
    const T* states;  // likewise; null when there are none
    int64_t x_time_stride;
    int64_t state_channel_stride;
    int64_t state_time_stride;

    // The inputs at -(kWidth - 1) <= time < seqlen.
    __device__ __forceinline__ void load(int time, float (&values)[kElements]) const {
        if (time >= 0) {
            ChannelPacket<T, kElements> packet;
            packet.load(x + time * x_time_stride);
            packet.to_floats(values);
        } else if (states != nullptr) {
            const T* state = states + (time + kWidth - 1) * state_time_stride;
#pragma unroll
            for (int e = 0; e < kElements; ++e) {
                values[e] = to_float(*state);
                state += state_channel_stride;  // multiples of it would stay in scalar registers
            }
        } else {
            set_zero(values);
        }
    }
};

template <typename T, int kElements, int kWidth>
__device__ __forceinline__ History<T, kElements, kWidth> history_of(const ConvParams& params,
                                                                    int batch, int channel) {
    const StridedTensor& x = params.x;
    const StridedTensor& states = params.initial_states;
    return {static_cast<const T*>(x.data) + batch * x.batch_stride + channel * x.channel_stride,
            states.data == nullptr ? nullptr
                                   : static_cast<const T*>(states.data) +
                                         batch * states.batch_stride +
                                         channel * states.channel_stride,
            x.time_stride, states.channel_stride, states.time_stride};
}

// The sequence a step belongs to. The initial state belongs to the first step's sequence.
__device__ __forceinline__ int sequence_at(const int* seq_idx, int time, int seqlen) {
    return seq_idx[max(0, min(time, seqlen - 1))];
}

// The sequences of `kSteps` steps in a row.
template <int kSteps>
struct SequencesInFlight {
    int steps[kSteps];

    __device__ __forceinline__ void load(const int* seq_idx, int time, int seqlen) {
#pragma unroll
        for (int u = 0; u < kSteps; ++u) {
            steps[u] = sequence_at(seq_idx, time + u, seqlen);
        }
    }
};

constexpr unsigned kLargestGrid = 65535;  // in y and z

template <typename T>
void skip_rows(StridedTensor& tensor, int64_t rows) {
    if (tensor.data != nullptr) {
        tensor.data = static_cast<T*>(tensor.data) + rows * tensor.batch_stride;
    }
}

template <typename T>
void skip_rows(ConvParams& params, int rows) {
    skip_rows<T>(params.x, rows);
    skip_rows<T>(params.out, rows);
    skip_rows<T>(params.initial_states, rows);
    skip_rows<T>(params.final_states, rows);
    if (params.seq_idx != nullptr) {
        params.seq_idx += static_cast<int64_t>(rows) * params.seqlen;
    }
}

template <typename T>
void skip_rows(ConvBackwardParams& params, int rows) {
    skip_rows<T>(static_cast<ConvParams&>(params), rows);
    skip_rows<T>(params.dout, rows);
    skip_rows<T>(params.dx, rows);
    skip_rows<T>(params.dinitial_states, rows);
    skip_rows<T>(params.dfinal_states, rows);
}

// Calls `launch` for as many batch rows at a time as a grid may have. A loop over them in the kernel
// would keep all strides in scalar registers, more than AMD's processors have.
template <typename T, typename Params, typename Launch>
void launch_batches(Params params, Launch launch) {
    for (int left = params.batch; left > 0; left -= params.batch) {
        params.batch = left < static_cast<int>(kLargestGrid) ? left : kLargestGrid;
        launch(params);
        skip_rows<T>(params, params.batch);
    }
}

// How the kernels cut (batch, time, channels): a block is as wide as channel groups fill a warp,
// and has as many time segments as its threads allow.
struct ChannelLastGeometry {
    dim3 block;
    dim3 grid;

    ChannelLastGeometry(const ConvParams& params, int elements, int threads, int steps) {
        const unsigned groups = (params.dim + elements - 1) / elements;
        unsigned lanes = kWarpSize;
        while (lanes > 1 && lanes / 2 >= groups) {
            lanes /= 2;
        }
        block = dim3(lanes, threads / lanes);
        const unsigned segments = (params.seqlen + steps - 1) / steps;
        const unsigned blocks_along_time = (segments + block.y - 1) / block.y;
        grid = dim3((groups + lanes - 1) / lanes,
                    // The kernels loop over the rest.
                    blocks_along_time < kLargestGrid ? blocks_along_time : kLargestGrid,
                    params.batch);
    }
};

inline bool channels_are_aligned(const StridedTensor& tensor, int dim, int elements,
                                 int element_size) {
    return reinterpret_cast<uintptr_t>(tensor.data) % (elements * element_size) == 0 &&
           dim % elements == 0 && tensor.channel_stride == 1 &&
           tensor.batch_stride % elements == 0 && tensor.time_stride % elements == 0;
}

}  // namespace causal_conv1d
