// Attention forward with queries and keys in MX-FP4 and values in float8, by the scaled products of
// the matrix cores. It computes scores and results turned (keys x queries, dimensions x queries): a
// query's scores then lie in lanes that hold its results, and are the next product's right operand as
// they are.
#include <hip/hip_runtime.h>

#include <cstdint>

#include "rocm/common/traits.cuh"
#include "rocm/common/utils.cuh"
#include "rocm/gfx950/mxfp4.cuh"
#include "rocm/gfx950/ops.h"
#include "rocm/gfx950/softmax.cuh"

namespace ac4k {
namespace gfx950 {
namespace {

constexpr int kWave = 64;
constexpr int kWaves = 4;
constexpr int kThreads = kWaves * kWave;
constexpr int kWaveQueries = 16;
constexpr int kQueries = kWaves * kWaveQueries;  // of a block
constexpr int kKeys = 64;                        // of a tile
constexpr int kKeyTiles = kKeys / 16;

// A tile of keys and values in shared memory. Rows are longer than what they hold, so that those
// of neighbouring lanes do not meet in a bank.
template <int kDim>
struct Stage {
    static constexpr int kKeyBytes = kDim / 2;
    static constexpr int kScales = kDim / kMxfp4Block;  // of a key
    alignas(16) uint8_t keys[kKeys][kKeyBytes + 16];
    alignas(4) uint8_t values[kDim][kKeys + 4];
    uint8_t scales[kKeys][kScales];
};

// What a thread brings of the next tile, on its way while one is worked on.
template <int kDim>
struct Incoming {
    static constexpr int kKeyChunks = Stage<kDim>::kKeyBytes / 16;  // of 16 bytes, of a key
    static constexpr int kValues = kDim * kKeys / 16 / kThreads;
    uint4 key;
    uint4 values[kValues];
    uint8_t scale;
};

// Where keys and values of one head begin.
struct Head {
    const uint8_t* keys;
    const uint8_t* scales;
    const uint8_t* values;
    int64_t key_step;
    int tokens, padded_tokens;
};

template <int kDim>
__device__ __forceinline__ void fetch(Incoming<kDim>& incoming, const Head& head, int first) {
    constexpr int kChunks = Incoming<kDim>::kKeyChunks;
    constexpr int kScales = Stage<kDim>::kScales;
    const int thread = threadIdx.x;
    const int key = first + thread / kChunks;
    incoming.key = make_uint4(0, 0, 0, 0);
    if (thread < kKeys * kChunks && key < head.tokens) {
        incoming.key = *reinterpret_cast<const uint4*>(head.keys + key * head.key_step +
                                                       thread % kChunks * 16);
    }
    incoming.scale = 0;
    if (thread < kKeys * kScales && first + thread / kScales < head.tokens) {
        incoming.scale = head.scales[int64_t(first) * kScales + thread];
    }
#pragma unroll
    for (int n = 0; n < Incoming<kDim>::kValues; ++n) {
        const int i = n * kThreads + thread;
        incoming.values[n] = *reinterpret_cast<const uint4*>(
            head.values + int64_t(i / 4) * head.padded_tokens + first + i % 4 * 16);
    }
}

template <int kDim>
__device__ __forceinline__ void store(Stage<kDim>& stage, const Incoming<kDim>& incoming) {
    constexpr int kChunks = Incoming<kDim>::kKeyChunks;
    constexpr int kScales = Stage<kDim>::kScales;
    const int thread = threadIdx.x;
    if (thread < kKeys * kChunks) {
        *reinterpret_cast<uint4*>(&stage.keys[thread / kChunks][thread % kChunks * 16]) =
            incoming.key;
    }
    if (thread < kKeys * kScales) stage.scales[thread / kScales][thread % kScales] = incoming.scale;
#pragma unroll
    for (int n = 0; n < Incoming<kDim>::kValues; ++n) {
        const int i = n * kThreads + thread;
        auto* row = reinterpret_cast<uint32_t*>(&stage.values[i / 4][i % 4 * 16]);
        row[0] = incoming.values[n].x;
        row[1] = incoming.values[n].y;
        row[2] = incoming.values[n].z;
        row[3] = incoming.values[n].w;
    }
}

// 32 values of a row, `group` of four in its depth; zeros where the row is not so long.
template <int kDim>
__device__ __forceinline__ ScaledBlock scaled_block(const uint8_t* row, const uint8_t* scales,
                                                    int group) {
    ScaledBlock block = {{0, 0, 0, 0}, 127};
    if (group < kDim / kMxfp4Block) {
        block.codes = *reinterpret_cast<const Words*>(row + group * 16);
        block.scale = scales[group];
    }
    return block;
}

// Of 16 tokens in the order of QuantizeValuesArguments the one at `place`.
__device__ __forceinline__ int token_at(int place) {
    return place / 4 * 2 + place % 4 / 2 * 8 + place % 2;
}

// The largest value, and the sum, of the four lanes that share a query.
__device__ __forceinline__ float query_maximum(float value, int lane) {
    value = fmaxf(value, from_lane(value, lane ^ 16));
    return fmaxf(value, from_lane(value, lane ^ 32));
}
__device__ __forceinline__ float query_sum(float value, int lane) {
    value += from_lane(value, lane ^ 16);
    return value + from_lane(value, lane ^ 32);
}

__device__ __forceinline__ long operand(uint32_t low, uint32_t high) {
    return static_cast<long>(uint64_t(high) << 32 | low);
}

template <int kDim, bool kCausal>
__global__ void __launch_bounds__(kThreads) attention_mxfp4_kernel(AttentionArguments arguments) {
    __shared__ Stage<kDim> stages[2];
    const int lane = threadIdx.x % kWave;
    const int group = lane / 16;
    const int batch = blockIdx.z;
    const int head_index = blockIdx.y;
    const int key_head = head_index / (arguments.heads / arguments.key_heads);
    // Of causal attention the longest rows come first, so that no block is left over at the end.
    const int first_query = (kCausal ? gridDim.x - 1 - blockIdx.x : blockIdx.x) * kQueries;
    const int query = first_query + threadIdx.x / kWave * kWaveQueries + lane % 16;
    const int visible_offset = arguments.key_tokens - arguments.query_tokens;

    const int64_t at_key_head = int64_t(batch) * arguments.key_heads + key_head;
    const Head head = {
        static_cast<const uint8_t*>(arguments.k.data) + batch * arguments.k.batch_stride +
            key_head * arguments.k.head_stride,
        arguments.k_block_scales + at_key_head * arguments.key_tokens * (kDim / kMxfp4Block),
        static_cast<const uint8_t*>(arguments.v.data) +
            at_key_head * kDim * arguments.padded_key_tokens,
        arguments.k.token_stride,
        arguments.key_tokens,
        arguments.padded_key_tokens,
    };
    ScaledBlock queries = {{0, 0, 0, 0}, 127};
    if (query < arguments.query_tokens) {
        const int64_t row =
            (int64_t(batch) * arguments.heads + head_index) * arguments.query_tokens + query;
        queries = scaled_block<kDim>(
            static_cast<const uint8_t*>(arguments.q.data) + batch * arguments.q.batch_stride +
                head_index * arguments.q.head_stride + query * arguments.q.token_stride,
            arguments.q_block_scales + row * (kDim / kMxfp4Block), group);
    }

    int key_end = arguments.key_tokens;
    if (kCausal) key_end = min(key_end, first_query + kQueries + visible_offset);
    const int tiles = key_end > 0 ? ceil_div(key_end, kKeys) : 0;
    int last_key = arguments.key_tokens - 1;  // that the query sees
    if (kCausal) last_key = min(last_key, query + visible_offset);

    Incoming<kDim> incoming;
    if (tiles > 0) {
        fetch(incoming, head, 0);
        store(stages[0], incoming);
    }
    const float scale = arguments.softmax_scale * kLog2E;
    Floats results[kDim / 16] = {};  // rows: dimensions
    float maximum = -INFINITY;
    float sum = 0.0f;  // of this lane's share
    for (int tile = 0; tile < tiles; ++tile) {
        __syncthreads();
        if (tile + 1 < tiles) fetch(incoming, head, (tile + 1) * kKeys);
        const Stage<kDim>& stage = stages[tile % 2];

        Floats scores[kKeyTiles];  // rows: keys, in the order in which values have their tokens
        float largest = maximum;
#pragma unroll
        for (int j = 0; j < kKeyTiles; ++j) {
            const int key = j * 16 + token_at(lane % 16);
            scores[j] = multiply(scaled_block<kDim>(stage.keys[key], stage.scales[key], group),
                                 queries, Floats{});
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int token = tile * kKeys + j * 16 + token_at(group * 4 + i);
                if (token > last_key) scores[j][i] = -INFINITY;
                largest = fmaxf(largest, scores[j][i]);
            }
        }
        largest = query_maximum(largest, lane);
        // A row that has seen no key yet: its probabilities are exp2(-inf), not exp2(nan).
        const float base = largest == -INFINITY ? 0.0f : largest * scale;
        const float correction = exp2f(maximum * scale - base);
        maximum = largest;
        sum *= correction;
        uint32_t probabilities[kKeyTiles];
#pragma unroll
        for (int j = 0; j < kKeyTiles; ++j) {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                scores[j][i] = exp2f(fmaf(scores[j][i], scale, kProbabilityShift<float8> - base));
                sum += scores[j][i];
            }
            probabilities[j] =
                pack_float8(scores[j][0], scores[j][1], scores[j][2], scores[j][3]);
        }

#pragma unroll
        for (int d = 0; d < kDim / 16; ++d) {
            const uint8_t* row = stage.values[d * 16 + lane % 16];
            results[d] *= correction;
#pragma unroll
            for (int j = 0; j < kKeyTiles; j += 2) {
                const auto word = [&](int of) {
                    return *reinterpret_cast<const uint32_t*>(row + of * 16 + group * 4);
                };
                results[d] = __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(
                    operand(word(j), word(j + 1)), operand(probabilities[j], probabilities[j + 1]),
                    results[d], 0, 0, 0);
            }
        }
        if (tile + 1 < tiles) store(stages[(tile + 1) % 2], incoming);
    }

