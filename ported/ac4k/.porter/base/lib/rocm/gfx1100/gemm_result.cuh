// What a matrix product does with its sums: scales, rounding, and the store to the result.
#pragma once

#include <hip/hip_runtime.h>
#include "../../../porter_compat/bfloat16.hpp"
#include "../../../porter_compat/minmax.hpp"
#include <hip/hip_bf16.h>

#include <cstdint>

#include "rocm/common/traits.cuh"

namespace ac4k {
namespace gfx1100 {

// Stores a thread's part of 16 rows: elements 0 and 1 of each tile of eight columns in `row`, 2 and
// 3 eight rows below; `column` is that of the first. What is outside the result is left out.
template <typename Sum, int kTiles>
__device__ __forceinline__ void store_result(const GemmArguments& arguments,
                                             const Sum (&sums)[kTiles][4], int row, int column) {
    auto* out = static_cast<__hip_bfloat16*>(arguments.out);
    const bool paired = arguments.columns % 2 == 0;  // pairs are aligned then
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const int m = row + half * 8;
        if (m >= arguments.rows) continue;
        const float a_scale =
            arguments.a_scale ? arguments.a_scale[m * arguments.a_scale_step] : 1.0f;
        __hip_bfloat16* line = out + int64_t(m) * arguments.columns;
#pragma unroll
        for (int j = 0; j < kTiles; ++j) {
            const int n = column + j * 8;
            if (n >= arguments.columns) continue;
            const bool second = n + 1 < arguments.columns;
            float x = static_cast<float>(sums[j][2 * half]) * a_scale;
            float y = static_cast<float>(sums[j][2 * half + 1]) * a_scale;
            if (arguments.b_scale) {
                x *= arguments.b_scale[n * arguments.b_scale_step];
                y *= arguments.b_scale[(second ? n + 1 : n) * arguments.b_scale_step];
            }
            if (paired) {
                *reinterpret_cast<uint32_t*>(line + n) = pack_bfloat16(x, y);
            } else {
                line[n] = porter::float2bfloat16_rn(x);
                if (second) line[n + 1] = porter::float2bfloat16_rn(y);
            }
        }
    }
}

// Tile `index` of a result of row_tiles x column_tiles: tiles that are worked on together go down
// kRowTilesAtOnce rows before they go on to the next column, so that they share operands.
constexpr int kRowTilesAtOnce = 8;

struct TilePlace {
    int row;
    int column;
};

__device__ __forceinline__ TilePlace tile_place(int index, int row_tiles, int column_tiles) {
    const int band = index / (kRowTilesAtOnce * column_tiles);
    const int band_rows = min(kRowTilesAtOnce, row_tiles - band * kRowTilesAtOnce);
    const int in_band = index - band * kRowTilesAtOnce * column_tiles;
    return {band * kRowTilesAtOnce + in_band % band_rows, in_band / band_rows};
}

}  // namespace gfx1100
}  // namespace ac4k
