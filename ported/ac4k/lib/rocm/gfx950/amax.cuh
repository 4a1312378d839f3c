// The largest magnitude of a tensor: the first pass where one scale serves all of it.
#pragma once

#include <hip/hip_runtime.h>
#include <algorithm>
#include <cstdint>

#include "rocm/common/math.cuh"
#include "rocm/common/traits.cuh"
#include "rocm/common/utils.cuh"

namespace ac4k {
namespace gfx950 {

constexpr int kAmaxThreads = 512;
constexpr int kAmaxPackets = 4;  // on their way at once, of a thread

template <typename T>
__device__ __forceinline__ float packet_amax(const Packet<T>& packet) {
    float amax = 0.0f;
#pragma unroll
    for (int i = 0; i < Packet<T>::kCount; ++i) {
        amax = fmaxf(amax, fabsf(to_float(packet.values[i])));
    }
    return amax;
}

// `packets` of 16 bytes, and `rest` elements behind them.
template <typename T>
__global__ void __launch_bounds__(kAmaxThreads)
    amax_kernel(const T* __restrict__ input, int64_t packets, int rest, float* amax) {
    const auto* source = reinterpret_cast<const Packet<T>*>(input);
    const int64_t step = int64_t(gridDim.x) * kAmaxThreads;
    int64_t at = int64_t(blockIdx.x) * kAmaxThreads + threadIdx.x;
    float found = 0.0f;
    for (; at + (kAmaxPackets - 1) * step < packets; at += kAmaxPackets * step) {
        Packet<T> held[kAmaxPackets];
#pragma unroll
        for (int n = 0; n < kAmaxPackets; ++n) held[n] = source[at + n * step];
#pragma unroll
        for (int n = 0; n < kAmaxPackets; ++n) found = fmaxf(found, packet_amax(held[n]));
    }
    for (; at < packets; at += step) found = fmaxf(found, packet_amax(source[at]));
    if (blockIdx.x == 0 && threadIdx.x < rest) {
        found = fmaxf(found, fabsf(to_float(input[packets * Packet<T>::kCount + threadIdx.x])));
    }
    found = block_maximum<kAmaxThreads>(found);
    if (threadIdx.x == 0) atomic_maximum(amax, found);
}

// `input` begins at a multiple of 16 bytes.
template <typename T>
void launch_amax(const void* input, int64_t count, float* amax, hipStream_t stream) {
    check(hipMemsetAsync(amax, 0, sizeof(float), stream), "cudaMemsetAsync");
    const int64_t packets = count / Packet<T>::kCount;
    const int64_t needed = ceil_div<int64_t>(packets, kAmaxThreads);
    const int blocks =
        static_cast<int>(std::max<int64_t>(1, std::min<int64_t>(needed, 4 * multiprocessors())));
    amax_kernel<T><<<blocks, kAmaxThreads, 0, stream>>>(
        static_cast<const T*>(input), packets, static_cast<int>(count % Packet<T>::kCount), amax);
    check_launch("amax_kernel");
}

}  // namespace gfx950
}  // namespace ac4k
