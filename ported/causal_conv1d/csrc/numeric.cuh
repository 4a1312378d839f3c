// Conversions between storage types and float, and the activation. All arithmetic is in float.
#pragma once

#include <hip/hip_runtime.h>
#include "../porter_compat/bfloat16.hpp"
#include "../porter_compat/fast_math.hpp"
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

namespace causal_conv1d {

__device__ __forceinline__ float to_float(float value) { return value; }
__device__ __forceinline__ float to_float(__half value) { return __half2float(value); }
__device__ __forceinline__ float to_float(__hip_bfloat16 value) { return __bfloat162float(value); }

template <typename T>
__device__ __forceinline__ T from_float(float value);
template <>
__device__ __forceinline__ float from_float<float>(float value) {
    return value;
}
template <>
__device__ __forceinline__ __half from_float<__half>(float value) {
    return __float2half_rn(value);
}
template <>
__device__ __forceinline__ __hip_bfloat16 from_float<__hip_bfloat16>(float value) {
    return porter::float2bfloat16_rn(value);
}

__device__ __forceinline__ float sigmoid(float value) {
    return porter::fast_fdividef(1.0f, 1.0f + __expf(-value));
}

__device__ __forceinline__ float silu(float value) {
    return porter::fast_fdividef(value, 1.0f + __expf(-value));
}

// d silu(value) / d value = s + s * (value - value * s), s the sigmoid of value
__device__ __forceinline__ float silu_derivative(float value) {
    const float s = sigmoid(value);
    return fmaf(s, fmaf(-value, s, value), s);
}

}  // namespace causal_conv1d
