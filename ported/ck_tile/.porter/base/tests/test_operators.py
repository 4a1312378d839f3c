"""An operator written by hand: kernels that a script generates, tensors, torch.compile."""

import json
import shutil

import pytest
from conftest import ROOT

GENERATOR = """
import argparse, csv, pathlib
parser = argparse.ArgumentParser()
parser.add_argument("--working_path", type=pathlib.Path)
parser.add_argument("--tune_file", type=pathlib.Path)
words = parser.parse_args()
factors = [row["factor"] for row in csv.DictReader(words.tune_file.open())]
for factor in factors:
    (words.working_path / f"scale_{factor}.cu").write_text(
        '#include "scale_kernel.cuh"\\n'
        f"bool scale_{factor}(const Problem &p) {{ return run<{factor}>(p); }}\\n"
    )
(words.working_path / "scale_lookup.h").write_text(
    '#include "scale_problem.h"\\n'
    + "".join(f"bool scale_{factor}(const Problem &p);\\n" for factor in factors)
    + "inline bool find(int factor, const Problem &p) {\\n"
    + "".join(f"    if (factor == {factor}) return scale_{factor}(p);\\n" for factor in factors)
    + "    return false;\\n}\\n"
)
"""
PROBLEM = """
#pragma once
#include <hip/hip_runtime.h>
struct Problem { const float *x; float *y; long count; };
"""
KERNEL = """
#include "scale_problem.h"
template <int Factor>
__global__ void scale_kernel(const float *x, float *y, long count) {
    const long at = long(blockIdx.x) * blockDim.x + threadIdx.x;
    if (at < count) y[at] = x[at] * Factor;
}
template <int Factor>
bool run(const Problem &p) {
    scale_kernel<Factor><<<(p.count + 255) / 256, 256>>>(p.x, p.y, p.count);
    return hipDeviceSynchronize() == hipSuccess;
}
"""
ENTRY = """
#include <torch/csrc/utils/pybind.h>
#include <ATen/core/Tensor.h>
#include "scale_lookup.h"
at::Tensor scale(at::Tensor X, at::Tensor Y, int64_t factor) {
    TORCH_CHECK(find(int(factor), {X.data_ptr<float>(), Y.data_ptr<float>(), X.numel()}),
                "scale: no kernel for ", factor);
    return Y;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    m.def("scale", &scale, pybind11::arg("X"), pybind11::arg("Y"), pybind11::arg("factor") = 2);
}
"""
OPERATOR = """
import torch
from ..jit.core import compile_ops

def _fake(X: torch.Tensor, Y: torch.Tensor, factor: int = 2) -> torch.Tensor:
    return Y

@compile_ops("module_scale", fc_name="scale", gen_fake=_fake)
def scale_ck(X: torch.Tensor, Y: torch.Tensor, factor: int = 2) -> torch.Tensor: ...

def scale(X: torch.Tensor, factor: int = 2) -> torch.Tensor:
    return scale_ck(X, torch.empty_like(X), factor)
"""
MODULE = {
    "srcs": ["{CK_TILE_CSRC_DIR}/pybind/scale_pybind.cu"],
    "extra_include": ["{CK_TILE_CSRC_DIR}/ck_scale"],
    "flags_extra_cc": [],
    "flags_extra_hip": [],
    "blob_gen_cmd": "{CK_TILE_CSRC_DIR}/ck_scale/gen_instances.py --working_path {} "
    "--tune_file {CK_TILE_CONFIG_DIR}/scale_tuned.csv",
}
USE = """
import torch
from ck_tile.ops.scale import scale
x = torch.arange(1000.0)
torch.testing.assert_close(scale(x), x * 2)
torch.testing.assert_close(scale(x, factor=3), x * 3)
twice = torch.compile(lambda x: scale(x, 3) + 1, backend="aot_eager", fullgraph=True)
torch.testing.assert_close(twice(x), x * 3 + 1)
assert torch.ops.ck_tile.scale_ck(x, torch.empty_like(x), 2) is None
try:
    scale(x, 5)
except RuntimeError as error:
    print(error)
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the package with one more operator; spaces in its place are part of the test."""
    root = shutil.copytree(
        ROOT, tmp_path / "a package", ignore=shutil.ignore_patterns("__pycache__")
    )
    for path, text in {
        "csrc/ck_scale/gen_instances.py": GENERATOR,
        "csrc/ck_scale/scale_problem.h": PROBLEM,
        "csrc/ck_scale/scale_kernel.cuh": KERNEL,
        "csrc/pybind/scale_pybind.cu": ENTRY,
        "ck_tile/ops/scale.py": OPERATOR,
        "ck_tile/configs/scale_tuned.csv": "factor\n2\n3\n",
    }.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    change(root, MODULE)
    return root


def change(root, module):
    config = root / "ck_tile" / "configs" / "optCompilerConfig.json"
    entries = json.loads(config.read_text())
    config.write_text(json.dumps({**entries, "module_scale": module}))


def test_it_is_generated_built_called_and_traced(run, package):
    out, err = run(USE, PYTHONPATH=str(package), CK_TILE_LOG_MORE="1")
    assert "scale: no kernel for 5" in out
    assert err.count("building module_scale") == 1
    _, err = run(USE, PYTHONPATH=str(package), CK_TILE_LOG_MORE="1")
    assert "building" not in err
    (package / "ck_tile/configs/scale_tuned.csv").write_text("factor\n2\n3\n5\n")
    out, err = run(USE, PYTHONPATH=str(package), CK_TILE_LOG_MORE="1")
    assert "no kernel" not in out and err.count("building module_scale") == 1


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("blob_gen_cmd", "{CK_TILE_CSRC_DIR}/none.py {}", "none.py"),
        ("blob_gen_cmd", "{CK_TILE_NONE_DIR}/x.py {}", "names a place that is none of"),
        ("srcs", ["{}/x.cu"], "names a place that is none of"),
        ("extra_include", ["{CK_DIR}/include"], "CK_DIR=/nowhere: has no include/ck/ck.hpp"),
    ],
)
def test_an_entry_that_is_wrong_is_told(run, package, key, value, said):
    change(package, {**MODULE, key: value})
    code = (
        "from ck_tile.jit.core import CkTileBuildError, get_module\n"
        "try:\n    get_module('module_scale')\n"
        "except CkTileBuildError as error:\n    print(error)\n"
    )
    out, _ = run(code, PYTHONPATH=str(package), CK_DIR="/nowhere")
    assert said in out
