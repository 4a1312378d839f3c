// Quantisation to float8 with one scale for the tensor, and of attention's values, which are turned
// on the way.
#include <hip/hip_runtime.h>
#include <algorithm>
#include <cstdint>

#include "rocm/common/traits.cuh"
#include "rocm/common/utils.cuh"
#include "rocm/gfx942/amax.cuh"
#include "rocm/gfx942/ops.h"

namespace ac4k {
namespace gfx942 {
namespace {

constexpr int kThreads = 256;
constexpr int kPackets = 4;         // of a thread
constexpr int kTurnedTokens = 128;  // of a block that turns values

__device__ __forceinline__ float scale_factor(const float* amax, float* scale, bool writes) {
    const float found = *amax;
    if (writes) *scale = found * (1.0f / kFloat8Limit);
    return found > 0.0f ? kFloat8Limit / found : 0.0f;
}

// Blocks run over the tensor from its end: what the search for the largest read last is in the
// cache.
template <typename T>
__global__ void __launch_bounds__(kThreads)
    quantize_tensor_kernel(const T* __restrict__ input, uint8_t* __restrict__ output,
                           const float* __restrict__ amax, float* scale, int64_t count) {
    constexpr int kCount = Packet<T>::kCount;
    const float factor = scale_factor(amax, scale, blockIdx.x == 0 && threadIdx.x == 0);
    const int64_t block = gridDim.x - 1 - blockIdx.x;
    const int64_t first = (block * kThreads * kPackets + threadIdx.x) * kCount;
    Packet<T> held[kPackets];
#pragma unroll
    for (int n = 0; n < kPackets; ++n) {
        const int64_t at = first + n * kThreads * kCount;
        if (at + kCount <= count) held[n] = *reinterpret_cast<const Packet<T>*>(input + at);
    }
#pragma unroll
    for (int n = 0; n < kPackets; ++n) {
        const int64_t at = first + n * kThreads * kCount;
        if (at + kCount <= count) {
            uint32_t words[kCount / 4];
#pragma unroll
            for (int i = 0; i < kCount / 4; ++i) {
                words[i] = pack_float8(to_float(held[n].values[4 * i]) * factor,
                                       to_float(held[n].values[4 * i + 1]) * factor,
                                       to_float(held[n].values[4 * i + 2]) * factor,
                                       to_float(held[n].values[4 * i + 3]) * factor);
            }
            memcpy(__builtin_assume_aligned(output + at, kCount), words, kCount);
        } else {
            for (int64_t i = at; i < count; ++i) {
                output[i] = static_cast<uint8_t>(pack_float8(to_float(input[i]) * factor, 0.0f));
            }
        }
    }
}

// A block turns kTurnedTokens x kDim of one head; the last ones first, as above. `tile` holds a line
// of tokens a dimension, and a thread brings the four tokens that make a word of it.
template <typename T, int kDim>
__global__ void __launch_bounds__(kThreads)
    quantize_values_kernel(const T* __restrict__ input, int64_t batch_stride, int64_t head_stride,
                           int64_t token_stride, uint8_t* __restrict__ output,
                           const float* __restrict__ amax, float* scale, int tokens,
                           int padded_tokens) {
    constexpr int kCount = Packet<T>::kCount;
    constexpr int kWords = kTurnedTokens / 4;
    constexpr int kPitch = kTurnedTokens + 8;
    alignas(8) __shared__ uint8_t tile[kDim * kPitch];
    const bool writes = blockIdx.x + blockIdx.y + blockIdx.z == 0 && threadIdx.x == 0;
    const float factor = scale_factor(amax, scale, writes);
    const int first = (gridDim.x - 1 - blockIdx.x) * kTurnedTokens;
    const int head = gridDim.y - 1 - blockIdx.y;
    const int batch = gridDim.z - 1 - blockIdx.z;
    const T* source = input + batch * batch_stride + head * head_stride;
#pragma unroll
    for (int n = 0; n < kWords * kDim / kCount / kThreads; ++n) {
        // Neighbouring lanes take 32 bytes of a token, those beside them other tokens.
        const int i = n * kThreads + threadIdx.x;
        const int word = i / 2 % kWords;
        const int dim = (i / (2 * kWords) * 2 + i % 2) * kCount;
        // The word's tokens, see QuantizeValuesArguments: this one, the next, and those 8 behind.
        const int token = first + word / 4 * 16 + word % 4 * 2;
        Packet<T> packets[4];
#pragma unroll
        for (int t = 0; t < 4; ++t) {
            const int at = token + t / 2 * 8 + t % 2;
            packets[t] = Packet<T>{};
            if (at < tokens) {
                packets[t] = *reinterpret_cast<const Packet<T>*>(source + at * token_stride + dim);
            }
        }
#pragma unroll
        for (int v = 0; v < kCount; ++v) {
            *reinterpret_cast<uint32_t*>(tile + (dim + v) * kPitch + word * 4) = pack_float8(
                to_float(packets[0].values[v]) * factor, to_float(packets[1].values[v]) * factor,
                to_float(packets[2].values[v]) * factor, to_float(packets[3].values[v]) * factor);
        }
    }
    __syncthreads();
    uint8_t* target = output + (int64_t(batch) * gridDim.y + head) * kDim * padded_tokens + first;
    constexpr int kChunks = kTurnedTokens / 8;
    for (int i = threadIdx.x; i < kDim * kChunks; i += kThreads) {
        const int dim = i / kChunks;
        const int chunk = i % kChunks * 8;
        *reinterpret_cast<uint2*>(target + int64_t(dim) * padded_tokens + chunk) =
            *reinterpret_cast<const uint2*>(tile + dim * kPitch + chunk);
    }
}

// The largest magnitude of strided heads; a block looks at kSeenTokens of one.
constexpr int kSeenTokens = 512;

template <typename T, int kDim>
__global__ void __launch_bounds__(kAmaxThreads)
    heads_amax_kernel(const T* __restrict__ input, int64_t batch_stride, int64_t head_stride,
                      int64_t token_stride, int tokens, float* amax) {
    constexpr int kLanes = kDim / Packet<T>::kCount;
    constexpr int kTokensAtOnce = kAmaxThreads / kLanes;
    const int first = blockIdx.x * kSeenTokens + threadIdx.x / kLanes;
    const T* source = input + blockIdx.z * batch_stride + blockIdx.y * head_stride +
                      threadIdx.x % kLanes * Packet<T>::kCount;
    float found = 0.0f;
#pragma unroll 4
    for (int n = 0; n < kSeenTokens / kTokensAtOnce; ++n) {
        const int token = first + n * kTokensAtOnce;
        if (token < tokens) {
            found = fmaxf(
                found,
                packet_amax(*reinterpret_cast<const Packet<T>*>(source + token * token_stride)));
        }
    }
    found = block_maximum<kAmaxThreads>(found);
    if (threadIdx.x == 0) atomic_maximum(amax, found);
}

template <typename T, int kDim>
void launch_values(const QuantizeValuesArguments& arguments, hipStream_t stream) {
    const auto& a = arguments;
    const T* input = static_cast<const T*>(a.input);
    check(hipMemsetAsync(a.amax, 0, sizeof(float), stream), "cudaMemsetAsync");
    const dim3 seen(ceil_div(a.tokens, kSeenTokens), a.heads, a.batch);
    heads_amax_kernel<T, kDim><<<seen, kAmaxThreads, 0, stream>>>(
        input, a.batch_stride, a.head_stride, a.token_stride, a.tokens, a.amax);
    check_launch("heads_amax_kernel");
    const dim3 turned(a.padded_tokens / kTurnedTokens, a.heads, a.batch);
    quantize_values_kernel<T, kDim>
        <<<turned, kThreads, 0, stream>>>(input, a.batch_stride, a.head_stride, a.token_stride,
                                          a.output, a.amax, a.scale, a.tokens, a.padded_tokens);
    check_launch("quantize_values_kernel");
}

}  // namespace

void quantize_tensor(const QuantizeTensorArguments& arguments, hipStream_t stream) {
    with_float_type(arguments.input_type, [&](auto element) {
        using T = decltype(element);
        launch_amax<T>(arguments.input, arguments.count, arguments.amax, stream);
        const int64_t per_block = int64_t(kThreads) * kPackets * Packet<T>::kCount;
        const int64_t blocks = std::max<int64_t>(1, ceil_div(arguments.count, per_block));
        quantize_tensor_kernel<T><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(
            static_cast<const T*>(arguments.input), static_cast<uint8_t*>(arguments.output),
            arguments.amax, arguments.scale, arguments.count);
        check_launch("quantize_tensor_kernel");
    });
}

void quantize_values(const QuantizeValuesArguments& arguments, hipStream_t stream) {
    with_float_type(arguments.input_type, [&](auto element) {
        using T = decltype(element);
        if (arguments.dim == 64) {
            launch_values<T, 64>(arguments, stream);
        } else {
            launch_values<T, 128>(arguments, stream);
        }
    });
}

}  // namespace gfx942
}  // namespace ac4k
