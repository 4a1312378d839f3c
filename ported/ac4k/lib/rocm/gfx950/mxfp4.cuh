// MX-FP4: e2m1 codes, the powers of two that blocks of 32 share, and the product of the matrix cores
// that takes both. A wave has all of its 64 lanes here.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>

#include "ac4k_kernel/common/types.h"

namespace ac4k {
namespace gfx950 {

using Floats = float __attribute__((ext_vector_type(4)));
using Words = int __attribute__((ext_vector_type(4)));

// The exponent of the largest magnitude less that of e2m1's largest number (6 = 1.5 * 2^2), as the
// standard has it; biased by 127, as it is stored. Numbers up to a quarter above 6 become 6.
__device__ __forceinline__ uint32_t block_scale(float largest) {
    const int exponent = static_cast<int>(__float_as_uint(largest) >> 23) - 2;
    return static_cast<uint32_t>(exponent < 0 ? 0 : exponent);
}

// What values of a block are multiplied by before they become codes.
__device__ __forceinline__ float inverse_scale(uint32_t scale) {
    return __uint_as_float((254u - scale) << 23);
}

// The code of the nearest of 0, 0.5, 1, 1.5, 2, 3, 4, 6, ties to the even code; the sign is bit 3.
// Scaled by 2^-126, e2m1's exponents and subnormals are those of float, and its magnitude is the
// float's top bits, rounded.
__device__ __forceinline__ uint32_t e2m1_code(float value) {
    constexpr float kUnit = 1.1754943508222875e-38f;  // 2^-126
    constexpr int kDropped = 22;                      // bits of float's mantissa
    const float scaled = value * kUnit;
    const uint32_t magnitude = __float_as_uint(fminf(fabsf(scaled), kFloat4Limit * kUnit));
    const uint32_t odd = magnitude >> kDropped & 1u;
    const uint32_t code = (magnitude + (1u << (kDropped - 1)) - 1u + odd) >> kDropped;
    return code | (__float_as_uint(scaled) >> 28 & 8u);
}

// `value` of another of the wave's lanes.
__device__ __forceinline__ int from_lane(int value, int lane) {
    return __builtin_amdgcn_ds_bpermute(4 * lane, value);
}
__device__ __forceinline__ float from_lane(float value, int lane) {
    return __int_as_float(from_lane(__float_as_int(value), lane));
}

// One lane's part of an operand: 32 values of one row (of A) or column (of B), and their scale.
struct ScaledBlock {
    Words codes;
    int scale;
};

// sums (16 x 16) += A (16 x 128) times B (128 x 16). Lane 16g + r brings row r of A and column r of
// B from depth 32g on; it gets rows 4g to 4g + 3 of column r.
__device__ __forceinline__ Floats multiply(const ScaledBlock& a, const ScaledBlock& b, Floats sums) {
    constexpr int kE2m1 = 4;  // the format's number
    using Operand = int __attribute__((ext_vector_type(8)));  // of which e2m1 takes half
    const Operand left = {a.codes.x, a.codes.y, a.codes.z, a.codes.w};
    const Operand right = {b.codes.x, b.codes.y, b.codes.z, b.codes.w};
    return __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(left, right, sums, kE2m1, kE2m1, 0,
                                                            a.scale, 0, b.scale);
}

}  // namespace gfx950
}  // namespace ac4k
