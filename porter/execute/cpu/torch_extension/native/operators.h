// PyTorch's operators on device tensors, done by its CPU kernels.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

namespace porter {

// Calls an operator's CPU kernel on the memory of the device tensors that are on the stack.
void on_host(const c10::OperatorHandle& op, torch::jit::Stack* stack);

}  // namespace porter
