"""Arrays of NumPy's for modules that know no PyTorch, and what such modules return."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="they are of PyTorch's tensors")

MODULE = """\
#include <cuda_runtime.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <stdexcept>
namespace py = pybind11;

__global__ void row_sums(const double *x, double *sums, int columns) {
    double sum = 0;
    for (int i = threadIdx.x; i < columns; i += 32) sum += x[blockIdx.x * columns + i];
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

py::array_t<double> sums(py::array_t<double> x) {
    py::buffer_info given = x.request();
    if (given.ndim != 2) throw std::runtime_error("a matrix is wanted");
    int rows = given.shape[0], columns = given.shape[1];
    double *device, *found;
    cudaMalloc(&device, given.size * sizeof(double));
    cudaMalloc(&found, rows * sizeof(double));
    cudaMemcpy(device, given.ptr, given.size * sizeof(double), cudaMemcpyHostToDevice);
    row_sums<<<rows, 32>>>(device, found, columns);
    py::array_t<double> result(rows);
    cudaMemcpy(result.mutable_data(), found, rows * sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(device);
    cudaFree(found);
    return result;
}

PYBIND11_MODULE(kit, m) { m.def("sums", &sums); }
"""
CMAKE = "find_package(CUDA)\ncuda_add_library(kit SHARED kit.cu)\n"


def test_an_array_is_a_tensors_memory() -> None:
    import torch

    from porter.verify.extension.arrays import as_array

    tensor = torch.arange(6, dtype=torch.int16).view(2, 3)
    array = as_array(tensor)
    assert array.dtype == "int16" and array.shape == (2, 3)
    array[1, 2] = 7
    assert tensor[1, 2] == 7


def test_arrays_and_numbers_are_outputs() -> None:
    import numpy as np
    import torch

    from porter.verify.extension.arrays import as_output
    from porter.verify.extension.cases import Output
    from porter.verify.extension.sampling import most_terms, returned

    array = np.zeros((2, 3), "float32")
    found = {name: as_output(one) for name, one in returned((array, 2.5, 3), x=array).items()}
    shapes = {name: (tuple(one.tensor.shape), one.tensor.dtype) for name, one in found.items()}
    assert shapes == {
        "out0": ((2, 3), torch.float32),
        "out1": ((), torch.float64),
        "out2": ((), torch.int64),
        "x": ((2, 3), torch.float32),
    }
    assert most_terms(array, None) == 6
    tensor = torch.zeros(2)
    assert as_output(Output(tensor, terms=3)) == Output(tensor, terms=3)


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_module_of_arrays_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("up").mkdir()
    Path("up/kit.cu").write_text(MODULE)
    Path("up/CMakeLists.txt").write_text(CMAKE)
    for words in (["new", "project", "up", "port"], ["sync"]):
        assert CliRunner().invoke(group, words).exit_code == 0
    words = ["verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942", "--json"]
    done = CliRunner().invoke(group, words)
    found = json.loads(done.stdout)
    assert done.exit_code == 0 and len(found) > 10
    assert all(one["passed"] for one in found) and sum(one["numbers"] for one in found) > 1000
    assert found[0]["kernels"]["launched"]
