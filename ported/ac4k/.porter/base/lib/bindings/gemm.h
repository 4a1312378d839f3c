// Matrix products: one function a type.
#pragma once

#include "../../porter_compat/torch_names.hpp"
#include <c10/hip/HIPGuard.h>

#include <optional>

#include "ac4k_kernel/ops/rocm_ops.h"
#include "bindings/checks.h"

namespace ac4k {
namespace bindings {

using Gemm = void (*)(const GemmArguments&, hipStream_t);

inline Tensor multiply(Gemm gemm, const Tensor& a, const Tensor& b,
                       const std::optional<Tensor>& a_scale, const std::optional<Tensor>& b_scale,
                       ScalarType scalar, DataType type) {
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
    GemmArguments arguments{};
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
    return multiply(kGemm, a, b, a_scale, b_scale, kFloat8,
                    DataType::float8_e4m3);
}
template <Gemm kGemm>
Tensor gemm_int8(const Tensor& a, const Tensor& b, const Tensor& a_scale, const Tensor& b_scale) {
    return multiply(kGemm, a, b, a_scale, b_scale, ScalarType::Char, DataType::int8);
}

}  // namespace bindings
}  // namespace ac4k
