// The Python binding: checks, output tensors, and the choice of kernel by type and layout.
#include "../porter_compat/torch_names.hpp"
#include <optional>
#include <tuple>

#include <c10/hip/HIPGuard.h>
#include <c10/hip/HIPStream.h>
#include "../porter_compat/host_bfloat16.hpp"
#include <hip/hip_fp16.h>
#include <torch/extension.h>

#include "argument_checks.h"
#include "causal_conv1d.h"

namespace causal_conv1d {
namespace {

template <typename Function>
void dispatch_type(at::ScalarType dtype, Function&& function) {
    switch (dtype) {
        case at::kFloat:
            return function(float());
        case at::kHalf:
            return function(__half());
        case at::kBFloat16:
            return function(__hip_bfloat16());
        default:
            TORCH_CHECK(false, "no kernel for ", dtype);
    }
}

// Calls function(input_t(), weight_t()) for the types of x and weight.
template <typename Function>
void dispatch_types(const at::Tensor& x, const at::Tensor& weight, Function&& function) {
    dispatch_type(x.scalar_type(), [&](auto input) {
        dispatch_type(weight.scalar_type(), [&](auto filter) { function(input, filter); });
    });
}

StridedTensor strided(const at::Tensor& tensor) {
    return {tensor.data_ptr(), tensor.stride(0), tensor.stride(1), tensor.stride(2)};
}

StridedTensor strided(const std::optional<at::Tensor>& tensor) {
    return tensor.has_value() ? strided(*tensor) : StridedTensor{};
}

template <typename T>
const T* pointer(const std::optional<at::Tensor>& tensor) {
    return tensor.has_value() ? static_cast<const T*>(tensor->data_ptr()) : nullptr;
}

template <typename Params>
void set_common(Params& params, const at::Tensor& x, const at::Tensor& weight,
                const std::optional<at::Tensor>& bias, bool silu) {
    params.batch = x.size(0);
    params.dim = x.size(1);
    params.seqlen = x.size(2);
    params.width = weight.size(1);
    params.silu = silu;
    params.x = strided(x);
    params.weight = weight.data_ptr();
    params.weight_channel_stride = weight.stride(0);
    params.weight_width_stride = weight.stride(1);
    params.bias = pointer<void>(bias);
}

// A new tensor of x's shape and layout, dense also where x is a slice or expanded.
at::Tensor new_like(const at::Tensor& x) {
    if (is_channel_last(x)) {
        return at::empty({x.size(0), x.size(2), x.size(1)}, x.options()).transpose(1, 2);
    }
    return at::empty(x.sizes(), x.options());
}

// A state tensor whose channels are dense, as the channel-last kernels like to see it.
at::Tensor new_states(const at::Tensor& x, int64_t width) {
    return at::empty({x.size(0), width - 1, x.size(1)}, x.options()).transpose(1, 2);
}

}  // namespace

// x: (batch, dim, seqlen); weight: (dim, width); bias: (dim,); seq_idx: (batch, seqlen) int32;
// initial_states and final_states_out: (batch, dim, width - 1). Returns out, like x.
at::Tensor causal_conv1d_fwd(const at::Tensor& x, const at::Tensor& weight,
                             const std::optional<at::Tensor>& bias,
                             const std::optional<at::Tensor>& seq_idx,
                             const std::optional<at::Tensor>& initial_states,
                             const std::optional<at::Tensor>& final_states_out, bool silu) {
    check_input(x);
    check_layout(x, "x");
    check_filter(weight, bias, x);
    if (seq_idx.has_value()) {
        check_seq_idx(*seq_idx, x);
        TORCH_CHECK(!final_states_out.has_value(),
                    "final_states_out cannot be combined with seq_idx");
    }
    if (initial_states.has_value()) {
        check_states(*initial_states, "initial_states", x, weight.size(1));
    }
    if (final_states_out.has_value()) {
        check_states(*final_states_out, "final_states_out", x, weight.size(1));
    }

    const c10::cuda::CUDAGuard device_guard(x.device());
    at::Tensor out = new_like(x);
    ConvParams params;
    set_common(params, x, weight, bias, silu);
    params.out = strided(out);
    params.seq_idx = pointer<int>(seq_idx);
    params.initial_states = strided(initial_states);
    params.final_states = strided(final_states_out);

    const hipStream_t stream = c10::cuda::getCurrentCUDAStream().stream();
    dispatch_types(x, weight, [&](auto input, auto filter) {
        if (is_channel_last(x)) {
            causal_conv1d_channellast_fwd_cuda<decltype(input), decltype(filter)>(params, stream);
        } else {
            causal_conv1d_fwd_cuda<decltype(input), decltype(filter)>(params, stream);
        }
    });
    return out;
}

// Gradients of causal_conv1d_fwd: (dx, dweight, dbias, dinitial_states); the last two are undefined
// tensors when there is no bias and when return_dinitial_states is false.
std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> causal_conv1d_bwd(
    const at::Tensor& x, const at::Tensor& weight, const std::optional<at::Tensor>& bias,
    const at::Tensor& dout, const std::optional<at::Tensor>& seq_idx,
    const std::optional<at::Tensor>& initial_states,
    const std::optional<at::Tensor>& dfinal_states, bool return_dinitial_states, bool silu) {
    check_input(x);
    check_layout(x, "x");
    check_filter(weight, bias, x);
    check_device(dout, "dout", x.device());
    check_dtype(dout, "dout", x.scalar_type(), "the type of x");
    check_shape(dout, "dout", x.sizes());
    if (seq_idx.has_value()) {
        check_seq_idx(*seq_idx, x);
        TORCH_CHECK(!dfinal_states.has_value(), "dfinal_states cannot be combined with seq_idx");
    }
    if (initial_states.has_value()) {
        check_states(*initial_states, "initial_states", x, weight.size(1));
    }
    if (dfinal_states.has_value()) {
        check_states(*dfinal_states, "dfinal_states", x, weight.size(1));
    }
    TORCH_CHECK(!return_dinitial_states || initial_states.has_value(),
                "return_dinitial_states needs initial_states");

    const c10::cuda::CUDAGuard device_guard(x.device());
    // The kernels read dout in x's layout.
    const bool channel_last = is_channel_last(x);
    const at::Tensor dout_like_x = dout.stride(channel_last ? 1 : 2) == 1
                                       ? dout
                                       : new_like(x).copy_(dout);
    at::Tensor dx = new_like(x);
    // One float32 tensor for both sums: one fill before, one conversion after.
    const int64_t dim = x.size(1), width = weight.size(1);
    at::Tensor sums = at::zeros({dim * (width + (bias.has_value() ? 1 : 0))},
                                x.options().dtype(at::kFloat));
    at::Tensor dinitial_states;
    if (return_dinitial_states) {
        dinitial_states = new_states(x, width);
    }

    ConvBackwardParams params;
    set_common(params, x, weight, bias, silu);
    params.seq_idx = pointer<int>(seq_idx);
    params.initial_states = strided(initial_states);
    params.dfinal_states = strided(dfinal_states);
    params.dout = strided(dout_like_x);
    params.dx = strided(dx);
    params.dweight = sums.data_ptr<float>();
    params.dbias = bias.has_value() ? params.dweight + dim * width : nullptr;
    if (dinitial_states.defined()) {
        params.dinitial_states = strided(dinitial_states);
    }

    const hipStream_t stream = c10::cuda::getCurrentCUDAStream().stream();
    dispatch_types(x, weight, [&](auto input, auto filter) {
        if (channel_last) {
            causal_conv1d_channellast_bwd_cuda<decltype(input), decltype(filter)>(params, stream);
        } else {
            causal_conv1d_bwd_cuda<decltype(input), decltype(filter)>(params, stream);
        }
    });
    sums = sums.to(weight.scalar_type());
    const at::Tensor dweight = sums.narrow(0, 0, dim * width).view({dim, width});
    const at::Tensor dbias = bias.has_value() ? sums.narrow(0, dim * width, dim) : at::Tensor();
    return {dx, dweight, dbias, dinitial_states};
}

// Decoding: x: (batch, dim, seqlen) holds the new inputs, conv_state: (rows, dim, state_len) the
// inputs before them and is updated in place. Without cache_seqlens the state shifts; with it, the
// state is a ring buffer whose next entry goes to cache_seqlens[b] % state_len. Batch row b owns row
// conv_state_indices[b] of conv_state (a negative one: no row; out is zero there), or row b.
at::Tensor causal_conv1d_update(const at::Tensor& x, const at::Tensor& conv_state,
                                const at::Tensor& weight, const std::optional<at::Tensor>& bias,
                                bool silu, const std::optional<at::Tensor>& cache_seqlens,
                                const std::optional<at::Tensor>& conv_state_indices) {
    check_input(x);
    check_filter(weight, bias, x);
    check_device(conv_state, "conv_state", x.device());
    check_dtype(conv_state, "conv_state", x.scalar_type(), "the type of x");
    TORCH_CHECK(conv_state.dim() == 3, "conv_state must have 3 dimensions (batch, dim, state_len)",
                ", got ", conv_state.sizes());
    const int64_t state_len = conv_state.size(2);
    TORCH_CHECK(state_len >= weight.size(1) - 1, "conv_state must hold at least width - 1 = ",
                weight.size(1) - 1, " steps, got ", state_len);
    if (conv_state_indices.has_value()) {
        check_row_index(*conv_state_indices, "conv_state_indices", x);
        check_shape(conv_state, "conv_state", {conv_state.size(0), x.size(1), state_len});
    } else {
        check_shape(conv_state, "conv_state", {x.size(0), x.size(1), state_len});
    }
    if (cache_seqlens.has_value()) {
        check_row_index(*cache_seqlens, "cache_seqlens", x);
    }

    const c10::cuda::CUDAGuard device_guard(x.device());
    at::Tensor out = new_like(x);
    ConvUpdateParams params;
    set_common(params, x, weight, bias, silu);
    params.state_len = state_len;
    params.out = strided(out);
    params.conv_state = strided(conv_state);
    params.cache_seqlens = pointer<int>(cache_seqlens);
    params.conv_state_indices = pointer<int>(conv_state_indices);

    const hipStream_t stream = c10::cuda::getCurrentCUDAStream().stream();
    dispatch_types(x, weight, [&](auto input, auto filter) {
        causal_conv1d_update_cuda<decltype(input), decltype(filter)>(params, stream);
    });
    return out;
}

}  // namespace causal_conv1d

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    m.def("causal_conv1d_fwd", &causal_conv1d::causal_conv1d_fwd, "Causal depthwise convolution",
          py::arg("x"), py::arg("weight"), py::arg("bias"), py::arg("seq_idx"),
          py::arg("initial_states"), py::arg("final_states_out"), py::arg("silu"));
    m.def("causal_conv1d_bwd", &causal_conv1d::causal_conv1d_bwd, "Its gradients", py::arg("x"),
          py::arg("weight"), py::arg("bias"), py::arg("dout"), py::arg("seq_idx"),
          py::arg("initial_states"), py::arg("dfinal_states"), py::arg("return_dinitial_states"),
          py::arg("silu"));
    m.def("causal_conv1d_update", &causal_conv1d::causal_conv1d_update, "A decoding step",
          py::arg("x"), py::arg("conv_state"), py::arg("weight"), py::arg("bias"),
          py::arg("silu"), py::arg("cache_seqlens"), py::arg("conv_state_indices"));
}
