// Element types: how many make 16 bytes, and conversions to and from float.
#pragma once

#include <hip/hip_runtime.h>
#include "../../../porter_compat/bfloat16.hpp"
#include "../../../porter_compat/fp8_formats.hpp"
#include "../../../porter_compat/fp8_types.hpp"
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>

#include <cstdint>

#include "ac4k_kernel/common/types.h"

namespace ac4k {

// gfx942's own format; the others have OCP's.
#if defined(AC4K_ARCH_GFX942)
using float8 = __hip_fp8_e4m3_fnuz;
constexpr auto kFloat8Format = __HIP_E4M3_FNUZ;
#else
using float8 = porter::fp8_e4m3;
constexpr auto kFloat8Format = __HIP_E4M3;
#endif

// 16 bytes of one type, as one access to memory moves them.
template <typename T>
struct alignas(16) Packet {
    static constexpr int kCount = 16 / sizeof(T);
    T values[kCount];
};

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

// Two floats in one register, the first in the low half.
__device__ __forceinline__ uint32_t pack_bfloat16(float low, float high) {
    const __hip_bfloat162 pair = porter::floats2bfloat162_rn(low, high);
    uint32_t bits;
    memcpy(&bits, &pair, sizeof(bits));
    return bits;
}

// Two floats in float8, the first in the low byte; beyond the largest finite value they saturate.
__device__ __forceinline__ uint32_t pack_float8(float low, float high) {
    return porter::cvt_float2_to_fp8x2(make_float2(low, high), __HIP_SATFINITE, kFloat8Format);
}
__device__ __forceinline__ uint32_t pack_float8(float a, float b, float c, float d) {
    return pack_float8(a, b) | pack_float8(c, d) << 16;
}

// `value` is within the range of int8 once it is rounded.
__device__ __forceinline__ uint32_t int8_bits(float value) {
    return static_cast<uint32_t>(__float2int_rn(value)) & 0xffu;
}

// What a scale maps the largest magnitude to, and four values in a register.
template <typename T>
struct Quantized;
template <>
struct Quantized<float8> {
    static constexpr float kLimit = kFloat8Limit;
    static __device__ __forceinline__ uint32_t pack(float a, float b, float c, float d) {
        return pack_float8(a, b, c, d);
    }
};
template <>
struct Quantized<int8_t> {
    static constexpr float kLimit = kInt8Limit;
    static __device__ __forceinline__ uint32_t pack(float a, float b, float c, float d) {
        return int8_bits(a) | int8_bits(b) << 8 | int8_bits(c) << 16 | int8_bits(d) << 24;
    }
};

}  // namespace ac4k
