// Attention forward by warp products: a block holds 128 queries and walks over the keys in
// tiles of 32 or 64 with a running softmax. The next tile is on its way while one is worked on.
#include <cstdint>
#include <type_traits>

#include "cuda/common/utils.cuh"
#include "cuda/sm100/mma.cuh"
#include "cuda/sm100/nvfp4.cuh"
#include "cuda/sm100/ops.h"
#include "cuda/sm100/softmax.cuh"

namespace ac4k {
namespace sm100 {
namespace {

template <typename Query_, typename Value_, int kDim_>
struct AttentionTraits {
    using Query = Query_;  // type of queries and keys
    using Value = Value_;
    static constexpr bool kNvfp4 = std::is_same<Query, Nvfp4>::value;
    using Operand = typename std::conditional<kNvfp4, __half, Query>::type;
    static constexpr int kDim = kDim_;
    static constexpr int kQueries = 128;
    // What a warp holds fits its registers: 32 queries of 128 dimensions leave room for the scores
    // of 32 keys. Of 8-bit types, which are widened on the way to the tensor cores here, 16
    // queries; scales of keys, and NVFP4's widening, take registers of their own.
    static constexpr int kKeys = kDim == 128 && !std::is_same<Query, float8>::value ? 32 : 64;
    static constexpr int kWarps = sizeof(Value) == 1 ? 8 : 4;
    static constexpr int kBlocks = 8 / kWarps;  // of a multiprocessor
    static constexpr int kThreads = kWarps * 32;
    static constexpr int kWarpQueries = kQueries / kWarps;
    static constexpr int kQueryParts = kWarpQueries / 16;
    static constexpr int kRowBytes = kDim * sizeof(Operand);
    // Values of 16 bits lie as keys do; those of 8 bits have a row a dimension.
    static constexpr bool kTurned = sizeof(Value) == 1;
    static constexpr int kValueRows = kTurned ? kDim : kKeys;
    static constexpr int kValueRowBytes = (kTurned ? kKeys : kDim) * sizeof(Value);
    static constexpr int kQueryTileBytes = kQueries * kRowBytes;
    static constexpr int kKeyTileBytes = kKeys * kRowBytes;
    static constexpr int kValueTileBytes = kValueRows * kValueRowBytes;
    static constexpr int kStageBytes = kKeyTileBytes + kValueTileBytes;
    static constexpr int kStages = 2;
    static constexpr int kSharedBytes = kQueryTileBytes + kStages * kStageBytes;
};

template <typename Traits, bool kCausal>
__global__ void __launch_bounds__(Traits::kThreads, Traits::kBlocks)
    attention_kernel(const __grid_constant__ AttentionArguments arguments) {
    using Query = typename Traits::Query;
    using Value = typename Traits::Value;
    using Operand = typename Traits::Operand;
    using Sum = typename Product<Operand>::Sum;
    constexpr bool kTokenScales = std::is_same<Query, int8_t>::value;
    constexpr int kDim = Traits::kDim;
    constexpr int kKeys = Traits::kKeys;
    constexpr int kKeyTiles = kKeys / 8;
    constexpr int kParts = Traits::kQueryParts;

    extern __shared__ __align__(128) unsigned char shared[];
    const uint32_t query_tile = shared_address(shared);
    const uint32_t stages = query_tile + Traits::kQueryTileBytes;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int batch = blockIdx.z;
    const int head = blockIdx.y;
    const int key_head = head / (arguments.heads / arguments.key_heads);
    // Of causal attention the longest rows come first, so that no block is left over at the end.
    const int first_query = (kCausal ? gridDim.x - 1 - blockIdx.x : blockIdx.x) * Traits::kQueries;
    const int visible_offset = arguments.key_tokens - arguments.query_tokens;

    const auto head_of = [&](const HeadsView& view, int at_head, int bytes) {
        return static_cast<const char*>(view.data) +
               (batch * view.batch_stride + at_head * view.head_stride) * bytes;
    };
    const char* queries = head_of(arguments.q, head, sizeof(Query)) +
                          first_query * arguments.q.token_stride * int64_t(sizeof(Query));
    const char* keys = head_of(arguments.k, key_head, sizeof(Query));
    const char* values = Traits::kTurned ? static_cast<const char*>(arguments.v.data) +
                                               (int64_t(batch) * arguments.key_heads + key_head) *
                                                   kDim * arguments.padded_key_tokens
                                         : head_of(arguments.v, key_head, sizeof(Value));

    int key_end = arguments.key_tokens;
    if (kCausal) key_end = min(key_end, first_query + Traits::kQueries + visible_offset);
    const int tiles = key_end > 0 ? ceil_div(key_end, kKeys) : 0;

    const auto copy_stage = [&](int tile) {
        const uint32_t stage = stages + tile % Traits::kStages * Traits::kStageBytes;
        const int first = tile * kKeys;
        const int64_t key_step = arguments.k.token_stride * sizeof(Query);
        if constexpr (Traits::kNvfp4) {
            const int64_t of_head = int64_t(batch) * arguments.key_heads + key_head;
            const int64_t row = of_head * arguments.key_tokens + first;
            widen_rows<kKeys, kDim, Traits::kThreads>(
                shared + (stage - query_tile), keys + first * key_step, key_step,
                arguments.k_block_scales + row * (kDim / 16), arguments.key_tokens - first);
        } else {
            copy_rows<kKeys, Traits::kRowBytes, Traits::kThreads>(
                stage, keys + first * key_step, key_step, arguments.key_tokens - first);
        }
        if constexpr (Traits::kTurned) {
            copy_rows<Traits::kValueRows, Traits::kValueRowBytes, Traits::kThreads>(
                stage + Traits::kKeyTileBytes, values + first, arguments.padded_key_tokens, kDim);
        } else {
            const int64_t value_step = arguments.v.token_stride * sizeof(Value);
            copy_rows<Traits::kValueRows, Traits::kValueRowBytes, Traits::kThreads>(
                stage + Traits::kKeyTileBytes, values + first * value_step, value_step,
                arguments.key_tokens - first);
        }
    };

    if constexpr (Traits::kNvfp4) {
        const int64_t of_head = int64_t(batch) * arguments.heads + head;
        const int64_t row = of_head * arguments.query_tokens + first_query;
        widen_rows<Traits::kQueries, kDim, Traits::kThreads>(
            shared, queries, arguments.q.token_stride, arguments.q_block_scales + row * (kDim / 16),
            arguments.query_tokens - first_query);
    } else {
        copy_rows<Traits::kQueries, Traits::kRowBytes, Traits::kThreads>(
            query_tile, queries, arguments.q.token_stride * sizeof(Query),
            arguments.query_tokens - first_query);
    }
    if (tiles > 0) copy_stage(0);
    commit_copies();

    // Rows of this thread: first_row + 16 * part + 8 * half.
    const int first_row = first_query + warp * Traits::kWarpQueries + lane / 4;
    // Of scores: one for all, times that of the row where there is one.
    float scale = arguments.softmax_scale * kLog2E;
    if constexpr (std::is_same<Query, float8>::value || Traits::kNvfp4) {
        scale *= *arguments.q_scale * *arguments.k_scale;
    }
    float scales[kParts][2];
    const float* key_scales = nullptr;
    if constexpr (kTokenScales) {
        key_scales = arguments.k_scale +
                     (int64_t(batch) * arguments.key_heads + key_head) * arguments.key_tokens;
    }
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            scales[part][half] = scale;
            const int row = first_row + part * 16 + half * 8;
            if (kTokenScales && row < arguments.query_tokens) {
                const int64_t of_head = int64_t(batch) * arguments.heads + head;
                scales[part][half] *=
                    fmaxf(arguments.q_scale[of_head * arguments.query_tokens + row], kLeastScale);
            }
        }
    }

