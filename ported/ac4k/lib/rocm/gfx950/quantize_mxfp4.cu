// Quantisation to MX-FP4. A block's power of two is known from its 32 values alone, so the tensor is
// read once.
#include <hip/hip_runtime.h>

#include <cstdint>

#include "rocm/common/utils.cuh"
#include "rocm/gfx950/amax.cuh"
#include "rocm/gfx950/mxfp4.cuh"
#include "rocm/gfx950/ops.h"

namespace ac4k {
namespace gfx950 {
namespace {

constexpr int kThreads = 256;

// A thread takes one packet; those that share a block are neighbours.
template <typename T>
__global__ void __launch_bounds__(kThreads)
    quantize_mxfp4_kernel(const T* __restrict__ input, uint8_t* __restrict__ output,
                          uint8_t* __restrict__ block_scales, int64_t packets) {
    constexpr int kCount = Packet<T>::kCount;
    constexpr int kLanes = kMxfp4Block / kCount;
    const int64_t at = int64_t(blockIdx.x) * kThreads + threadIdx.x;
    Packet<T> packet{};
    if (at < packets) packet = reinterpret_cast<const Packet<T>*>(input)[at];
    const uint32_t scale = block_scale(lanes_maximum<kLanes>(packet_amax(packet)));
    if (at >= packets) return;
    if (at % kLanes == 0) block_scales[at / kLanes] = static_cast<uint8_t>(scale);
    const float factor = inverse_scale(scale);
    uint32_t codes = 0;
#pragma unroll
    for (int i = 0; i < kCount; ++i) {
        codes |= e2m1_code(to_float(packet.values[i]) * factor) << 4 * i;
    }
    memcpy(output + at * (kCount / 2), &codes, kCount / 2);
}

}  // namespace

void quantize_mxfp4(const QuantizeMxfp4Arguments& arguments, hipStream_t stream) {
    with_float_type(arguments.input_type, [&](auto element) {
        using T = decltype(element);
        const int64_t packets = arguments.count / Packet<T>::kCount;
        if (packets == 0) return;
        const auto grid = static_cast<unsigned>(ceil_div<int64_t>(packets, kThreads));
        quantize_mxfp4_kernel<T><<<grid, kThreads, 0, stream>>>(
            static_cast<const T*>(arguments.input), arguments.output, arguments.block_scales,
            packets);
        check_launch("quantize_mxfp4_kernel");
    });
}

}  // namespace gfx950
}  // namespace ac4k
