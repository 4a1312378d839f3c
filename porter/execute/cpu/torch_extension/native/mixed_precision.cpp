// Operators that take halves and give floats on a GPU, as autocast asks for; the host's kernels
// refuse that. What is given is widened before.
#include <ATen/core/LegacyTypeDispatch.h>
#include <torch/library.h>

#include "operators.h"

namespace {

// softmax(Tensor self, int dim, bool half_to_float): of the halves in float.
void widened_softmax(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const at::AutoDispatchBelowADInplaceOrView below_autograd;
  c10::IValue& is_widened = stack->back();
  if (is_widened.toBool()) {
    c10::IValue& self = (*stack)[stack->size() - 3];
    self = self.toTensor().to(at::kFloat);
    is_widened = false;
  }
  porter::on_host(op, stack);
}

// softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype): the
// gradient in the type of what was given.
void narrowed_softmax_backward(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const at::AutoDispatchBelowADInplaceOrView below_autograd;
  const at::ScalarType wanted = stack->back().toScalarType();
  stack->back() = (*stack)[stack->size() - 4].toTensor().scalar_type();
  porter::on_host(op, stack);
  stack->back() = stack->back().toTensor().to(wanted);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
  for (const char* name : {"_softmax", "_log_softmax"}) {
    library.impl(name, torch::CppFunction::makeFromBoxedFunction<&widened_softmax>());
  }
  for (const char* name : {"_softmax_backward_data", "_log_softmax_backward_data"}) {
    library.impl(name, torch::CppFunction::makeFromBoxedFunction<&narrowed_softmax_backward>());
  }
}
