// Quantisation with a scale a row: one pass, each row held in registers between finding its scale
// and using it.
#include <hip/hip_runtime.h>
#include "../../../porter_compat/warp.hpp"
#include <cstdint>

#include "rocm/common/math.cuh"
#include "rocm/common/traits.cuh"
#include "rocm/common/utils.cuh"
#include "rocm/gfx90a/amax.cuh"
#include "rocm/gfx90a/ops.h"

namespace ac4k {
namespace gfx90a {
namespace {

constexpr int kThreads = 256;

__device__ __forceinline__ float reciprocal_scale(float amax, float limit) {
    return amax > 0.0f ? limit / amax : 0.0f;
}

// One packet of T becomes as many bytes.
template <typename T, typename Out>
__device__ __forceinline__ void store_quantized(const Packet<T>& packet, float factor,
                                                uint32_t* output) {
    uint32_t words[Packet<T>::kCount / 4];
#pragma unroll
    for (int i = 0; i < Packet<T>::kCount / 4; ++i) {
        words[i] = Quantized<Out>::pack(to_float(packet.values[4 * i]) * factor,
                                        to_float(packet.values[4 * i + 1]) * factor,
                                        to_float(packet.values[4 * i + 2]) * factor,
                                        to_float(packet.values[4 * i + 3]) * factor);
    }
    if constexpr (Packet<T>::kCount == 8) {
        *reinterpret_cast<uint2*>(output) = make_uint2(words[0], words[1]);
    } else {
        *output = words[0];
    }
}

// Short rows: `kLanes` neighbouring lanes hold a row of up to kLanes packets, and take kRows rows
// at once, so that enough loads are on their way.
template <typename T, typename Out, int kLanes, int kRows>
__global__ void __launch_bounds__(kThreads)
    short_rows_kernel(const T* __restrict__ input, uint8_t* __restrict__ output,
                      float* __restrict__ scales, int64_t rows, int columns) {
    constexpr int kCount = Packet<T>::kCount;
    constexpr int kRowsAtOnce = kThreads / kLanes;
    const int packet = threadIdx.x % kLanes;
    const int64_t first = int64_t(blockIdx.x) * (kRowsAtOnce * kRows) + threadIdx.x / kLanes;
    const bool inside = packet * kCount < columns;
    Packet<T> held[kRows];
#pragma unroll
    for (int n = 0; n < kRows; ++n) {
        const int64_t row = first + n * kRowsAtOnce;
        held[n] = Packet<T>{};
        if (inside && row < rows) {
            held[n] = *reinterpret_cast<const Packet<T>*>(input + row * columns + packet * kCount);
        }
    }
    float amax[kRows];
#pragma unroll
    for (int n = 0; n < kRows; ++n) amax[n] = packet_amax(held[n]);
    // Row by row each step would wait for the one before.
#pragma unroll
    for (int distance = kLanes / 2; distance > 0; distance /= 2) {
#pragma unroll
        for (int n = 0; n < kRows; ++n) {
            amax[n] = fmaxf(amax[n], porter::shfl_xor_sync(0xffffffffu, amax[n], distance));
        }
    }
#pragma unroll
    for (int n = 0; n < kRows; ++n) {
        const int64_t row = first + n * kRowsAtOnce;
        if (row < rows) {
            if (packet == 0) scales[row] = amax[n] * (1.0f / Quantized<Out>::kLimit);
            if (inside) {
                store_quantized<T, Out>(
                    held[n], reciprocal_scale(amax[n], Quantized<Out>::kLimit),
                    reinterpret_cast<uint32_t*>(output + row * columns + packet * kCount));
            }
        }
    }
}

// Long rows: a block a row, each thread with kPackets packets of it.
template <typename T, typename Out, int kPackets>
__global__ void __launch_bounds__(kThreads)
    long_rows_kernel(const T* __restrict__ input, uint8_t* __restrict__ output,
                     float* __restrict__ scales, int columns) {
    constexpr int kCount = Packet<T>::kCount;
    const int64_t start = int64_t(blockIdx.x) * columns;
    Packet<T> held[kPackets];
#pragma unroll
    for (int n = 0; n < kPackets; ++n) {
        const int column = (n * kThreads + threadIdx.x) * kCount;
        held[n] = Packet<T>{};
        if (column < columns) {
            held[n] = *reinterpret_cast<const Packet<T>*>(input + start + column);
        }
    }
    float amax = 0.0f;
#pragma unroll
    for (int n = 0; n < kPackets; ++n) amax = fmaxf(amax, packet_amax(held[n]));
    amax = block_maximum<kThreads>(amax);
    if (threadIdx.x == 0) scales[blockIdx.x] = amax * (1.0f / Quantized<Out>::kLimit);
    const float factor = reciprocal_scale(amax, Quantized<Out>::kLimit);
#pragma unroll
    for (int n = 0; n < kPackets; ++n) {
        const int column = (n * kThreads + threadIdx.x) * kCount;
        if (column < columns) {
            store_quantized<T, Out>(held[n], factor,
                                    reinterpret_cast<uint32_t*>(output + start + column));
        }
    }
}

// Rows of any length and alignment, read twice.
template <typename T, typename Out>
__global__ void __launch_bounds__(kThreads)
    any_rows_kernel(const T* __restrict__ input, uint8_t* __restrict__ output,
                    float* __restrict__ scales, int64_t columns) {
    const T* row = input + blockIdx.x * columns;
    float amax = 0.0f;
    for (int64_t column = threadIdx.x; column < columns; column += kThreads) {
        amax = fmaxf(amax, fabsf(to_float(row[column])));
    }
    amax = block_maximum<kThreads>(amax);
    if (threadIdx.x == 0) scales[blockIdx.x] = amax * (1.0f / Quantized<Out>::kLimit);
    const float factor = reciprocal_scale(amax, Quantized<Out>::kLimit);
    for (int64_t column = threadIdx.x; column < columns; column += kThreads) {
        output[blockIdx.x * columns + column] = static_cast<uint8_t>(
            Quantized<Out>::pack(to_float(row[column]) * factor, 0.0f, 0.0f, 0.0f));
    }
}

template <typename T, typename Out>
struct RowsLaunch {
    const QuantizeRowsArguments& arguments;
    hipStream_t stream;

