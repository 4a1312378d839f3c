// MX-FP4: quantisation and attention, on the architectures that multiply it.
#pragma once

#include "../../porter_compat/torch_names.hpp"
#include "ac4k_kernel/ops/rocm_ops.h"
#include "bindings/attention.h"
#include "bindings/checks.h"

#include <tuple>

#if defined(AC4K_HAS_MXFP4)

namespace ac4k {
namespace bindings {

inline std::tuple<Tensor, Tensor> quantize_mxfp4(const Tensor& x) {
    check_dense(x, "x");
    TORCH_CHECK(x.dim() >= 1 && x.size(-1) % kMxfp4Block == 0, "the last dimension of x ",
                "must be a multiple of ", text(kMxfp4Block));
    const c10::cuda::CUDAGuard guard(x.device());
    auto bytes = x.sizes().vec();
    bytes.back() /= 2;
    auto blocks = x.sizes().vec();
    blocks.back() /= kMxfp4Block;
    Tensor output = torch::empty(bytes, x.options().dtype(torch::kUInt8));
    Tensor block_scales = torch::empty(blocks, x.options().dtype(ScalarType::Float8_e8m0fnu));
    impl::quantize_mxfp4(
        {x.const_data_ptr(), float_type(x, "x"), output.mutable_data_ptr<uint8_t>(),
         static_cast<uint8_t*>(block_scales.mutable_data_ptr()), x.numel()},
        stream());
    return {output, block_scales};
}

inline const uint8_t* mxfp4_scales(const Tensor& block_scales, const Tensor& of, const char* name) {
    check_dense(block_scales, name);
    check_type(block_scales, ScalarType::Float8_e8m0fnu, name);
    TORCH_CHECK(block_scales.numel() * (kMxfp4Block / 2) == of.numel(), name,
                " must have a scale for every ", text(kMxfp4Block), " values");
    return static_cast<const uint8_t*>(block_scales.const_data_ptr());
}

inline Tensor attention_mxfp4(const Tensor& q, const Tensor& k, const Tensor& v,
                              const Tensor& q_block_scales, const Tensor& k_block_scales,
                              const Tensor& v_scale, double scale, bool causal) {
    const c10::cuda::CUDAGuard guard(q.device());
    check_type(q, ScalarType::Byte, "q");
    check_type(k, ScalarType::Byte, "k");
    check_dense(q, "q");
    check_dense(k, "k");
    const int64_t dim = 2 * q.size(-1);
    AttentionArguments arguments{};
    Tensor out = prepare(arguments, q, k, v, dim, scale, causal);
    prepare_values(arguments, k, v, v_scale, dim);
    arguments.q_block_scales = mxfp4_scales(q_block_scales, q, "q_block_scales");
    arguments.k_block_scales = mxfp4_scales(k_block_scales, k, "k_block_scales");
    impl::attention_mxfp4(arguments, stream());
    return out;
}

}  // namespace bindings
}  // namespace ac4k

#endif