    float results[kParts][kDim / 8][4] = {};
    SoftmaxRows softmax[kParts];
    for (int tile = 0; tile < tiles; ++tile) {
        wait_for_copies<0>();
        __syncthreads();
        if (tile + 1 < tiles) copy_stage(tile + 1);
        commit_copies();
        const uint32_t key_tile = stages + tile % Traits::kStages * Traits::kStageBytes;
        const uint32_t value_tile = key_tile + Traits::kKeyTileBytes;

        Sum sums[kParts][kKeyTiles][4] = {};
#pragma unroll
        for (int chunk = 0; chunk < Traits::kRowBytes / 16; chunk += 2) {
            uint32_t q[kParts][4];
#pragma unroll
            for (int part = 0; part < kParts; ++part) {
                load_left<Traits::kRowBytes>(q[part], query_tile,
                                             warp * Traits::kWarpQueries + part * 16, chunk, lane);
            }
#pragma unroll
            for (int j = 0; j < kKeyTiles / 2; ++j) {
                uint32_t k[4];
                load_right<Traits::kRowBytes>(k, key_tile, j * 16, chunk, lane);
#pragma unroll
                for (int part = 0; part < kParts; ++part) {
                    Product<Operand>::add(sums[part][2 * j], q[part], k[0], k[1]);
                    Product<Operand>::add(sums[part][2 * j + 1], q[part], k[2], k[3]);
                }
            }
        }

        const int first_key = tile * kKeys + lane % 4 * 2;
        const bool masked =
            (tile + 1) * kKeys > arguments.key_tokens ||
            (kCausal &&
             (tile + 1) * kKeys - 1 > first_query + warp * Traits::kWarpQueries + visible_offset);
        constexpr int kOperands = kKeys * sizeof(Value) / 32;
        uint32_t probabilities[kParts][kOperands][4];
#pragma unroll
        for (int part = 0; part < kParts; ++part) {
            float scores[kKeyTiles][4];
#pragma unroll
            for (int j = 0; j < kKeyTiles; ++j) {
#pragma unroll
                for (int v = 0; v < 4; ++v) scores[j][v] = static_cast<float>(sums[part][j][v]);
            }
            if constexpr (kTokenScales) {
#pragma unroll
                for (int j = 0; j < kKeyTiles; ++j) {
#pragma unroll
                    for (int v = 0; v < 4; ++v) {
                        const int key = first_key + j * 8 + v % 2;
                        const float key_scale =
                            key < arguments.key_tokens ? __ldg(key_scales + key) : 0.0f;
                        scores[j][v] *= key_scale;
                    }
                }
            }
            if (masked) {
#pragma unroll
                for (int half = 0; half < 2; ++half) {
                    int last = arguments.key_tokens - 1;
                    if (kCausal)
                        last = min(last, first_row + part * 16 + half * 8 + visible_offset);
                    last -= first_key;
#pragma unroll
                    for (int j = 0; j < kKeyTiles; ++j) {
                        if (j * 8 > last) scores[j][2 * half] = -INFINITY;
                        if (j * 8 + 1 > last) scores[j][2 * half + 1] = -INFINITY;
                    }
                }
            }
            float correction[2];
            softmax[part].template update<Value>(scores, scales[part], correction);
#pragma unroll
            for (int j = 0; j < kDim / 8; ++j) {
#pragma unroll
                for (int v = 0; v < 4; ++v) results[part][j][v] *= correction[v / 2];
            }
            round_probabilities(scores, probabilities[part]);
        }

#pragma unroll
        for (int k = 0; k < kOperands; ++k) {
#pragma unroll
            for (int j = 0; j < kDim / 16; ++j) {
                uint32_t v[4];
                if constexpr (Traits::kTurned) {
                    load_right<Traits::kValueRowBytes>(v, value_tile, j * 16, k * 2, lane);
                } else {
                    load_right_transposed<Traits::kValueRowBytes>(v, value_tile, k * 16, j * 2,
                                                                  lane);
                }
#pragma unroll
                for (int part = 0; part < kParts; ++part) {
                    Product<Value>::add(results[part][2 * j], probabilities[part][k], v[0], v[1]);
                    Product<Value>::add(results[part][2 * j + 1], probabilities[part][k], v[2],
                                        v[3]);
                }
            }
        }
    }
    wait_for_copies<0>();

