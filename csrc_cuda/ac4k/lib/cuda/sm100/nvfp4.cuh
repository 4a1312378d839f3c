// NVFP4 operands of warp products, which take none: widened to float16 on their way to shared
// memory. A value times its block's scale is exact there.
#pragma once

#include <cuda_fp16.h>
#include <cuda_fp4.h>

#include <cstdint>

#include "cuda/sm100/mma.cuh"

namespace ac4k {
namespace sm100 {

// Two e2m1 a byte.
struct Nvfp4 {
    uint8_t pair;
};

// Two values of a byte, scaled.
__device__ __forceinline__ __half2 widen(uint32_t pair, __half2 scale) {
    const auto bits = static_cast<__nv_fp4x2_storage_t>(pair & 0xffu);
    return __hmul2(__half2(__nv_cvt_fp4x2_to_halfraw2(bits, __NV_E2M1)), scale);
}

// kRows rows of kDim values to a tile of float16, `step` bytes apart, zeros from row `rows` on.
// `scales` has kDim / 16 of them a row.
template <int kRows, int kDim, int kThreads>
__device__ __forceinline__ void widen_rows(unsigned char* tile, const char* source, int64_t step,
                                           const uint8_t* scales, int rows) {
    constexpr int kBlocks = kDim / 16;
    static_assert(kRows * kBlocks % kThreads == 0, "threads share evenly");
#pragma unroll 1
    for (int i = threadIdx.x; i < kRows * kBlocks; i += kThreads) {
        const int row = i / kBlocks;
        const int block = i % kBlocks;
        __half2 values[8] = {};
        if (row < rows) {
            const uint2 packed = *reinterpret_cast<const uint2*>(source + row * step + block * 8);
            const __half scale(__nv_cvt_fp8_to_halfraw(scales[row * kBlocks + block], __NV_E4M3));
            const __half2 both = __half2half2(scale);
#pragma unroll
            for (int n = 0; n < 4; ++n) {
                values[n] = widen(packed.x >> 8 * n, both);
                values[n + 4] = widen(packed.y >> 8 * n, both);
            }
        }
        for (int half = 0; half < 2; ++half) {
            uint4 chunk;
            memcpy(&chunk, values + 4 * half, sizeof(chunk));
            *reinterpret_cast<uint4*>(tile + tile_offset<kDim * 2>(row, 2 * block + half)) = chunk;
        }
    }
}

}  // namespace sm100
}  // namespace ac4k
