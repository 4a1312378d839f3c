// NVFP4: e2m1 with an e4m3 scale for every 16 values and one float scale for all. The format is
// stored here as on every architecture; only some have products for it.
#include <algorithm>
#include <cstdint>

#include "cuda/common/traits.cuh"
#include "cuda/common/utils.cuh"
#include "cuda/sm90a/amax.cuh"
#include "cuda/sm90a/ops.h"

namespace ac4k {
namespace sm90a {
namespace {

constexpr int kThreads = 256;

// The nearest of 0, 0.5, 1, 1.5, 2, 3, 4, 6, ties to the even code; the sign is bit 3.
__device__ __forceinline__ uint32_t e2m1_bits(float value) {
    const float magnitude = fabsf(value);
    uint32_t code = 0;
    code += magnitude > 0.25f;
    code += magnitude >= 0.75f;
    code += magnitude > 1.25f;
    code += magnitude >= 1.75f;
    code += magnitude > 2.5f;
    code += magnitude >= 3.5f;
    code += magnitude > 5.0f;
    return code | (value < 0.0f ? 8u : 0u);
}

__device__ __forceinline__ float float8_value(uint8_t bits) {
    return __half2float(__half(__nv_cvt_fp8_to_halfraw(bits, __NV_E4M3)));
}

template <typename T>
__global__ void __launch_bounds__(kThreads)
    quantize_nvfp4_kernel(const T* __restrict__ input, uint8_t* __restrict__ output,
                          uint8_t* __restrict__ block_scales, const float* __restrict__ amax,
                          float* scale, int64_t blocks) {
    constexpr int kPackets = kNvfp4Block / Packet<T>::kCount;
    const float all = *amax * (1.0f / (kFloat8Limit * kFloat4Limit));
    if (blockIdx.x == 0 && threadIdx.x == 0) *scale = all;
    const int64_t block = int64_t(blockIdx.x) * kThreads + threadIdx.x;
    if (block >= blocks) return;
    const auto* source = reinterpret_cast<const Packet<T>*>(input + block * kNvfp4Block);
    float values[kNvfp4Block];
    float largest = 0.0f;
#pragma unroll
    for (int n = 0; n < kPackets; ++n) {
        const Packet<T> packet = source[n];
        largest = fmaxf(largest, packet_amax(packet));
#pragma unroll
        for (int v = 0; v < Packet<T>::kCount; ++v) {
            values[n * Packet<T>::kCount + v] = to_float(packet.values[v]);
        }
    }
    const float wanted = all > 0.0f ? largest * (1.0f / kFloat4Limit) / all : 0.0f;
    const uint8_t bits = static_cast<uint8_t>(pack_float8(wanted, 0.0f));
    block_scales[block] = bits;
    const float step = float8_value(bits) * all;
    const float factor = step > 0.0f ? 1.0f / step : 0.0f;
    uint32_t words[2] = {0, 0};
#pragma unroll
    for (int i = 0; i < kNvfp4Block; ++i) {
        words[i / 8] |= e2m1_bits(values[i] * factor) << (i % 8 * 4);
    }
    *reinterpret_cast<uint2*>(output + block * (kNvfp4Block / 2)) = make_uint2(words[0], words[1]);
}

}  // namespace

void quantize_nvfp4(const QuantizeNvfp4Arguments& arguments, cudaStream_t stream) {
    with_float_type(arguments.input_type, [&](auto element) {
        using T = decltype(element);
        launch_amax<T>(arguments.input, arguments.count, arguments.amax, stream);
        const int64_t blocks = arguments.count / kNvfp4Block;
        const auto grid = static_cast<unsigned>(std::max<int64_t>(1, ceil_div<int64_t>(blocks, kThreads)));
        quantize_nvfp4_kernel<T><<<grid, kThreads, 0, stream>>>(
            static_cast<const T*>(arguments.input), arguments.output, arguments.block_scales,
            arguments.amax, arguments.scale, blocks);
        check_launch("quantize_nvfp4_kernel");
    });
}

}  // namespace sm90a
}  // namespace ac4k
