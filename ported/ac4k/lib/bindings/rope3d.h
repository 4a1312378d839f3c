// The rotary position embedding.
#pragma once

#include "../../porter_compat/torch_names.hpp"
#include <c10/hip/HIPGuard.h>

#include <algorithm>

#include "ac4k_kernel/ops/rocm_ops.h"
#include "bindings/checks.h"

namespace ac4k {
namespace bindings {

inline Tensor rope3d(const Tensor& x, const Tensor& cosines, const Tensor& sines, int64_t frames,
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
    TORCH_CHECK(
        cosines.dim() == 2 && cosines.size(1) == dim / 2 && sines.sizes() == cosines.sizes(),
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
    impl::rope3d(
        {x.const_data_ptr(), out.mutable_data_ptr(), type, cosines.const_data_ptr<float>(),
         sines.const_data_ptr<float>(), x.size(0), x.size(1), static_cast<int>(x.size(2)),
         static_cast<int>(dim), static_cast<int>(frames), static_cast<int>(height),
         static_cast<int>(width), static_cast<int>(frame_pairs), static_cast<int>(height_pairs)},
        stream());
    return out;
}

}  // namespace bindings
}  // namespace ac4k
