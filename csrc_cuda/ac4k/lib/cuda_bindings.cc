// The functions that Python calls, each bound to one operator of the architecture that this build is
// for: checks, outputs, and the call. Nothing is chosen here at run time but sizes.
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/extension.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "ac4k_kernel/common/types.h"
#include "ac4k_kernel/ops/cuda_ops.h"

namespace {

using ac4k::DataType;
using at::ScalarType;
using torch::Tensor;

constexpr int64_t kSizeLimit = (int64_t(1) << 31) - 1024;

cudaStream_t stream() { return c10::cuda::getCurrentCUDAStream(); }

// A number in a message. Streams are not trusted with it: in a process with several C++ libraries
// they may find another one's facets for numbers.
std::string text(int64_t number) { return std::to_string(number); }

DataType float_type(const Tensor& x, const char* name) {
    switch (x.scalar_type()) {
        case ScalarType::Float:
            return DataType::float32;
        case ScalarType::Half:
            return DataType::float16;
        case ScalarType::BFloat16:
            return DataType::bfloat16;
        default:
            TORCH_CHECK(false, name, " must be float32, float16 or bfloat16, got ",
                        x.scalar_type());
    }
}

void check_device(const Tensor& x, const char* name) {
    TORCH_CHECK(x.is_cuda(), name, " must be on a GPU, got one on ", x.device());
}

void check_dense(const Tensor& x, const char* name) {
    check_device(x, name);
    TORCH_CHECK(x.is_contiguous(), name, " must be contiguous");
    TORCH_CHECK(reinterpret_cast<uintptr_t>(x.const_data_ptr()) % 16 == 0, name,
                " must begin at a multiple of 16 bytes");
}

void check_type(const Tensor& x, ScalarType type, const char* name) {
    TORCH_CHECK(x.scalar_type() == type, name, " must be ", type, ", got ", x.scalar_type());
}

Tensor float_scalar(const Tensor& like) {
    return torch::empty({}, like.options().dtype(torch::kFloat32));
}

// ---- Quantisation: (quantised, scales). ----

std::tuple<Tensor, Tensor> quantize_with_row_scales(const Tensor& x, ScalarType type,
                                                    int64_t columns, std::vector<int64_t> scales) {
    const c10::cuda::CUDAGuard guard(x.device());
    Tensor output = torch::empty(x.sizes(), x.options().dtype(type));
    Tensor scale = torch::empty(scales, x.options().dtype(torch::kFloat32));
    if (x.numel() == 0) return {output, scale};
    TORCH_CHECK(x.numel() / columns < kSizeLimit, "x has too many rows");
    const auto output_type = type == ScalarType::Char ? DataType::int8 : DataType::float8_e4m3;
    ac4k::impl::quantize_rows(
        {x.const_data_ptr(), float_type(x, "x"), output.mutable_data_ptr(), output_type,
         scale.mutable_data_ptr<float>(), x.numel() / columns, columns},
        stream());
    return {output, scale};
}

template <ScalarType kType>
std::tuple<Tensor, Tensor> quantize_rows(const Tensor& x) {
    check_device(x, "x");
    TORCH_CHECK(x.is_contiguous(), "x must be contiguous");
    TORCH_CHECK(x.dim() >= 1, "x must have a dimension");
    auto scales = x.sizes().vec();
    scales.pop_back();
    return quantize_with_row_scales(x, kType, x.size(-1), scales);
}

template <ScalarType kType>
std::tuple<Tensor, Tensor> quantize_blocks(const Tensor& x) {
    check_dense(x, "x");
    TORCH_CHECK(x.dim() >= 1 && x.size(-1) % ac4k::kQuantizeBlock == 0, "the last dimension of x ",
                "must be a multiple of ", text(ac4k::kQuantizeBlock));
    auto scales = x.sizes().vec();
    scales.back() /= ac4k::kQuantizeBlock;
    return quantize_with_row_scales(x, kType, ac4k::kQuantizeBlock, scales);
}

std::tuple<Tensor, Tensor> quantize_tensor(const Tensor& x) {
    check_dense(x, "x");
    const c10::cuda::CUDAGuard guard(x.device());
    Tensor output = torch::empty(x.sizes(), x.options().dtype(torch::kFloat8_e4m3fn));
    Tensor scale = float_scalar(x);
    Tensor amax = float_scalar(x);
    ac4k::impl::quantize_tensor(
        {x.const_data_ptr(), float_type(x, "x"), output.mutable_data_ptr(),
         amax.mutable_data_ptr<float>(), scale.mutable_data_ptr<float>(), x.numel()},
        stream());
    return {output, scale};
}

std::tuple<Tensor, Tensor, Tensor> quantize_nvfp4(const Tensor& x) {
    check_dense(x, "x");
    TORCH_CHECK(x.dim() >= 1 && x.size(-1) % ac4k::kNvfp4Block == 0, "the last dimension of x ",
                "must be a multiple of ", text(ac4k::kNvfp4Block));
    const c10::cuda::CUDAGuard guard(x.device());
    auto bytes = x.sizes().vec();
    bytes.back() /= 2;
    auto blocks = x.sizes().vec();
    blocks.back() /= ac4k::kNvfp4Block;
    Tensor output = torch::empty(bytes, x.options().dtype(torch::kUInt8));
    Tensor block_scales = torch::empty(blocks, x.options().dtype(torch::kFloat8_e4m3fn));
    Tensor scale = float_scalar(x);
    Tensor amax = float_scalar(x);
    ac4k::impl::quantize_nvfp4(
        {x.const_data_ptr(), float_type(x, "x"), output.mutable_data_ptr<uint8_t>(),
         static_cast<uint8_t*>(block_scales.mutable_data_ptr()), amax.mutable_data_ptr<float>(),
         scale.mutable_data_ptr<float>(), x.numel()},
        stream());
    return {output, block_scales, scale};
}

// ---- Attention. ----

void check_heads(const Tensor& x, const char* name) {
    check_device(x, name);
    TORCH_CHECK(x.dim() == 4, name, " must be (batch, heads, tokens, dim), got ", text(x.dim()),
                " dimensions");
    TORCH_CHECK(x.stride(3) == 1, name, " must be dense along its last dimension");
    bool aligned = reinterpret_cast<uintptr_t>(x.const_data_ptr()) % 16 == 0;
    for (int64_t d = 0; d < 3; ++d) {
        aligned = aligned && (x.size(d) == 1 || x.stride(d) * x.element_size() % 16 == 0);
    }
    TORCH_CHECK(aligned, name, " must have rows at multiples of 16 bytes");
    for (int64_t d = 0; d < 4; ++d) {
        TORCH_CHECK(x.size(d) > 0 && x.size(d) < kSizeLimit, name, " has an unsupported size ",
                    text(x.size(d)), " in dimension ", text(d));
    }
}

std::tuple<Tensor, Tensor> quantize_values(const Tensor& v) {
    check_heads(v, "v");
    TORCH_CHECK(v.size(3) == 64 || v.size(3) == 128, "v must have 64 or 128 dimensions, got ",
                text(v.size(3)));
    const c10::cuda::CUDAGuard guard(v.device());
    const int64_t padded =
        (v.size(2) + ac4k::kValueTokens - 1) / ac4k::kValueTokens * ac4k::kValueTokens;
    Tensor output = torch::empty({v.size(0), v.size(1), v.size(3), padded},
                                 v.options().dtype(torch::kFloat8_e4m3fn));
    Tensor scale = float_scalar(v);
    Tensor amax = float_scalar(v);
    ac4k::impl::quantize_values(
        {v.const_data_ptr(), float_type(v, "v"), v.stride(0), v.stride(1), v.stride(2),
         static_cast<uint8_t*>(output.mutable_data_ptr()), amax.mutable_data_ptr<float>(),
         scale.mutable_data_ptr<float>(), static_cast<int>(v.size(0)), static_cast<int>(v.size(1)),
         static_cast<int>(v.size(2)), static_cast<int>(padded), static_cast<int>(v.size(3))},
        stream());
    return {output, scale};
}

using Attention = void (*)(const ac4k::AttentionArguments&, cudaStream_t);

ac4k::HeadsView view(const Tensor& x) {
    return {x.const_data_ptr(), x.stride(0), x.stride(1), x.stride(2)};
}

// What all precisions have in common. The output lies in memory as (batch, tokens, heads, dim).
Tensor prepare(ac4k::AttentionArguments& arguments, const Tensor& q, const Tensor& k,
               const Tensor& v, int64_t dim, double scale, bool causal) {
    check_heads(q, "q");
    check_heads(k, "k");
    check_heads(v, "v");
    TORCH_CHECK(dim == 64 || dim == 128, "heads must have 64 or 128 dimensions, got ", text(dim));
    TORCH_CHECK(k.size(0) == q.size(0) && k.size(3) == q.size(3), "k must have q's batch and dim");
    TORCH_CHECK(q.size(1) % k.size(1) == 0, "q's ", text(q.size(1)),
                " heads are no multiple of k's ", text(k.size(1)));
    TORCH_CHECK(v.size(0) == k.size(0) && v.size(1) == k.size(1), "v must have k's batch and heads");
    TORCH_CHECK(q.size(0) < 65536 && q.size(1) < 65536, "at most 65535 batches and heads");
    Tensor out = torch::empty({q.size(0), q.size(2), q.size(1), dim},
                              q.options().dtype(torch::kBFloat16))
                     .transpose(1, 2);
    arguments.q = view(q);
    arguments.k = view(k);
    arguments.v = view(v);
    arguments.out = out.mutable_data_ptr();
    arguments.out_batch_stride = out.stride(0);
    arguments.out_head_stride = out.stride(1);
    arguments.out_token_stride = out.stride(2);
    arguments.batch = static_cast<int>(q.size(0));
    arguments.heads = static_cast<int>(q.size(1));
    arguments.key_heads = static_cast<int>(k.size(1));
    arguments.query_tokens = static_cast<int>(q.size(2));
    arguments.key_tokens = static_cast<int>(k.size(2));
    arguments.dim = static_cast<int>(dim);
    arguments.softmax_scale = static_cast<float>(scale);
    arguments.causal = causal;
    return out;
}

void prepare_values(ac4k::AttentionArguments& arguments, const Tensor& k, const Tensor& v,
                    const Tensor& v_scale, int64_t dim) {
    check_type(v, ScalarType::Float8_e4m3fn, "v");
    check_dense(v, "v");
    TORCH_CHECK(v.size(2) == dim && v.size(3) >= k.size(2) && v.size(3) % ac4k::kValueTokens == 0,
                "v must be what quantize_values makes: (batch, heads, dim, padded tokens)");
    arguments.padded_key_tokens = static_cast<int>(v.size(3));
    arguments.v_scale = v_scale.const_data_ptr<float>();
}

const float* scales_of(const Tensor& scale, int64_t count, const char* name) {
    check_device(scale, name);
    TORCH_CHECK(scale.is_contiguous() && scale.numel() == count, name, " must have ",
                text(count), " scales, got ", text(scale.numel()));
    return scale.const_data_ptr<float>();
}

template <Attention kAttention>
Tensor attention_bf16(const Tensor& q, const Tensor& k, const Tensor& v, double scale,
                      bool causal) {
    const c10::cuda::CUDAGuard guard(q.device());
    for (const Tensor* x : {&q, &k, &v}) check_type(*x, ScalarType::BFloat16, "each of q, k and v");
    TORCH_CHECK(v.sizes() == k.sizes(), "v must have k's sizes");
    ac4k::AttentionArguments arguments{};
    Tensor out = prepare(arguments, q, k, v, q.size(3), scale, causal);
    arguments.precision = ac4k::Precision::bf16;
    kAttention(arguments, stream());
    return out;
}

template <Attention kAttention>
Tensor attention_fp8(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& q_scale,
                     const Tensor& k_scale, const Tensor& v_scale, double scale, bool causal) {
    const c10::cuda::CUDAGuard guard(q.device());
    check_type(q, ScalarType::Float8_e4m3fn, "q");
    check_type(k, ScalarType::Float8_e4m3fn, "k");
    ac4k::AttentionArguments arguments{};
    Tensor out = prepare(arguments, q, k, v, q.size(3), scale, causal);
    prepare_values(arguments, k, v, v_scale, q.size(3));
    arguments.q_scale = scales_of(q_scale, 1, "q_scale");
    arguments.k_scale = scales_of(k_scale, 1, "k_scale");
    arguments.precision = ac4k::Precision::fp8;
    kAttention(arguments, stream());
    return out;
}

template <Attention kAttention>
Tensor attention_int8_fp8(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& q_scale,
                          const Tensor& k_scale, const Tensor& v_scale, double scale,
                          bool causal) {
    const c10::cuda::CUDAGuard guard(q.device());
    check_type(q, ScalarType::Char, "q");
    check_type(k, ScalarType::Char, "k");
    ac4k::AttentionArguments arguments{};
    Tensor out = prepare(arguments, q, k, v, q.size(3), scale, causal);
    prepare_values(arguments, k, v, v_scale, q.size(3));
    arguments.q_scale = scales_of(q_scale, q.size(0) * q.size(1) * q.size(2), "q_scale");
    arguments.k_scale = scales_of(k_scale, k.size(0) * k.size(1) * k.size(2), "k_scale");
    arguments.precision = ac4k::Precision::int8_fp8;
    kAttention(arguments, stream());
    return out;
}

#if defined(AC4K_HAS_NVFP4_ATTENTION)
Tensor attention_nvfp4(const Tensor& q, const Tensor& k, const Tensor& v,
                       const Tensor& q_block_scales, const Tensor& k_block_scales,
                       const Tensor& q_scale, const Tensor& k_scale, const Tensor& v_scale,
                       double scale, bool causal) {
    const c10::cuda::CUDAGuard guard(q.device());
    check_type(q, ScalarType::Byte, "q");
    check_type(k, ScalarType::Byte, "k");
    check_dense(q, "q");
    check_dense(k, "k");
    const int64_t dim = 2 * q.size(3);
    ac4k::AttentionArguments arguments{};
    Tensor out = prepare(arguments, q, k, v, dim, scale, causal);
    prepare_values(arguments, k, v, v_scale, dim);
    check_dense(q_block_scales, "q_block_scales");
    check_dense(k_block_scales, "k_block_scales");
    TORCH_CHECK(q_block_scales.numel() * 8 == q.numel() && k_block_scales.numel() * 8 == k.numel(),
                "there must be a block scale for every 16 values of q and k");
    arguments.q_block_scales = static_cast<const uint8_t*>(q_block_scales.const_data_ptr());
    arguments.k_block_scales = static_cast<const uint8_t*>(k_block_scales.const_data_ptr());
    arguments.q_scale = scales_of(q_scale, 1, "q_scale");
    arguments.k_scale = scales_of(k_scale, 1, "k_scale");
    arguments.precision = ac4k::Precision::nvfp4;
    ac4k::impl::attention(arguments, stream());
    return out;
}
#endif

// ---- Rotary embedding and matrix products. ----

Tensor rope3d(const Tensor& x, const Tensor& cosines, const Tensor& sines, int64_t frames,
              int64_t height, int64_t width, int64_t frame_pairs, int64_t height_pairs) {
    check_dense(x, "x");
    check_dense(cosines, "cosines");
    check_dense(sines, "sines");
    check_type(cosines, ScalarType::Float, "cosines");
    check_type(sines, ScalarType::Float, "sines");
    const DataType type = float_type(x, "x");
    TORCH_CHECK(x.dim() == 4, "x must be (batch, tokens, heads, dim), got ", text(x.dim()),
                " dimensions");
    const int64_t dim = x.size(3);
    TORCH_CHECK(dim * x.element_size() % 16 == 0 && dim * x.element_size() / 16 <= 256,
                "heads must be multiples of 16 bytes, at most 4096; got ", text(dim), " elements");
    TORCH_CHECK(cosines.dim() == 2 && cosines.size(1) == dim / 2 && sines.sizes() == cosines.sizes(),
                "cosines and sines must be (positions, ", text(dim / 2), ")");
    TORCH_CHECK(frames > 0 && height > 0 && width > 0 && frames * height * width <= x.size(1),
                "the grid must have cells, and no more than x has tokens");
    TORCH_CHECK(std::max({frames, height, width}) <= cosines.size(0),
                "cosines must have a row for every position of the grid");
    TORCH_CHECK(frame_pairs >= 0 && height_pairs >= 0 && frame_pairs + height_pairs <= dim / 2,
                "there are ", text(dim / 2), " pairs to be shared");
    const c10::cuda::CUDAGuard guard(x.device());
    Tensor out = torch::empty_like(x);
    if (x.numel() == 0) return out;
    ac4k::impl::rope3d(
        {x.const_data_ptr(), out.mutable_data_ptr(), type, cosines.const_data_ptr<float>(),
         sines.const_data_ptr<float>(), x.size(0), x.size(1), static_cast<int>(x.size(2)),
         static_cast<int>(dim), static_cast<int>(frames), static_cast<int>(height),
         static_cast<int>(width), static_cast<int>(frame_pairs), static_cast<int>(height_pairs)},
        stream());
    return out;
}

using Gemm = void (*)(const ac4k::GemmArguments&, cudaStream_t);

Tensor multiply(Gemm gemm, const Tensor& a, const Tensor& b, const std::optional<Tensor>& a_scale,
                const std::optional<Tensor>& b_scale, ScalarType scalar, DataType type) {
    check_dense(a, "a");
    check_dense(b, "b");
    check_type(a, scalar, "a");
    check_type(b, scalar, "b");
    TORCH_CHECK(a.dim() == 2 && b.dim() == 2 && a.size(1) == b.size(1),
                "a must be (rows, depth) and b (columns, depth)");
    TORCH_CHECK(a.size(1) * a.element_size() % 16 == 0, "the depth must be a multiple of ",
                text(16 / a.element_size()), ", got ", text(a.size(1)));
    for (const int64_t size : {a.size(0), b.size(0), a.size(1)}) {
        TORCH_CHECK(size > 0 && size < kSizeLimit, "unsupported matrix size ", text(size));
    }
    const c10::cuda::CUDAGuard guard(a.device());
    Tensor out = torch::empty({a.size(0), b.size(0)}, a.options().dtype(torch::kBFloat16));
    ac4k::GemmArguments arguments{};
    arguments.a = a.const_data_ptr();
    arguments.b = b.const_data_ptr();
    arguments.type = type;
    const auto scales = [](const std::optional<Tensor>& scale, int64_t rows, const char* name,
                           const float*& data, int& step) {
        if (!scale) return;
        step = scale->numel() == 1 ? 0 : 1;
        data = scales_of(*scale, step == 0 ? 1 : rows, name);
    };
    scales(a_scale, a.size(0), "a_scale", arguments.a_scale, arguments.a_scale_step);
    scales(b_scale, b.size(0), "b_scale", arguments.b_scale, arguments.b_scale_step);
    arguments.out = out.mutable_data_ptr();
    arguments.rows = static_cast<int>(a.size(0));
    arguments.columns = static_cast<int>(b.size(0));
    arguments.depth = static_cast<int>(a.size(1));
    gemm(arguments, stream());
    return out;
}

template <Gemm kGemm>
Tensor gemm_bf16(const Tensor& a, const Tensor& b) {
    return multiply(kGemm, a, b, {}, {}, ScalarType::BFloat16, DataType::bfloat16);
}
template <Gemm kGemm>
Tensor gemm_fp8(const Tensor& a, const Tensor& b, const Tensor& a_scale, const Tensor& b_scale) {
    return multiply(kGemm, a, b, a_scale, b_scale, ScalarType::Float8_e4m3fn, DataType::float8_e4m3);
}
template <Gemm kGemm>
Tensor gemm_int8(const Tensor& a, const Tensor& b, const Tensor& a_scale, const Tensor& b_scale) {
    return multiply(kGemm, a, b, a_scale, b_scale, ScalarType::Char, DataType::int8);
}

}  // namespace

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    m.attr("__arch__") = AC4K_ARCH_NAME;
    m.attr("__backend__") = "cuda";
    m.def("quantize_fp8_tensor", &quantize_tensor);
    m.def("quantize_fp8_rows", &quantize_rows<ScalarType::Float8_e4m3fn>);
    m.def("quantize_fp8_blocks", &quantize_blocks<ScalarType::Float8_e4m3fn>);
    m.def("quantize_int8_rows", &quantize_rows<ScalarType::Char>);
    m.def("quantize_int8_blocks", &quantize_blocks<ScalarType::Char>);
    m.def("quantize_nvfp4", &quantize_nvfp4);
    m.def("quantize_values", &quantize_values);
    m.def("rope3d", &rope3d);
    m.def("gemm_bf16", &gemm_bf16<ac4k::impl::gemm>);
    m.def("gemm_fp8", &gemm_fp8<ac4k::impl::gemm>);
    m.def("gemm_int8", &gemm_int8<ac4k::impl::gemm>);
    m.def("attention_bf16", &attention_bf16<ac4k::impl::attention>);
    m.def("attention_fp8", &attention_fp8<ac4k::impl::attention>);
    m.def("attention_int8_fp8", &attention_int8_fp8<ac4k::impl::attention>);
#if defined(AC4K_HAS_NVFP4_ATTENTION)
    m.def("attention_nvfp4", &attention_nvfp4);
#endif
#if defined(AC4K_HAS_WGMMA)
    m.def("gemm_bf16_wgmma", &gemm_bf16<ac4k::impl::gemm_wgmma>);
    m.def("gemm_fp8_wgmma", &gemm_fp8<ac4k::impl::gemm_wgmma>);
    m.def("gemm_int8_wgmma", &gemm_int8<ac4k::impl::gemm_wgmma>);
    m.def("attention_bf16_wgmma", &attention_bf16<ac4k::impl::attention_wgmma>);
    m.def("attention_fp8_wgmma", &attention_fp8<ac4k::impl::attention_wgmma>);
    m.def("attention_int8_fp8_wgmma", &attention_int8_fp8<ac4k::impl::attention_wgmma>);
#endif
}
