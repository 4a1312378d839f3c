// Operators that PyTorch has for GPUs alone, and calls for tensors that are on one: the cells of
// LSTM and GRU in one piece (the formulas are those of the pages of torch.nn.LSTM and torch.nn.GRU),
// and whether a library of GPUs does a loss.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/library.h>

#include <optional>
#include <tuple>

namespace {

using at::Tensor;
using MaybeTensor = std::optional<Tensor>;

Tensor plus(const Tensor& x, const MaybeTensor& bias) {
  return bias && bias->defined() ? x + *bias : x;
}

Tensor or_zeros(const MaybeTensor& x, const Tensor& like) {
  return x && x->defined() ? *x : at::zeros_like(like);
}

// Derivatives at the outputs of sigmoid and tanh.
Tensor of_sigmoid(const Tensor& y) { return y * (1 - y); }
Tensor of_tanh(const Tensor& y) { return 1 - y * y; }

std::tuple<Tensor, Tensor, Tensor> lstm_cell(const Tensor& input_gates, const Tensor& hidden_gates,
                                             const Tensor& cx, const MaybeTensor& input_bias,
                                             const MaybeTensor& hidden_bias) {
  const auto gates = (plus(input_gates, input_bias) + plus(hidden_gates, hidden_bias)).chunk(4, 1);
  const Tensor in = gates[0].sigmoid(), forget = gates[1].sigmoid(), cell = gates[2].tanh(),
               out = gates[3].sigmoid();
  const Tensor cy = forget * cx + in * cell;
  return {out * cy.tanh(), cy, at::cat({in, forget, cell, out}, 1)};
}

std::tuple<Tensor, Tensor, Tensor> lstm_cell_backward(const MaybeTensor& grad_hy,
                                                      const MaybeTensor& grad_cy, const Tensor& cx,
                                                      const Tensor& cy, const Tensor& workspace,
                                                      bool has_bias) {
  const auto gates = workspace.chunk(4, 1);
  const Tensor &in = gates[0], &forget = gates[1], &cell = gates[2], &out = gates[3];
  const Tensor of_hy = or_zeros(grad_hy, cy), bent = cy.tanh();
  const Tensor of_cy = or_zeros(grad_cy, cy) + of_hy * out * of_tanh(bent);
  const Tensor grad = at::cat({of_cy * cell * of_sigmoid(in), of_cy * cx * of_sigmoid(forget),
                               of_cy * in * of_tanh(cell), of_hy * bent * of_sigmoid(out)}, 1);
  return {grad, of_cy * forget, has_bias ? grad.sum(0) : Tensor()};
}

std::tuple<Tensor, Tensor> gru_cell(const Tensor& input_gates, const Tensor& hidden_gates,
                                    const Tensor& hx, const MaybeTensor& input_bias,
                                    const MaybeTensor& hidden_bias) {
  const auto given = plus(input_gates, input_bias).chunk(3, 1);
  const auto kept = plus(hidden_gates, hidden_bias).chunk(3, 1);
  const Tensor reset = (given[0] + kept[0]).sigmoid(), update = (given[1] + kept[1]).sigmoid();
  const Tensor fresh = (given[2] + reset * kept[2]).tanh();
  return {fresh + update * (hx - fresh), at::cat({reset, update, fresh, hx, kept[2]}, 1)};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> gru_cell_backward(const Tensor& grad_hy,
                                                                     const Tensor& workspace,
                                                                     bool has_bias) {
  const auto kept = workspace.chunk(5, 1);
  const Tensor &reset = kept[0], &update = kept[1], &fresh = kept[2], &hx = kept[3];
  const Tensor of_fresh = grad_hy * (1 - update) * of_tanh(fresh);
  const Tensor of_reset = of_fresh * kept[4] * of_sigmoid(reset);
  const Tensor of_update = grad_hy * (hx - fresh) * of_sigmoid(update);
  const Tensor of_given = at::cat({of_reset, of_update, of_fresh}, 1);
  const Tensor of_kept = at::cat({of_reset, of_update, of_fresh * reset}, 1);
  return {of_given, of_kept, grad_hy * update, has_bias ? of_given.sum(0) : Tensor(),
          has_bias ? of_kept.sum(0) : Tensor()};
}

bool without_library(const Tensor&, const Tensor&, at::IntArrayRef, at::IntArrayRef, int64_t) {
  return false;
}

bool without_library_by_tensors(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                int64_t) {
  return false;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
  library.impl("_thnn_fused_lstm_cell", &lstm_cell);
  library.impl("_thnn_fused_lstm_cell_backward_impl", &lstm_cell_backward);
  library.impl("_thnn_fused_gru_cell", &gru_cell);
  library.impl("_thnn_fused_gru_cell_backward", &gru_cell_backward);
  library.impl("_use_cudnn_ctc_loss", &without_library);
  library.impl("_use_cudnn_ctc_loss.Tensor", &without_library_by_tensors);
  library.impl("_use_miopen_ctc_loss", &without_library);  // of PyTorch 2.13
  library.impl("_use_miopen_ctc_loss.Tensor", &without_library_by_tensors);
}
