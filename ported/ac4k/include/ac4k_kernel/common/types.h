// What the operators are given: plain structures of pointers, sizes and strides, the same for every
// architecture. Neither a GPU's headers nor PyTorch's are needed to read them.
#pragma once

#include <cstdint>

namespace ac4k {

// Element types that operators read. Results of products and of attention are bfloat16.
enum class DataType { float32, float16, bfloat16, float8_e4m3, int8, nvfp4 };

// Types and scales of attention's operands, see AttentionArguments.
enum class Precision { bf16, fp8, int8_fp8, nvfp4 };

// Float8 e4m3 and float4 e2m1: the largest finite values. gfx942 has the FNUZ format.
#if defined(AC4K_ARCH_GFX942)
constexpr float kFloat8Limit = 240.0f;
#else
constexpr float kFloat8Limit = 448.0f;
#endif
constexpr float kInt8Limit = 127.0f;
constexpr float kFloat4Limit = 6.0f;

// Values that share one scale where quantisation is by block, and in NVFP4.
constexpr int kQuantizeBlock = 128;
constexpr int kNvfp4Block = 16;
constexpr int kMxfp4Block = 32;
// Float8 values of attention: keys are padded to a multiple of this, see QuantizeValuesArguments.
constexpr int kValueTokens = 128;

// rows x columns, row after row. Every row has a scale of its own: a row, or a block of a row, of
// the tensor that is quantised.
struct QuantizeRowsArguments {
    const void* input;
    DataType input_type;
    void* output;
    DataType output_type;  // float8_e4m3 or int8
    float* scales;
    int64_t rows;
    int64_t columns;
};

// One scale for all. `amax` is scratch of one float.
struct QuantizeTensorArguments {
    const void* input;
    DataType input_type;
    void* output;
    float* amax;
    float* scale;
    int64_t count;
};

// Blocks of 16 with a scale in float8, and one scale in float32 for all:
// x = e2m1 * block_scale * scale. Two values a byte, the first in the low half.
struct QuantizeNvfp4Arguments {
    const void* input;
    DataType input_type;
    uint8_t* output;
    uint8_t* block_scales;
    float* amax;
    float* scale;
    int64_t count;
};

// MX-FP4 (OCP Microscaling): blocks of 32 with a power of two each, 2^(byte - 127):
// x = e2m1 * 2^(byte - 127). Two values a byte, the first in the low half.
struct QuantizeMxfp4Arguments {
    const void* input;
    DataType input_type;
    uint8_t* output;
    uint8_t* block_scales;
    int64_t count;
};

// The values of attention, turned for products of 8-bit types: (batch, heads, tokens, dim) becomes
// (batch, heads, dim, padded tokens) with one scale for all. Padding is zero. Within 16 tokens the
// order is 0 1 8 9 2 3 10 11 4 5 12 13 6 7 14 15: that in which a thread holds probabilities.
struct QuantizeValuesArguments {
    const void* input;
    DataType input_type;
    int64_t batch_stride, head_stride, token_stride;
    uint8_t* output;
    float* amax;
    float* scale;
    int batch, heads, tokens, padded_tokens, dim;
};

// x: (batch, tokens, heads, dim), dense. Tokens are the cells of a grid of frames x height x width,
// row after row; those behind the grid's end are copied. Pairs (2i, 2i + 1) of a head turn by the
// angle in row p of the tables' column i, p being the token's frame in the first `frame_pairs`
// columns, its line in the next `height_pairs`, its column in the others.
struct Rope3dArguments {
    const void* input;
    void* output;
    DataType type;
    const float* cosines;  // (positions, dim / 2)
    const float* sines;
    int64_t batch, tokens;
    int heads, dim;
    int frames, height, width;
    int frame_pairs, height_pairs;
};

// out[m, n] = a_scale[m] * b_scale[n] * sum_k a[m, k] * b[n, k], in bfloat16. Both operands have k
// dense. A scale's step is 1, or 0 where one serves all rows; without scales the pointers are null.
struct GemmArguments {
    const void* a;
    const void* b;
    DataType type;  // bfloat16, float8_e4m3 or int8
    const float* a_scale;
    const float* b_scale;
    int a_scale_step, b_scale_step;
    void* out;
    int rows, columns, depth;
};

// A tensor of (batch, heads, tokens, dim) with dim dense. Strides in elements.
struct HeadsView {
    const void* data;
    int64_t batch_stride, head_stride, token_stride;
};

// out = softmax(scale * q k^T) v. With `causal`, query i sees the keys up to
// i + key_tokens - query_tokens: the last query sees all.
//   bf16      q, k, v in bfloat16
//   fp8       q, k in float8 with a scale each, v as QuantizeValuesArguments has it
//   int8_fp8  q, k in int8 with a scale a token, dense (batch, heads, tokens); v as for fp8
//   nvfp4     q, k in NVFP4 along dim, with block scales (batch, heads, tokens, dim / 16); v as for
//   fp8
// attention_mxfp4 takes q, k in MX-FP4 along dim, with block scales (batch, heads, tokens, dim / 32);
// v as for fp8.
struct AttentionArguments {
    HeadsView q, k, v;
    const float* q_scale;
    const float* k_scale;
    const float* v_scale;
    const uint8_t* q_block_scales;
    const uint8_t* k_block_scales;
    void* out;  // (batch, heads, tokens, dim) by the strides below
    int64_t out_batch_stride, out_head_stride, out_token_stride;
    int batch, heads, key_heads, query_tokens, key_tokens, padded_key_tokens, dim;
    float softmax_scale;
    bool causal;
    Precision precision;
};

}  // namespace ac4k
