// Waits for the thread in which PyTorch runs the backward passes of the device.
#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <torch/csrc/autograd/autograd.h>

#include <exception>

#include "host_memory.h"

/// Return once that thread has let go of all passes that have ended.
///
/// It does one pass after another, and may still free a pass when its caller has the gradients. This
/// is a pass of nothing, without an object of Python's, whose end says that those before are freed.
extern "C" void porter_wait_for_autograd() {
  try {
    at::AutoGradMode on(true);
    const auto options = at::TensorOptions(porter::the_device());
    const at::Tensor leaf = at::empty({0}, options).set_requires_grad(true);
    torch::autograd::grad({leaf.mul(leaf)}, {leaf}, {at::empty({0}, options)});
  } catch (const std::exception&) {
    // The process is ending: there is nobody to whom a fault of the device could be told.
  }
}
