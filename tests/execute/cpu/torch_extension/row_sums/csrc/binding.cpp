#if defined(USE_ROCM)
#include <c10/hip/HIPException.h>
#include <c10/hip/HIPGuard.h>
#include <c10/hip/HIPStream.h>
#else
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#endif
#include <torch/extension.h>

#include "row_sums.h"

at::Tensor row_sums(const at::Tensor& x, int step) {
  TORCH_CHECK(x.is_cuda(), "x must be a CUDA tensor, got one on ", x.device());
  TORCH_CHECK(x.dim() == 2 && x.scalar_type() == at::kFloat, "x must be a float matrix");
  const c10::cuda::CUDAGuard guard(x.device());
  const at::Tensor dense = x.contiguous();
  at::Tensor out = at::empty({x.size(0)}, x.options());
  launch_row_sums(dense.data_ptr<float>(), out.data_ptr<float>(), x.size(0), x.size(1), step,
                  c10::cuda::getCurrentCUDAStream());
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("forward", [](const at::Tensor& x) { return row_sums(x, 1); });
  m.def("half_of_rows", [](const at::Tensor& x) { return row_sums(x, 2); });
  m.def("lanes", &wave_size);
  m.def("crash", [](const at::Tensor& x) {
    launch_row_sums(nullptr, nullptr, 1, x.size(1), 1, nullptr);
    return x;
  });
}
