// Attention: one function a precision.
#pragma once

#include "../../porter_compat/torch_names.hpp"
#include <c10/hip/HIPGuard.h>

#include "ac4k_kernel/ops/rocm_ops.h"
#include "bindings/checks.h"

namespace ac4k {
namespace bindings {

using Attention = void (*)(const AttentionArguments&, hipStream_t);

inline HeadsView view(const Tensor& x) {
    return {x.const_data_ptr(), x.stride(0), x.stride(1), x.stride(2)};
}

// What all precisions have in common. The output lies in memory as (batch, tokens, heads, dim).
inline Tensor prepare(AttentionArguments& arguments, const Tensor& q, const Tensor& k,
                      const Tensor& v, int64_t dim, double scale, bool causal) {
    check_heads(q, "q");
    check_heads(k, "k");
    check_heads(v, "v");
    TORCH_CHECK(dim == 64 || dim == 128, "heads must have 64 or 128 dimensions, got ", text(dim));
    TORCH_CHECK(k.size(0) == q.size(0) && k.size(3) == q.size(3), "k must have q's batch and dim");
    TORCH_CHECK(q.size(1) % k.size(1) == 0, "q's ", text(q.size(1)),
                " heads are no multiple of k's ", text(k.size(1)));
    TORCH_CHECK(v.size(0) == k.size(0) && v.size(1) == k.size(1),
                "v must have k's batch and heads");
    TORCH_CHECK(q.size(0) < 65536 && q.size(1) < 65536, "at most 65535 batches and heads");
    Tensor out =
        torch::empty({q.size(0), q.size(2), q.size(1), dim}, q.options().dtype(torch::kBFloat16))
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

void prepare_values(AttentionArguments& arguments, const Tensor& k, const Tensor& v,
                    const Tensor& v_scale, int64_t dim) {
    check_type(v, kFloat8, "v");
    check_dense(v, "v");
    TORCH_CHECK(v.size(2) == dim && v.size(3) >= k.size(2) && v.size(3) % kValueTokens == 0,
                "v must be what quantize_values makes: (batch, heads, dim, padded tokens)");
    arguments.padded_key_tokens = static_cast<int>(v.size(3));
    arguments.v_scale = scales_of(v_scale, 1, "v_scale");
}

template <Attention kAttention>
Tensor attention_bf16(const Tensor& q, const Tensor& k, const Tensor& v, double scale,
                      bool causal) {
    check_device(q, "q");
    const c10::cuda::CUDAGuard guard(q.device());
    for (const Tensor* x : {&q, &k, &v}) check_type(*x, ScalarType::BFloat16, "each of q, k and v");
    TORCH_CHECK(v.sizes() == k.sizes(), "v must have k's sizes");
    AttentionArguments arguments{};
    Tensor out = prepare(arguments, q, k, v, q.size(3), scale, causal);
    arguments.precision = Precision::bf16;
    kAttention(arguments, stream());
    return out;
}

template <Attention kAttention>
Tensor attention_fp8(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& q_scale,
                     const Tensor& k_scale, const Tensor& v_scale, double scale, bool causal) {
    check_device(q, "q");
    const c10::cuda::CUDAGuard guard(q.device());
    check_type(q, kFloat8, "q");
    check_type(k, kFloat8, "k");
    AttentionArguments arguments{};
    Tensor out = prepare(arguments, q, k, v, q.size(3), scale, causal);
    prepare_values(arguments, k, v, v_scale, q.size(3));
    arguments.q_scale = scales_of(q_scale, 1, "q_scale");
    arguments.k_scale = scales_of(k_scale, 1, "k_scale");
    arguments.precision = Precision::fp8;
    kAttention(arguments, stream());
    return out;
}

template <Attention kAttention>
Tensor attention_int8_fp8(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& q_scale,
                          const Tensor& k_scale, const Tensor& v_scale, double scale, bool causal) {
    check_device(q, "q");
    const c10::cuda::CUDAGuard guard(q.device());
    check_type(q, ScalarType::Char, "q");
    check_type(k, ScalarType::Char, "k");
    AttentionArguments arguments{};
    Tensor out = prepare(arguments, q, k, v, q.size(3), scale, causal);
    prepare_values(arguments, k, v, v_scale, q.size(3));
    arguments.q_scale = scales_of(q_scale, q.size(0) * q.size(1) * q.size(2), "q_scale");
    arguments.k_scale = scales_of(k_scale, k.size(0) * k.size(1) * k.size(2), "k_scale");
    arguments.precision = Precision::int8_fp8;
    kAttention(arguments, stream());
    return out;
}

#if defined(AC4K_HAS_NVFP4_ATTENTION)
inline Tensor attention_nvfp4(const Tensor& q, const Tensor& k, const Tensor& v,
                              const Tensor& q_block_scales, const Tensor& k_block_scales,
                              const Tensor& q_scale, const Tensor& k_scale, const Tensor& v_scale,
                              double scale, bool causal) {
    check_device(q, "q");
    const c10::cuda::CUDAGuard guard(q.device());
    check_type(q, ScalarType::Byte, "q");
    check_type(k, ScalarType::Byte, "k");
    check_dense(q, "q");
    check_dense(k, "k");
    const int64_t dim = 2 * q.size(3);
    AttentionArguments arguments{};
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
    arguments.precision = Precision::nvfp4;
    impl::attention(arguments, stream());
    return out;
}
#endif

}  // namespace bindings
}  // namespace ac4k
