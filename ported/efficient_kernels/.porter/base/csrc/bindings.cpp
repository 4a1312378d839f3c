#include <torch/extension.h>

#include "kernels/gemm.h"

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    m.def("gemm_basic", &gemm_basic, "Matrix product, one thread an element", py::arg("a"),
          py::arg("b"));
    m.def("gemm_tiled", &gemm_tiled, "Matrix product, tiled in shared memory", py::arg("a"),
          py::arg("b"));
    m.def("gemm_tensor_cores", &gemm_tensor_cores, "Matrix product on the tensor cores",
          py::arg("a"), py::arg("b"));
}