    auto* out = static_cast<__nv_bfloat16*>(arguments.out) + batch * arguments.out_batch_stride +
                head * arguments.out_head_stride;
    const float value_scale = Traits::kTurned ? *arguments.v_scale : 1.0f;
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const float factor = softmax[part].normalizer(half) * value_scale;
            const int row = first_row + part * 16 + half * 8;
            if (row >= arguments.query_tokens) continue;
#pragma unroll
            for (int j = 0; j < kDim / 8; ++j) {
                *reinterpret_cast<uint32_t*>(out + row * arguments.out_token_stride + j * 8 +
                                             lane % 4 * 2) =
                    pack_bfloat16(results[part][j][2 * half] * factor,
                                  results[part][j][2 * half + 1] * factor);
            }
        }
    }
}

template <typename Query, typename Value, int kDim>
void launch_dim(const AttentionArguments& arguments, cudaStream_t stream) {
    using Traits = AttentionTraits<Query, Value, kDim>;
    const dim3 grid(ceil_div(arguments.query_tokens, Traits::kQueries), arguments.heads,
                    arguments.batch);
    const auto kernel =
        arguments.causal ? attention_kernel<Traits, true> : attention_kernel<Traits, false>;
    allow_shared_memory(kernel, Traits::kSharedBytes);
    kernel<<<grid, Traits::kThreads, Traits::kSharedBytes, stream>>>(arguments);
    check_launch("attention_kernel");
}

template <typename Query, typename Value>
void launch(const AttentionArguments& arguments, cudaStream_t stream) {
    if (arguments.dim == 64) {
        launch_dim<Query, Value, 64>(arguments, stream);
    } else {
        launch_dim<Query, Value, 128>(arguments, stream);
    }
}

}  // namespace

void attention(const AttentionArguments& arguments, cudaStream_t stream) {
    switch (arguments.precision) {
        case Precision::bf16:
            return launch<__nv_bfloat16, __nv_bfloat16>(arguments, stream);
        case Precision::fp8:
            return launch<float8, float8>(arguments, stream);
        case Precision::int8_fp8:
            return launch<int8_t, float8>(arguments, stream);
        case Precision::nvfp4:
            return launch<Nvfp4, float8>(arguments, stream);
    }
}

}  // namespace sm100
}  // namespace ac4k
