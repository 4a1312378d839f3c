#include <torch/csrc/utils/pybind.h>

#include "linear.h"

#define LINEAR_PYBIND                                                                                     \
    m.def("linear", &aiter::linear, pybind11::arg("XQ"), pybind11::arg("WQ"), pybind11::arg("bias"),      \
          pybind11::arg("Y"), pybind11::arg("splitK") = 0);

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { LINEAR_PYBIND }
