// Reductions over the lanes of a warp and over a block, and powers of two.
#pragma once

#include "../../../porter_compat/warp.hpp"
#include <hip/hip_runtime.h>

namespace ac4k {

constexpr int kWarp = 32;

// The largest value of `kLanes` neighbouring lanes, in each of them.
template <int kLanes>
__device__ __forceinline__ float lanes_maximum(float value) {
#pragma unroll
    for (int distance = kLanes / 2; distance > 0; distance /= 2) {
        value = fmaxf(value, porter::shfl_xor_sync(0xffffffffu, value, distance));
    }
    return value;
}

template <int kLanes>
__device__ __forceinline__ float lanes_sum(float value) {
#pragma unroll
    for (int distance = kLanes / 2; distance > 0; distance /= 2) {
        value += porter::shfl_xor_sync(0xffffffffu, value, distance);
    }
    return value;
}

// The largest value of a block of kThreads, in every thread. Called once a kernel.
template <int kThreads>
__device__ __forceinline__ float block_maximum(float value) {
    __shared__ float of_warps[kThreads / kWarp];
    value = lanes_maximum<kWarp>(value);
    if (threadIdx.x % kWarp == 0) of_warps[threadIdx.x / kWarp] = value;
    __syncthreads();
    value = of_warps[0];
#pragma unroll
    for (int warp = 1; warp < kThreads / kWarp; ++warp) value = fmaxf(value, of_warps[warp]);
    return value;
}

// Magnitudes are not negative: their bits order like their values.
__device__ __forceinline__ void atomic_maximum(float* target, float magnitude) {
    atomicMax(reinterpret_cast<int*>(target), __float_as_int(magnitude));
}

}  // namespace ac4k
