// Attention forward by warp groups: one warp orders tiles of keys and values from the copy engine;
// each of two groups of four warps holds 64 queries. The scores of one tile of 128 keys are
// computed while the values of the one before are multiplied.
#include <cstdint>
#include <type_traits>

#include "cuda/common/utils.cuh"
#include "cuda/sm90a/mma.cuh"
#include "cuda/sm90a/ops.h"
#include "cuda/sm90a/softmax.cuh"
#include "cuda/sm90a/tma.cuh"
#include "cuda/sm90a/wgmma.cuh"

namespace ac4k {
namespace sm90a {
namespace {

template <typename Query_, typename Value_, int kDim_>
struct WgmmaTraits {
    using Query = Query_;  // type of queries and keys
    using Value = Value_;
    static constexpr int kDim = kDim_;
    static constexpr int kGroups = 2;
    static constexpr int kThreads = 128 * (kGroups + 1);
    static constexpr int kQueries = 64 * kGroups;
    static constexpr int kKeys = 128;
    static constexpr int kStages = 2;
    // Tiles are slabs of rows of at most 128 bytes. Values of 8 bits have a row a dimension.
    static constexpr int kRowBytes = kDim * sizeof(Query) < 128 ? kDim * sizeof(Query) : 128;
    static constexpr int kSlabs = kDim * sizeof(Query) / kRowBytes;
    static constexpr bool kTurned = sizeof(Value) == 1;
    static constexpr int kValueRows = kTurned ? kDim : kKeys;
    static constexpr int kValueSlabs = (kTurned ? kKeys : kDim) * sizeof(Value) / 128;
    static constexpr int kQuerySlabBytes = kQueries * kRowBytes;
    static constexpr int kKeySlabBytes = kKeys * kRowBytes;
    static constexpr int kValueSlabBytes = kValueRows * 128;
    static constexpr int kQueryBytes = kSlabs * kQuerySlabBytes;
    static constexpr int kKeyBytes = kSlabs * kKeySlabBytes;
    static constexpr int kValueBytes = kValueSlabs * kValueSlabBytes;
    static constexpr int kAlignment = 1024;  // of rotated tiles
    static constexpr int kBarriers = 1 + 4 * kStages;
    static constexpr int kSharedBytes =
        kQueryBytes + kStages * (kKeyBytes + kValueBytes) + kBarriers * 8 + kAlignment;
};

// Addresses in shared memory.
template <typename Traits>
struct Shared {
    uint32_t queries, keys, values, barriers;

