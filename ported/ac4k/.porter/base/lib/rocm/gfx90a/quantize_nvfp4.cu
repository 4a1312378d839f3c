// NVFP4: e2m1 with an e4m3 scale for every 16 values and one float scale for all. The format is
// stored here as on every architecture; only some have products for it.
#include <hip/hip_runtime.h>
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
constexpr int kPackets = 4;  // of a thread, on their way at once

// The code of the nearest of 0, 0.5, 1, 1.5, 2, 3, 4, 6, in the upper four bits: the sign, then the
// magnitude, ties to the even code. Scaled by 2^-126, e2m1's exponents and subnormals are those of
// float, and its magnitude is the float's top bits, rounded. What is below the code is left over.
__device__ __forceinline__ uint32_t e2m1_code(float value) {
    constexpr float kUnit = 1.1754943508222875e-38f;  // 2^-126
    constexpr int kDropped = 22;                      // bits of float's mantissa
    const float scaled = value * kUnit;
    const uint32_t magnitude = __float_as_uint(fminf(fabsf(scaled), kFloat4Limit * kUnit));
    const uint32_t odd = magnitude >> kDropped & 1u;
    const uint32_t rounded = magnitude + (1u << (kDropped - 1)) - 1u + odd;
    const uint32_t sign = 1u << 31;
    return (rounded << (28 - kDropped) & ~sign) | (__float_as_uint(scaled) & sign);
}

__device__ __forceinline__ float float8_value(uint8_t bits) {
    return __half2float(__half(__hip_cvt_fp8_to_halfraw(bits, __HIP_E4M3)));
}

// Blocks of threads run over the tensor from its end: what the search for the largest read last is
// in the cache. The packets of a block of values are those of neighbouring lanes.
template <typename T>
__global__ void __launch_bounds__(kThreads)
    quantize_nvfp4_kernel(const T* __restrict__ input, uint8_t* __restrict__ output,
                          uint8_t* __restrict__ block_scales, const float* __restrict__ amax,
                          float* scale, int64_t packets) {
    constexpr int kCount = Packet<T>::kCount;
    constexpr int kLanes = kNvfp4Block / kCount;
    const float all = *amax * (1.0f / (kFloat8Limit * kFloat4Limit));
    if (blockIdx.x == 0 && threadIdx.x == 0) *scale = all;
    const float inverse = all > 0.0f ? 1.0f / (kFloat4Limit * all) : 0.0f;
    const int64_t first = int64_t(gridDim.x - 1 - blockIdx.x) * (kThreads * kPackets) + threadIdx.x;
    Packet<T> held[kPackets];
#pragma unroll
    for (int n = 0; n < kPackets; ++n) {
        const int64_t at = first + n * kThreads;
        held[n] = Packet<T>{};
        if (at < packets) held[n] = reinterpret_cast<const Packet<T>*>(input)[at];
    }
#pragma unroll
    for (int n = 0; n < kPackets; ++n) {
        const int64_t at = first + n * kThreads;
        const float largest = lanes_maximum<kLanes>(packet_amax(held[n]));
        const auto bits = static_cast<uint8_t>(pack_float8(largest * inverse, 0.0f));
        const float step = float8_value(bits) * all;
        const float factor = step > 0.0f ? 1.0f / step : 0.0f;
        uint32_t codes = 0;
#pragma unroll
        for (int i = kCount - 1; i >= 0; --i) {  // each pushes those behind it up
            codes = __funnelshift_l(e2m1_code(to_float(held[n].values[i]) * factor), codes, 4);
        }
        if (at < packets) {
            if (at % kLanes == 0) block_scales[at / kLanes] = bits;
            memcpy(__builtin_assume_aligned(output + at * (kCount / 2), kCount / 2), &codes,
                   kCount / 2);
        }
    }
}

}  // namespace

void quantize_nvfp4(const QuantizeNvfp4Arguments& arguments, hipStream_t stream) {
    with_float_type(arguments.input_type, [&](auto element) {
        using T = decltype(element);
        launch_amax<T>(arguments.input, arguments.count, arguments.amax, stream);
        const int64_t packets = arguments.count / Packet<T>::kCount;
        const auto grid = static_cast<unsigned>(
            std::max<int64_t>(1, ceil_div<int64_t>(packets, kThreads * kPackets)));
        quantize_nvfp4_kernel<T><<<grid, kThreads, 0, stream>>>(
            static_cast<const T*>(arguments.input), arguments.output, arguments.block_scales,
            arguments.amax, arguments.scale, packets);
        check_launch("quantize_nvfp4_kernel");
    });
}

}  // namespace gfx90a
}  // namespace ac4k
