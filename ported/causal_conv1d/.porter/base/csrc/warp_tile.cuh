// A warp's stretch of one (batch, channel) row: packets side by side, one a lane, several rounds.
//
//   round 0: lane 0 | lane 1 | ... | lane 31    round 1: lane 0 | lane 1 | ...
//
// Every access of the warp is one contiguous piece of 512 bytes. What a lane needs from before or
// after its own packet is its neighbour's, and comes by shuffle; only the two ends of the tile
// come from memory.
#pragma once

#include <hip/hip_runtime.h>
#include "../porter_compat/warp.hpp"
#include "packet.cuh"

namespace causal_conv1d {

template <int kWidth_, int kRounds_, typename input_t_>
struct WarpTile {
    using input_t = input_t_;
    using packet_t = Packet<input_t>;
    static constexpr int kWidth = kWidth_;
    static constexpr int kRounds = kRounds_;
    static constexpr int kElements = packet_t::kElements;
    static constexpr int kLength = kRounds * kWarpSize * kElements;
    // The window reaches kWidth - 1 elements back: so many words, so many elements in them.
    static constexpr int kHaloWords = ((kWidth - 1) * sizeof(input_t) + 3) / 4;
    static constexpr int kHaloElements = kHaloWords * 4 / sizeof(input_t);
    // They are loaded in one piece, whose size must be a power of two.
    using halo_t = Packet<input_t, kHaloWords == 3 ? 4 : kHaloWords>;

    __device__ static __forceinline__ int packet_start(int tile_start, int round, int lane) {
        return tile_start + (round * kWarpSize + lane) * kElements;
    }
};

// The words before a lane's packet at `packet`, for words_before.
template <typename Tile>
__device__ __forceinline__ void load_words_before(const typename Tile::input_t* packet,
                                                  uint32_t (&carried)[Tile::kHaloWords]) {
    using halo_t = typename Tile::halo_t;
    const auto halo = load_packet<halo_t>(packet - halo_t::kElements);
#pragma unroll
    for (int h = 0; h < Tile::kHaloWords; ++h) {
        carried[h] = halo.words[halo_t::kWords - Tile::kHaloWords + h];
    }
}

// The last words of the packet before each lane's own. `carried` holds, in lane 0, the words
// before the round (from memory or from the round before); it is left ready for the next round.
template <typename Tile>
__device__ __forceinline__ void words_before(const typename Tile::packet_t& packet, int lane,
                                             uint32_t (&carried)[Tile::kHaloWords],
                                             uint32_t (&before)[Tile::kHaloWords]) {
#pragma unroll
    for (int h = 0; h < Tile::kHaloWords; ++h) {
        const uint32_t own = packet.words[Tile::packet_t::kWords - Tile::kHaloWords + h];
        const uint32_t rotated = porter::shfl_sync(kFullMask, own, (lane + kWarpSize - 1) % kWarpSize);
        before[h] = lane == 0 ? carried[h] : rotated;
        carried[h] = rotated;
    }
}

}  // namespace causal_conv1d