    __device__ __forceinline__ explicit Shared(const void* memory) {
        constexpr uint32_t kAlignment = Traits::kAlignment;
        queries = (shared_address(memory) + kAlignment - 1) / kAlignment * kAlignment;
        keys = queries + Traits::kQueryBytes;
        values = keys + Traits::kStages * Traits::kKeyBytes;
        barriers = values + Traits::kStages * Traits::kValueBytes;
    }
    __device__ __forceinline__ uint32_t key_stage(int stage) const {
        return keys + stage * Traits::kKeyBytes;
    }
    __device__ __forceinline__ uint32_t value_stage(int stage) const {
        return values + stage * Traits::kValueBytes;
    }
    __device__ __forceinline__ uint32_t queries_filled() const { return barriers; }
    __device__ __forceinline__ uint32_t keys_filled(int stage) const {
        return barriers + (1 + stage) * 8;
    }
    __device__ __forceinline__ uint32_t keys_drained(int stage) const {
        return barriers + (1 + Traits::kStages + stage) * 8;
    }
    __device__ __forceinline__ uint32_t values_filled(int stage) const {
        return barriers + (1 + 2 * Traits::kStages + stage) * 8;
    }
    __device__ __forceinline__ uint32_t values_drained(int stage) const {
        return barriers + (1 + 3 * Traits::kStages + stage) * 8;
    }
};

// What the copying thread does: queries once, then keys and values tile by tile.
template <typename Traits>
__device__ __forceinline__ void copy_tiles(const Shared<Traits>& shared, const CUtensorMap* q_map,
                                           const CUtensorMap* k_map, const CUtensorMap* v_map,
                                           int first_query, int head, int key_head, int batch,
                                           int tiles) {
    constexpr int kSlab = Traits::kRowBytes / sizeof(typename Traits::Query);
    constexpr int kValueSlab = 128 / sizeof(typename Traits::Value);
    arrive_expecting(shared.queries_filled(), Traits::kQueryBytes);
    for (int slab = 0; slab < Traits::kSlabs; ++slab) {
        load_tile(shared.queries + slab * Traits::kQuerySlabBytes, q_map, shared.queries_filled(),
                  slab * kSlab, first_query, head, batch);
    }
    Ring<Traits::kStages> ring;
    for (int tile = 0; tile < tiles; ++tile) {
        const int key = tile * Traits::kKeys;
        wait(shared.keys_drained(ring.stage), ring.parity ^ 1);
        arrive_expecting(shared.keys_filled(ring.stage), Traits::kKeyBytes);
        for (int slab = 0; slab < Traits::kSlabs; ++slab) {
            load_tile(shared.key_stage(ring.stage) + slab * Traits::kKeySlabBytes, k_map,
                      shared.keys_filled(ring.stage), slab * kSlab, key, key_head, batch);
        }
        wait(shared.values_drained(ring.stage), ring.parity ^ 1);
        arrive_expecting(shared.values_filled(ring.stage), Traits::kValueBytes);
        for (int slab = 0; slab < Traits::kValueSlabs; ++slab) {
            const uint32_t target = shared.value_stage(ring.stage) + slab * Traits::kValueSlabBytes;
            const int along = slab * kValueSlab;
            load_tile(target, v_map, shared.values_filled(ring.stage),
                      Traits::kTurned ? key + along : along, Traits::kTurned ? 0 : key, key_head,
                      batch);
        }
        ring.advance();
    }
}

// Scores of 64 queries and a tile of keys, started.
template <typename Traits, typename Sum>
__device__ __forceinline__ void start_scores(Sum (&sums)[Traits::kKeys / 8][4], uint32_t queries,
                                             uint32_t keys) {
    constexpr int kRowBytes = Traits::kRowBytes;
#pragma unroll
    for (int slab = 0; slab < Traits::kSlabs; ++slab) {
#pragma unroll
        for (int byte = 0; byte < kRowBytes; byte += 32) {
            GroupProduct<typename Traits::Query, Traits::kKeys / 8>::add(
                sums, operand<kRowBytes>(queries + slab * Traits::kQuerySlabBytes + byte),
                operand<kRowBytes>(keys + slab * Traits::kKeySlabBytes + byte),
                slab > 0 || byte > 0);
        }
    }
    commit_products();
}

// results += probabilities times a tile of values, started.
template <typename Traits, int kOperands>
__device__ __forceinline__ void start_results(float (&results)[Traits::kDim / 8][4],
                                              const uint32_t (&probabilities)[kOperands][4],
                                              uint32_t values) {
#pragma unroll
    for (int k = 0; k < kOperands; ++k) {
        // 32 bytes of keys along a row, or 16 rows of keys.
        const uint64_t right = Traits::kTurned
                                   ? operand<128>(values + k * 32)
                                   : operand<128>(values + k * 16 * 128, Traits::kValueSlabBytes);
        GroupProduct<typename Traits::Value, Traits::kDim / 8>::add(results, probabilities[k],
                                                                    right);
    }
    commit_products();
}

template <typename Traits, bool kCausal>
__global__ void __launch_bounds__(Traits::kThreads, 1)
    attention_wgmma_kernel(const __grid_constant__ CUtensorMap q_map,
                           const __grid_constant__ CUtensorMap k_map,
                           const __grid_constant__ CUtensorMap v_map,
                           const __grid_constant__ AttentionArguments arguments) {
    using Query = typename Traits::Query;
    using Value = typename Traits::Value;
    using Sum = typename Product<Query>::Sum;
    constexpr bool kTokenScales = std::is_same<Query, int8_t>::value;
    constexpr int kKeyTiles = Traits::kKeys / 8;
    constexpr int kResultTiles = Traits::kDim / 8;

    extern __shared__ unsigned char memory[];
    const Shared<Traits> shared(memory);
    const int group = threadIdx.x / 128;
    const int batch = blockIdx.z;
    const int head = blockIdx.y;
    const int key_head = head / (arguments.heads / arguments.key_heads);
    // Of causal attention the longest rows come first, so that no block is left over at the end.
    const int first_query = (kCausal ? gridDim.x - 1 - blockIdx.x : blockIdx.x) * Traits::kQueries;
    const int visible_offset = arguments.key_tokens - arguments.query_tokens;
    int key_end = arguments.key_tokens;
    if (kCausal) key_end = min(key_end, first_query + Traits::kQueries + visible_offset);
    const int tiles = key_end > 0 ? ceil_div(key_end, Traits::kKeys) : 0;

    if (threadIdx.x == 0) {
        init_barrier(shared.queries_filled(), 1);
        for (int stage = 0; stage < Traits::kStages; ++stage) {
            init_barrier(shared.keys_filled(stage), 1);
            init_barrier(shared.values_filled(stage), 1);
            init_barrier(shared.keys_drained(stage), Traits::kGroups * 4);  // a warp once
            init_barrier(shared.values_drained(stage), Traits::kGroups * 4);
        }
        publish_barriers();
    }
    __syncthreads();

    if (group == Traits::kGroups) {
        release_registers<24>();
        if (threadIdx.x == Traits::kGroups * 128) {
            copy_tiles(shared, &q_map, &k_map, &v_map, first_query, head, key_head, batch, tiles);
        }
        return;
    }
    claim_registers<240>();
    const int lane = threadIdx.x % 32;
    const int first_row = first_query + threadIdx.x / 32 * 16 + lane / 4;  // and eight below

    // Of scores: one for all, times that of the row where there is one.
    float scales[2];
    const float* key_scales = nullptr;
    if constexpr (kTokenScales) {
        key_scales = arguments.k_scale +
                     (int64_t(batch) * arguments.key_heads + key_head) * arguments.key_tokens;
    }
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        scales[half] = arguments.softmax_scale * kLog2E;
        const int row = first_row + half * 8;
        if (kTokenScales && row < arguments.query_tokens) {
            const int64_t of_head = int64_t(batch) * arguments.heads + head;
            scales[half] *=
                fmaxf(arguments.q_scale[of_head * arguments.query_tokens + row], kLeastScale);
        } else if (std::is_same<Query, float8>::value) {
            scales[half] *= *arguments.q_scale * *arguments.k_scale;
        }
    }

