// Memory access in packets: a handful of neighbouring elements that move in one instruction.
#pragma once

#include <hip/hip_runtime.h>
#include "../porter_compat/bfloat16.hpp"
#include "../porter_compat/cache_hints.hpp"
#include <cstdint>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#include "causal_conv1d.h"
#include "numeric.cuh"

namespace causal_conv1d {

constexpr int kWarpSize = 32;
constexpr unsigned kFullMask = 0xffffffffu;

// kWords 32-bit registers that hold kWords * 4 / sizeof(T) elements of T.
template <typename T, int kWords_ = 4>
struct alignas(kWords_ * 4) Packet {
    static constexpr int kWords = kWords_;
    static constexpr int kElements = kWords * 4 / sizeof(T);
    uint32_t words[kWords];
};

template <typename P, typename T>
__device__ __forceinline__ P load_packet(const T* source) {
    return *reinterpret_cast<const P*>(source);
}

template <typename P, typename T>
__device__ __forceinline__ void store_packet(T* target, const P& packet) {
    *reinterpret_cast<P*>(target) = packet;
}

// For results that nobody reads soon: they leave the cache first.
template <typename P, typename T>
__device__ __forceinline__ void store_packet_streaming(T* target, const P& packet) {
    static_assert(P::kWords == 1 || P::kWords == 2 || P::kWords == 4, "one store instruction");
    if constexpr (P::kWords == 4) {
        porter::stcs(reinterpret_cast<uint4*>(target), make_uint4(packet.words[0], packet.words[1],
                                                            packet.words[2], packet.words[3]));
    } else if constexpr (P::kWords == 2) {
        porter::stcs(reinterpret_cast<uint2*>(target), make_uint2(packet.words[0], packet.words[1]));
    } else {
        porter::stcs(reinterpret_cast<unsigned*>(target), packet.words[0]);
    }
}

template <int kWords>
__device__ __forceinline__ void unpack_words(const uint32_t (&words)[kWords], float* values,
                                             float) {
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
        values[i] = __uint_as_float(words[i]);
    }
}

template <int kWords>
__device__ __forceinline__ void unpack_words(const uint32_t (&words)[kWords], float* values,
                                             __half) {
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
        const float2 pair = __half22float2(reinterpret_cast<const __half2&>(words[i]));
        values[2 * i] = pair.x;
        values[2 * i + 1] = pair.y;
    }
}

template <int kWords>
__device__ __forceinline__ void unpack_words(const uint32_t (&words)[kWords], float* values,
                                             __hip_bfloat16) {
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
        // A bfloat16 is the upper half of a float.
        values[2 * i] = __uint_as_float(words[i] << 16);
        values[2 * i + 1] = __uint_as_float(words[i] & 0xffff0000u);
    }
}

template <typename T, int kWords>
__device__ __forceinline__ void unpack(const uint32_t (&words)[kWords], float* values) {
    unpack_words(words, values, T());
}

template <int kWords>
__device__ __forceinline__ void pack_words(const float* values, uint32_t (&words)[kWords], float) {
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
        words[i] = __float_as_uint(values[i]);
    }
}

template <int kWords>
__device__ __forceinline__ void pack_words(const float* values, uint32_t (&words)[kWords], __half) {
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
        const __half2 pair = __floats2half2_rn(values[2 * i], values[2 * i + 1]);
        words[i] = reinterpret_cast<const uint32_t&>(pair);
    }
}

template <int kWords>
__device__ __forceinline__ void pack_words(const float* values, uint32_t (&words)[kWords],
                                           __hip_bfloat16) {
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
        const __hip_bfloat162 pair = porter::floats2bfloat162_rn(values[2 * i], values[2 * i + 1]);
        words[i] = reinterpret_cast<const uint32_t&>(pair);
    }
}

// Rounds floats to T and packs them.
template <typename T, int kWords>
__device__ __forceinline__ void pack(const float* values, uint32_t (&words)[kWords]) {
    pack_words(values, words, T());
}

// Whether every row of a channel-first tensor can be read and written in packets of 16 bytes.
inline bool packets_are_aligned(const StridedTensor& tensor, int seqlen, int element_size) {
    const int elements = 16 / element_size;
    return reinterpret_cast<uintptr_t>(tensor.data) % 16 == 0 && seqlen % elements == 0 &&
           tensor.batch_stride % elements == 0 && tensor.channel_stride % elements == 0;
}

}  // namespace causal_conv1d
