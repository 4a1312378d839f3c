// Checks of the binding's arguments. Every message starts with the argument's name.
#pragma once

#include <string>

#include <ATen/ATen.h>

namespace causal_conv1d {

inline void check_device(const at::Tensor& tensor, const char* name, const at::Device& device) {
    TORCH_CHECK(tensor.is_cuda(), name, " must be a CUDA tensor, got one on ", tensor.device());
    TORCH_CHECK(tensor.device() == device, name, " must be on ", device, " like x, got ",
                tensor.device());
}

inline void check_shape(const at::Tensor& tensor, const char* name, at::IntArrayRef shape) {
    TORCH_CHECK(tensor.sizes() == shape, name, " must have shape ", shape, ", got ",
                tensor.sizes());
}

inline void check_dtype(const at::Tensor& tensor, const char* name, at::ScalarType dtype,
                        const char* reason) {
    TORCH_CHECK(tensor.scalar_type() == dtype, name, " must be ", dtype, " (", reason, "), got ",
                tensor.scalar_type());
}

inline void check_floating(const at::Tensor& tensor, const char* name) {
    const at::ScalarType dtype = tensor.scalar_type();
    TORCH_CHECK(dtype == at::kFloat || dtype == at::kHalf || dtype == at::kBFloat16, name,
                " must be float32, float16 or bfloat16, got ", dtype);
}

// weight: (dim, width); bias: (dim,) of weight's type, or none.
inline void check_filter(const at::Tensor& weight, const std::optional<at::Tensor>& bias,
                         const at::Tensor& x) {
    check_device(weight, "weight", x.device());
    check_floating(weight, "weight");
    TORCH_CHECK(weight.dim() == 2, "weight must have 2 dimensions (dim, width), got ",
                weight.sizes());
    TORCH_CHECK(weight.size(0) == x.size(1), "weight must have ", x.size(1),
                " rows like x has channels, got ", weight.size(0));
    const int64_t width = weight.size(1);
    TORCH_CHECK(width >= 2 && width <= 4, "weight must have width 2, 3 or 4, got ", width);
    if (bias.has_value()) {
        check_device(*bias, "bias", x.device());
        check_dtype(*bias, "bias", weight.scalar_type(), "the type of weight");
        check_shape(*bias, "bias", {x.size(1)});
        TORCH_CHECK(bias->stride(0) == 1, "bias must be contiguous, got stride ", bias->stride(0));
    }
}

// x and what has its shape: (batch, dim, seqlen), not empty, sizes that fit an int.
inline void check_input(const at::Tensor& x) {
    TORCH_CHECK(x.is_cuda(), "x must be a CUDA tensor, got one on ", x.device());
    check_floating(x, "x");
    TORCH_CHECK(x.dim() == 3, "x must have 3 dimensions (batch, dim, seqlen), got ", x.sizes());
    TORCH_CHECK(x.numel() > 0, "x must not be empty, got shape ", x.sizes());
    for (int i = 0; i < 3; ++i) {
        TORCH_CHECK(x.size(i) < (int64_t(1) << 30), "x is too large in dimension ", i, ": ",
                    x.size(i));
    }
}

// One of the last two dimensions must be dense: time (channel-first) or channel (channel-last).
inline void check_layout(const at::Tensor& tensor, const char* name) {
    TORCH_CHECK(tensor.stride(2) == 1 || tensor.stride(1) == 1, name,
                " must be channel-first (stride(2) == 1) or channel-last (stride(1) == 1), got "
                "strides ",
                tensor.strides());
    // Channel-first kernels give each channel its own blockIdx.y.
    TORCH_CHECK(tensor.stride(1) == 1 || tensor.size(1) <= 65535, name,
                " must have at most 65535 channels when channel-first, got ", tensor.size(1));
}

inline bool is_channel_last(const at::Tensor& x) { return x.stride(1) == 1 && x.stride(2) > 1; }

inline void check_channel_last_only(const at::Tensor& x, const char* name) {
    TORCH_CHECK(is_channel_last(x), name, " needs a channel-last x (x.stride(1) == 1, x.stride(2) "
                "> 1); make one with x.transpose(1, 2).contiguous().transpose(1, 2). Got strides ",
                x.strides());
}

inline void check_seq_idx(const at::Tensor& seq_idx, const at::Tensor& x) {
    check_channel_last_only(x, "seq_idx");
    check_device(seq_idx, "seq_idx", x.device());
    check_dtype(seq_idx, "seq_idx", at::kInt, "an index");
    check_shape(seq_idx, "seq_idx", {x.size(0), x.size(2)});
    TORCH_CHECK(seq_idx.is_contiguous(), "seq_idx must be contiguous, got strides ",
                seq_idx.strides());
}

// initial_states, final_states_out and their gradients: (batch, dim, width - 1) of x's type.
inline void check_states(const at::Tensor& states, const char* name, const at::Tensor& x,
                         int64_t width) {
    check_channel_last_only(x, name);
    check_device(states, name, x.device());
    check_dtype(states, name, x.scalar_type(), "the type of x");
    check_shape(states, name, {x.size(0), x.size(1), width - 1});
}

// One value for each batch row, int32: cache_seqlens, conv_state_indices.
inline void check_row_index(const at::Tensor& index, const char* name, const at::Tensor& x) {
    check_device(index, name, x.device());
    check_dtype(index, name, at::kInt, "an index");
    check_shape(index, name, {x.size(0)});
    TORCH_CHECK(index.is_contiguous(), name, " must be contiguous, got stride ", index.stride(0));
}

}  // namespace causal_conv1d