    // Sums of a tile become scores: scaled, and -inf where there is no key to see.
    const auto to_scores = [&](const Sum(&sums)[kKeyTiles][4], float (&scores)[kKeyTiles][4],
                               int tile) {
        const int first_key = tile * Traits::kKeys + lane % 4 * 2;
#pragma unroll
        for (int j = 0; j < kKeyTiles; ++j) {
#pragma unroll
            for (int v = 0; v < 4; ++v) scores[j][v] = static_cast<float>(sums[j][v]);
            if constexpr (kTokenScales) {
#pragma unroll
                for (int v = 0; v < 2; ++v) {
                    const int key = first_key + j * 8 + v;
                    const float key_scale =
                        key < arguments.key_tokens ? __ldg(key_scales + key) : 0.0f;
                    scores[j][v] *= key_scale;
                    scores[j][v + 2] *= key_scale;
                }
            }
        }
        const int last_key = (tile + 1) * Traits::kKeys - 1;
        if (last_key >= arguments.key_tokens ||
            (kCausal && last_key > first_query + group * 64 + visible_offset)) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                int last = arguments.key_tokens - 1;
                if (kCausal) last = min(last, first_row + half * 8 + visible_offset);
                last -= first_key;
#pragma unroll
                for (int j = 0; j < kKeyTiles; ++j) {
                    if (j * 8 > last) scores[j][2 * half] = -INFINITY;
                    if (j * 8 + 1 > last) scores[j][2 * half + 1] = -INFINITY;
                }
            }
        }
    };

    const uint32_t queries = shared.queries + group * 64 * Traits::kRowBytes;
    float results[kResultTiles][4] = {};
    SoftmaxRows softmax;
    float correction[2];
    uint32_t probabilities[Traits::kKeys * sizeof(Value) / 32][4];
    Ring<Traits::kStages> keys;
    Ring<Traits::kStages> values;
    if (tiles > 0) {
        Sum sums[kKeyTiles][4];
        float scores[kKeyTiles][4];
        wait(shared.queries_filled(), 0);
        wait(shared.keys_filled(0), 0);
        begin_products();
        start_scores<Traits>(sums, queries, shared.key_stage(0));
        wait_for_products<0>();
        if (lane == 0) arrive(shared.keys_drained(0));
        keys.advance();
        to_scores(sums, scores, 0);
        softmax.template update<Value>(scores, scales, correction);
        round_probabilities(scores, probabilities);
    }
    for (int tile = 1; tile < tiles; ++tile) {
        Sum sums[kKeyTiles][4];
        float scores[kKeyTiles][4];
        wait(shared.keys_filled(keys.stage), keys.parity);
        begin_products();
        start_scores<Traits>(sums, queries, shared.key_stage(keys.stage));
        wait(shared.values_filled(values.stage), values.parity);
        begin_products();
        start_results<Traits>(results, probabilities, shared.value_stage(values.stage));
        wait_for_products<1>();
        if (lane == 0) arrive(shared.keys_drained(keys.stage));
        keys.advance();
        to_scores(sums, scores, tile);
        softmax.template update<Value>(scores, scales, correction);
        wait_for_products<0>();
        if (lane == 0) arrive(shared.values_drained(values.stage));
        values.advance();
#pragma unroll
        for (int j = 0; j < kResultTiles; ++j) {
#pragma unroll
            for (int v = 0; v < 4; ++v) results[j][v] *= correction[v / 2];
        }
        round_probabilities(scores, probabilities);
    }
    if (tiles > 0) {
        wait(shared.values_filled(values.stage), values.parity);
        begin_products();
        start_results<Traits>(results, probabilities, shared.value_stage(values.stage));
        wait_for_products<0>();
    }

