// Quantisation: (quantised, scales).
#pragma once

#include "../../porter_compat/torch_names.hpp"
#include <c10/hip/HIPGuard.h>

#include <tuple>
#include <vector>

#include "ac4k_kernel/ops/rocm_ops.h"
#include "bindings/checks.h"

namespace ac4k {
namespace bindings {

inline std::tuple<Tensor, Tensor> quantize_with_row_scales(const Tensor& x, ScalarType type,
                                                           int64_t columns,
                                                           std::vector<int64_t> scales) {
    const c10::cuda::CUDAGuard guard(x.device());
    Tensor output = torch::empty(x.sizes(), x.options().dtype(type));
    Tensor scale = torch::empty(scales, x.options().dtype(torch::kFloat32));
    if (x.numel() == 0) return {output, scale};
    TORCH_CHECK(x.numel() / columns < kSizeLimit, "x has too many rows");
    const auto output_type = type == ScalarType::Char ? DataType::int8 : DataType::float8_e4m3;
    impl::quantize_rows(
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
    TORCH_CHECK(x.dim() >= 1 && x.size(-1) % kQuantizeBlock == 0, "the last dimension of x ",
                "must be a multiple of ", text(kQuantizeBlock));
    auto scales = x.sizes().vec();
    scales.back() /= kQuantizeBlock;
    return quantize_with_row_scales(x, kType, kQuantizeBlock, scales);
}

inline std::tuple<Tensor, Tensor> quantize_tensor(const Tensor& x) {
    check_dense(x, "x");
    const c10::cuda::CUDAGuard guard(x.device());
    Tensor output = torch::empty(x.sizes(), x.options().dtype(kFloat8));
    Tensor scale = float_scalar(x);
    Tensor amax = float_scalar(x);
    impl::quantize_tensor(
        {x.const_data_ptr(), float_type(x, "x"), output.mutable_data_ptr(),
         amax.mutable_data_ptr<float>(), scale.mutable_data_ptr<float>(), x.numel()},
        stream());
    return {output, scale};
}

inline std::tuple<Tensor, Tensor> quantize_values(const Tensor& v) {
    check_heads(v, "v");
    TORCH_CHECK(v.size(3) == 64 || v.size(3) == 128, "v must have 64 or 128 dimensions, got ",
                text(v.size(3)));
    const c10::cuda::CUDAGuard guard(v.device());
    const int64_t padded = (v.size(2) + kValueTokens - 1) / kValueTokens * kValueTokens;
    Tensor output = torch::empty({v.size(0), v.size(1), v.size(3), padded},
                                 v.options().dtype(kFloat8));
    Tensor scale = float_scalar(v);
    Tensor amax = float_scalar(v);
    impl::quantize_values(
        {v.const_data_ptr(), float_type(v, "v"), v.stride(0), v.stride(1), v.stride(2),
         static_cast<uint8_t*>(output.mutable_data_ptr()), amax.mutable_data_ptr<float>(),
         scale.mutable_data_ptr<float>(), static_cast<int>(v.size(0)), static_cast<int>(v.size(1)),
         static_cast<int>(v.size(2)), static_cast<int>(padded), static_cast<int>(v.size(3))},
        stream());
    return {output, scale};
}

}  // namespace bindings
}  // namespace ac4k
