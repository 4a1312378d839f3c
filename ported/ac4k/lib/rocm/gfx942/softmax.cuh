// The running softmax of attention: of each row the largest score so far, the sum of the
// probabilities, and the rounding of a tile's probabilities to operands of the next product.
//
// A thread holds scores as Product's sums lie: of tile j (8 keys) elements 0 and 1 in one row,
// 2 and 3 in the row eight below. Four neighbouring lanes share a row.
#pragma once

#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>

#include <cstdint>

#include "rocm/common/math.cuh"
#include "rocm/common/traits.cuh"

namespace ac4k {
namespace gfx942 {

constexpr float kLog2E = 1.4426950408889634f;
// In place of a row's scale of 0, so that -inf stays -inf.
constexpr float kLeastScale = 1e-30f;

// Probabilities in float8 are scaled by 128, to use its range; their sum is, too, so that it
// cancels.
template <typename Value>
constexpr float kProbabilityShift = sizeof(Value) == 1 ? 7.0f : 0.0f;

// Two rows.
struct SoftmaxRows {
    float maximum[2] = {-INFINITY, -INFINITY};
    float sum[2] = {0.0f, 0.0f};  // of this thread's share

    // Scores, logarithms to base 2 once multiplied by their row's `scale` above 0, become
    // probabilities. Returns in `correction` what earlier results are to be multiplied by.
    template <typename Value, int kTiles>
    __device__ __forceinline__ void update(float (&scores)[kTiles][4], const float (&scale)[2],
                                           float (&correction)[2]) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            float largest = maximum[half];
#pragma unroll
            for (int j = 0; j < kTiles; ++j) {
                largest = fmaxf(largest, fmaxf(scores[j][2 * half], scores[j][2 * half + 1]));
            }
            largest = lanes_maximum<4>(largest);
            // A row that has seen no key yet: its probabilities are exp2(-inf), not exp2(nan).
            const float base = largest == -INFINITY ? 0.0f : largest * scale[half];
            correction[half] = exp2f(maximum[half] * scale[half] - base);
            maximum[half] = largest;
            const float offset = kProbabilityShift<Value> - base;
            float added = 0.0f;
#pragma unroll
            for (int j = 0; j < kTiles; ++j) {
#pragma unroll
                for (int v = 2 * half; v < 2 * half + 2; ++v) {
                    scores[j][v] = exp2f(fmaf(scores[j][v], scale[half], offset));
                    added += scores[j][v];
                }
            }
            sum[half] = sum[half] * correction[half] + added;
        }
    }

    // What results are to be multiplied by at the end; 0 for a row without keys.
    __device__ __forceinline__ float normalizer(int half) const {
        const float all = lanes_sum<4>(sum[half]);
        return all > 0.0f ? 1.0f / all : 0.0f;
    }
};

// The left operands (16 rows x 32 bytes) that a tile's probabilities make: 16 keys each in
// bfloat16, 32 in float8, there in the order of QuantizeValuesArguments.
template <int kTiles>
__device__ __forceinline__ void round_probabilities(const float (&scores)[kTiles][4],
                                                    uint32_t (&operands)[kTiles / 2][4]) {
#pragma unroll
    for (int k = 0; k < kTiles / 2; ++k) {
        operands[k][0] = pack_bfloat16(scores[2 * k][0], scores[2 * k][1]);
        operands[k][1] = pack_bfloat16(scores[2 * k][2], scores[2 * k][3]);
        operands[k][2] = pack_bfloat16(scores[2 * k + 1][0], scores[2 * k + 1][1]);
        operands[k][3] = pack_bfloat16(scores[2 * k + 1][2], scores[2 * k + 1][3]);
    }
}
template <int kTiles>
__device__ __forceinline__ void round_probabilities(const float (&scores)[kTiles][4],
                                                    uint32_t (&operands)[kTiles / 4][4]) {
#pragma unroll
    for (int k = 0; k < kTiles / 4; ++k) {
#pragma unroll
        for (int part = 0; part < 2; ++part) {
            const float (&first)[4] = scores[4 * k + 2 * part];
            const float (&second)[4] = scores[4 * k + 2 * part + 1];
            operands[k][2 * part] = pack_float8(first[0], first[1], second[0], second[1]);
            operands[k][2 * part + 1] = pack_float8(first[2], first[3], second[2], second[3]);
        }
    }
}

}  // namespace gfx942
}  // namespace ac4k