    const T* input() const { return static_cast<const T*>(arguments.input); }
    uint8_t* output() const { return static_cast<uint8_t*>(arguments.output); }
    int columns() const { return static_cast<int>(arguments.columns); }

    template <int kLanes>
    void short_rows() const {
        constexpr int kRows = 2;
        const int64_t blocks = ceil_div<int64_t>(arguments.rows, kThreads / kLanes * kRows);
        short_rows_kernel<T, Out, kLanes, kRows>
            <<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(
                input(), output(), arguments.scales, arguments.rows, columns());
    }

    template <int kPackets>
    void long_rows() const {
        long_rows_kernel<T, Out, kPackets>
            <<<static_cast<unsigned>(arguments.rows), kThreads, 0, stream>>>(
                input(), output(), arguments.scales, columns());
    }

    void run() const {
        constexpr int kCount = Packet<T>::kCount;
        const bool aligned = arguments.columns % kCount == 0 &&
                             reinterpret_cast<uintptr_t>(arguments.input) % 16 == 0;
        const int64_t packets = arguments.columns / kCount;
        if (!aligned || packets > 8 * kThreads) {
            any_rows_kernel<T, Out><<<static_cast<unsigned>(arguments.rows), kThreads, 0, stream>>>(
                input(), output(), arguments.scales, arguments.columns);
        } else if (packets <= 8) {
            short_rows<8>();
        } else if (packets <= 16) {
            short_rows<16>();
        } else if (packets <= 32) {
            short_rows<32>();
        } else if (packets <= kThreads) {
            long_rows<1>();
        } else if (packets <= 2 * kThreads) {
            long_rows<2>();
        } else if (packets <= 4 * kThreads) {
            long_rows<4>();
        } else {
            long_rows<8>();
        }
        check_launch("quantize_rows");
    }
};

}  // namespace

void quantize_rows(const QuantizeRowsArguments& arguments, hipStream_t stream) {
    with_float_type(arguments.input_type, [&](auto element) {
        using T = decltype(element);
        if (arguments.output_type == DataType::int8) {
            RowsLaunch<T, int8_t>{arguments, stream}.run();
        } else {
            RowsLaunch<T, float8>{arguments, stream}.run();
        }
    });
}

}  // namespace gfx90a
}  // namespace ac4k
