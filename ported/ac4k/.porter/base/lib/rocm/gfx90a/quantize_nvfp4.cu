// NVFP4: e2m1 with an e4m3 scale for every 16 values and one float scale for all. The format is
// stored here as on every architecture; only some have products for it.
#include <hip/hip_runtime.h>
#include "../../../porter_compat/fp8_formats.hpp"
#include "../../../porter_compat/half_overloads.hpp"
#include <algorithm>
#include <cstdint>

#include "rocm/common/traits.cuh"
#include "rocm/common/utils.cuh"
#include "rocm/gfx90a/amax.cuh"
#include "rocm/gfx90a/ops.h"

namespace ac4k {
namespace gfx90a {
namespace {

constexpr int kThreads = 256;

constexpr int kBlocks = 2;  // of 16 values, of a thread

// The code of the nearest of 0, 0.5, 1, 1.5, 2, 3, 4, 6, in the upper four bits: the sign, then the
// magnitude, ties to the even code. Scaled by 2^-126, e2m1's exponents and subnormals are those of
// float, and its magnitude is the float's top bits, rounded. What is below the code is left over.
__device__ __forceinline__ uint32_t e2m1_code(float value) {
    constexpr float kUnit = 1.1754943508222875e-38f;  // 2^-126
    constexpr int kDropped = 22;                      // bits of float's mantissa
    const float scaled = value * kUnit;
    const uint32_t magnitude = __float_as_uint(fminf(fabsf(scaled), kFloat4Limit * kUnit));
    const uint32_t odd = magnitude >> kDropped & 1u;
    const uint32_t rounded = (magnitude + (1u << (kDropped - 1)) - 1u + odd) << (28 - kDropped);
    return rounded | (__float_as_uint(scaled) & 1u << 31);
}

__device__ __forceinline__ float float8_value(uint8_t bits) {
    return __half2float(__half(porter::cvt_fp8_to_halfraw(bits, __HIP_E4M3)));
}

// The largest magnitude of a block; 16-bit values are compared in pairs.
template <int kPackets>
__device__ __forceinline__ float block_amax(const Packet<float> (&packets)[kPackets]) {
    float largest = 0.0f;
#pragma unroll
    for (int n = 0; n < kPackets; ++n) largest = fmaxf(largest, packet_amax(packets[n]));
    return largest;
}
template <typename Pair, typename T, int kPackets>
__device__ __forceinline__ Pair pairs_amax(const Packet<T> (&packets)[kPackets]) {
    Pair largest;
#pragma unroll
    for (int i = 0; i < kNvfp4Block; i += 2) {
        const T* values = packets[i / Packet<T>::kCount].values + i % Packet<T>::kCount;
        const Pair pair = __habs2(Pair(values[0], values[1]));
        largest = i == 0 ? pair : __hmax2(largest, pair);
    }
    return largest;
}
template <int kPackets>
__device__ __forceinline__ float block_amax(const Packet<__half> (&packets)[kPackets]) {
    const __half2 largest = pairs_amax<__half2>(packets);
    return fmaxf(__low2float(largest), __high2float(largest));
}
template <int kPackets>
__device__ __forceinline__ float block_amax(const Packet<__hip_bfloat16> (&packets)[kPackets]) {
    const __hip_bfloat162 largest = pairs_amax<__hip_bfloat162>(packets);
    return fmaxf(__low2float(largest), __high2float(largest));
}

template <typename T>
__device__ __forceinline__ void quantize_block(
    const Packet<T> (&packets)[kNvfp4Block / Packet<T>::kCount], float all, float inverse,
    uint8_t* block_scale, uint2* output) {
    constexpr int kCount = Packet<T>::kCount;
    const float largest = block_amax(packets);
    const uint8_t bits = static_cast<uint8_t>(pack_float8(largest * inverse, 0.0f));
    *block_scale = bits;
    const float step = float8_value(bits) * all;
    const float factor = step > 0.0f ? 1.0f / step : 0.0f;
    uint32_t words[2] = {0, 0};
#pragma unroll
    for (int i = kNvfp4Block - 1; i >= 0; --i) {  // each pushes those behind it up
        const float value = to_float(packets[i / kCount].values[i % kCount]);
        words[i / 8] = __funnelshift_l(e2m1_code(value * factor), words[i / 8], 4);
    }
    *output = make_uint2(words[0], words[1]);
}

// Blocks of threads run over the tensor from its end: what the search for the largest read last is
// in the cache.
template <typename T>
__global__ void __launch_bounds__(kThreads)
    quantize_nvfp4_kernel(const T* __restrict__ input, uint8_t* __restrict__ output,
                          uint8_t* __restrict__ block_scales, const float* __restrict__ amax,
                          float* scale, int64_t blocks) {
    constexpr int kPackets = kNvfp4Block / Packet<T>::kCount;
    const float all = *amax * (1.0f / (kFloat8Limit * kFloat4Limit));
    if (blockIdx.x == 0 && threadIdx.x == 0) *scale = all;
    const float inverse = all > 0.0f ? 1.0f / (kFloat4Limit * all) : 0.0f;
    const int64_t first = int64_t(gridDim.x - 1 - blockIdx.x) * (kThreads * kBlocks) + threadIdx.x;
    Packet<T> held[kBlocks][kPackets];
#pragma unroll
    for (int n = 0; n < kBlocks; ++n) {
        const int64_t block = first + n * kThreads;
        const auto* source = reinterpret_cast<const Packet<T>*>(input + block * kNvfp4Block);
#pragma unroll
        for (int i = 0; i < kPackets; ++i) {
            if (block < blocks) held[n][i] = source[i];
        }
    }
#pragma unroll
    for (int n = 0; n < kBlocks; ++n) {
        const int64_t block = first + n * kThreads;
        if (block < blocks) {
            quantize_block(held[n], all, inverse, block_scales + block,
                           reinterpret_cast<uint2*>(output) + block);
        }
    }
}

}  // namespace

void quantize_nvfp4(const QuantizeNvfp4Arguments& arguments, hipStream_t stream) {
    with_float_type(arguments.input_type, [&](auto element) {
        using T = decltype(element);
        launch_amax<T>(arguments.input, arguments.count, arguments.amax, stream);
        const int64_t blocks = arguments.count / kNvfp4Block;
        const auto grid = static_cast<unsigned>(
            std::max<int64_t>(1, ceil_div<int64_t>(blocks, kThreads * kBlocks)));
        quantize_nvfp4_kernel<T><<<grid, kThreads, 0, stream>>>(
            static_cast<const T*>(arguments.input), arguments.output, arguments.block_scales,
            arguments.amax, arguments.scale, blocks);
        check_launch("quantize_nvfp4_kernel");
    });
}

}  // namespace gfx90a
}  // namespace ac4k
