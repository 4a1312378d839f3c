// A warp's walk over the tiles of one channel, and what its lanes read of each.
#pragma once

#include <hip/hip_runtime.h>
#include "causal_conv1d.h"
#include "packet.cuh"
#include "warp_tile.cuh"

namespace causal_conv1d {

// A lane's place in its warp's walk over one channel: all tiles of all batch rows in a line, from the
// end to the start, because dx of a step needs g of the steps after it.
template <typename Tile>
struct TileCursor {
    using input_t = typename Tile::input_t;
    // The lane's first packet of the tile.
    const input_t* x;
    const input_t* dout;
    input_t* dx;
    int tile;  // within the row

    __device__ __forceinline__ TileCursor(const ConvBackwardParams& params, int channel,
                                          int tiles_per_row, int index, int lane) {
        const int batch = index / tiles_per_row;
        tile = index - batch * tiles_per_row;
        const int start = Tile::packet_start(tile * Tile::kLength, 0, lane);
        x = static_cast<const input_t*>(params.x.data) + batch * params.x.batch_stride +
            channel * params.x.channel_stride + start;
        dout = static_cast<const input_t*>(params.dout.data) + batch * params.dout.batch_stride +
               channel * params.dout.channel_stride + start;
        dx = static_cast<input_t*>(params.dx.data) + batch * params.dx.batch_stride +
             channel * params.dx.channel_stride + start;
    }

    __device__ __forceinline__ void step_back(const ConvBackwardParams& params, int tiles_per_row) {
        if (tile > 0) {
            --tile;
            x -= Tile::kLength;
            dout -= Tile::kLength;
            dx -= Tile::kLength;
        } else {  // to the end of the row before
            tile = tiles_per_row - 1;
            const int64_t last = static_cast<int64_t>(tile) * Tile::kLength;
            x += last - params.x.batch_stride;
            dout += last - params.dout.batch_stride;
            dx += last - params.dx.batch_stride;
        }
    }
};

// What a lane reads of a tile, and where its results go.
template <typename Tile>
struct TileInputs {
    using input_t = typename Tile::input_t;
    using packet_t = typename Tile::packet_t;
    packet_t x[Tile::kRounds];
    packet_t dout[Tile::kRounds];
    uint32_t x_before[Tile::kHaloWords];  // in lane 0
    input_t* dx;
    int remaining;  // steps from the lane's first packet to the end of the row
    bool ends_row;

    __device__ __forceinline__ void load(const TileCursor<Tile>& cursor, int seqlen, int lane) {
        const int tile_start = cursor.tile * Tile::kLength;
        dx = cursor.dx;
        remaining = seqlen - Tile::packet_start(tile_start, 0, lane);
        ends_row = seqlen - tile_start <= Tile::kLength;
#pragma unroll
        for (int r = 0; r < Tile::kRounds; ++r) {
            const int offset = Tile::packet_start(0, r, 0);
            const bool inside = offset < remaining;
            x[r] = inside ? load_packet<packet_t>(cursor.x + offset) : packet_t{};
            dout[r] = inside ? load_packet<packet_t>(cursor.dout + offset) : packet_t{};
        }
#pragma unroll
        for (int h = 0; h < Tile::kHaloWords; ++h) {
            x_before[h] = 0;
        }
        if (lane == 0 && tile_start > 0) {
            load_words_before<Tile>(cursor.x, x_before);
        }
    }
};

}  // namespace causal_conv1d