    auto* out = static_cast<__nv_bfloat16*>(arguments.out) + batch * arguments.out_batch_stride +
                head * arguments.out_head_stride;
    const float value_scale = Traits::kTurned ? *arguments.v_scale : 1.0f;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const float factor = softmax.normalizer(half) * value_scale;
        const int row = first_row + half * 8;
        if (row >= arguments.query_tokens) continue;
#pragma unroll
        for (int j = 0; j < kResultTiles; ++j) {
            *reinterpret_cast<uint32_t*>(out + row * arguments.out_token_stride + j * 8 +
                                         lane % 4 * 2) =
                pack_bfloat16(results[j][2 * half] * factor, results[j][2 * half + 1] * factor);
        }
    }
}

// Tiles of `tile_rows` rows of a tensor of (batch, heads, rows, columns).
template <typename Element>
CUtensorMap heads_map(const HeadsView& view, int batch, int heads, int rows, int columns,
                      int tile_rows, int tile_columns) {
    TensorTiles tiles{kTensorMapType<Element>, sizeof(Element), 4, {}, {}, {}};
    const int64_t sizes[4] = {columns, rows, heads, batch};
    const int64_t strides[3] = {view.token_stride, view.head_stride, view.batch_stride};
    for (int d = 0; d < 4; ++d) tiles.sizes[d] = sizes[d];
    for (int d = 0; d < 3; ++d) {
        // Where there is but one, PyTorch's stride may be anything; the copy engine wants 16 bytes.
        tiles.steps[d] = sizes[d + 1] == 1 ? 16 : strides[d] * sizeof(Element);
    }
    tiles.box[0] = tile_columns;
    tiles.box[1] = tile_rows;
    return tiles.encode(view.data);
}

template <typename Query, typename Value, int kDim>
void launch_dim(const AttentionArguments& arguments, cudaStream_t stream) {
    using Traits = WgmmaTraits<Query, Value, kDim>;
    const auto& a = arguments;
    constexpr int kSlab = Traits::kRowBytes / sizeof(Query);
    const CUtensorMap q_map =
        heads_map<Query>(a.q, a.batch, a.heads, a.query_tokens, kDim, Traits::kQueries, kSlab);
    const CUtensorMap k_map =
        heads_map<Query>(a.k, a.batch, a.key_heads, a.key_tokens, kDim, Traits::kKeys, kSlab);
    const CUtensorMap v_map = Traits::kTurned
                                  ? heads_map<Value>(a.v, a.batch, a.key_heads, kDim,
                                                     a.padded_key_tokens, kDim, Traits::kKeys)
                                  : heads_map<Value>(a.v, a.batch, a.key_heads, a.key_tokens, kDim,
                                                     Traits::kKeys, 128 / sizeof(Value));
    const dim3 grid(ceil_div(a.query_tokens, Traits::kQueries), a.heads, a.batch);
    const auto kernel =
        a.causal ? attention_wgmma_kernel<Traits, true> : attention_wgmma_kernel<Traits, false>;
    allow_shared_memory(kernel, Traits::kSharedBytes);
    kernel<<<grid, Traits::kThreads, Traits::kSharedBytes, stream>>>(q_map, k_map, v_map, a);
    check_launch("attention_wgmma_kernel");
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

void attention_wgmma(const AttentionArguments& arguments, cudaStream_t stream) {
    switch (arguments.precision) {
        case Precision::bf16:
            return launch<__nv_bfloat16, __nv_bfloat16>(arguments, stream);
        case Precision::fp8:
            return launch<float8, float8>(arguments, stream);
        case Precision::int8_fp8:
            return launch<int8_t, float8>(arguments, stream);
        default:
            throw std::invalid_argument("attention on sm90a takes bf16, fp8 and int8_fp8");
    }
}

}  // namespace sm90a
}  // namespace ac4k