    const float all = query_sum(sum, lane);
    if (query >= arguments.query_tokens) return;
    const float factor = all > 0.0f ? *arguments.v_scale / all : 0.0f;
    auto* out = static_cast<__hip_bfloat16*>(arguments.out) + batch * arguments.out_batch_stride +
                head_index * arguments.out_head_stride + query * arguments.out_token_stride;
#pragma unroll
    for (int d = 0; d < kDim / 16; ++d) {
        *reinterpret_cast<uint2*>(out + d * 16 + group * 4) =
            make_uint2(pack_bfloat16(results[d][0] * factor, results[d][1] * factor),
                       pack_bfloat16(results[d][2] * factor, results[d][3] * factor));
    }
}

template <int kDim>
void launch(const AttentionArguments& arguments, hipStream_t stream) {
    const dim3 grid(ceil_div(arguments.query_tokens, kQueries), arguments.heads, arguments.batch);
    const auto kernel = arguments.causal ? attention_mxfp4_kernel<kDim, true>
                                         : attention_mxfp4_kernel<kDim, false>;
    kernel<<<grid, kThreads, 0, stream>>>(arguments);
    check_launch("attention_mxfp4_kernel");
}

}  // namespace

void attention_mxfp4(const AttentionArguments& arguments, hipStream_t stream) {
    if (arguments.dim == 64) {
        launch<64>(arguments, stream);
    } else {
        launch<128>(arguments, stream);
    }
}

}  // namespace gfx950
}  // namespace ac4k
