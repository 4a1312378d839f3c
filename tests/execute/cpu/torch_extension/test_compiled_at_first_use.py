"""An extension that a script compiles when it runs, as a project of few files does."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from porter.options import Options
from porter.own_build.torch_command import environment
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

pytestmark = [
    pytest.mark.toolchain,
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's"),
]

KERNEL = """\
#include <torch/library.h>
#include <ATen/ATen.h>
__global__ void twice_kernel(float *x) { x[threadIdx.x] *= 2; }
at::Tensor twice(const at::Tensor &x) {
  at::Tensor y = x.clone();
  twice_kernel<<<1, x.numel()>>>(y.data_ptr<float>());
  return y;
}
TORCH_LIBRARY(doubling, m) { m.def("twice(Tensor x) -> Tensor", &twice); }
"""
SCRIPT = """\
from pathlib import Path
import torch
import torch.utils.cpp_extension

path = torch.utils.cpp_extension.load(
    "doubling",
    sources=list(Path(__file__).parent.glob("twice*")),
    extra_cuda_cflags=["-lineinfo", "--ptxas-options=-v"],
    is_python_module=False,
)
print(torch.ops.doubling.twice(torch.ones(3, device="cuda")).tolist(), path.endswith(".so"))
"""


def test_operators_that_are_no_python_module(tmp_path: Path) -> None:
    source, out = tmp_path / "src", tmp_path / "out"
    source.mkdir()
    (source / "twice.cu").write_text(KERNEL)
    (source / "main.py").write_text(SCRIPT)
    summary = write_port([source], Options(), Destination(OutputMode.OUT, out))
    assert summary.notes == []
    for arch in ("gfx942", "gfx1100", "gfx942"):  # what one has compiled is no other's
        on = f"cpu:{arch}"
        words = [sys.executable, "-m", "porter", "run", "--on", on, "--", "python", "main.py"]
        done = subprocess.run(words, cwd=out, capture_output=True, text=True, check=False)
        assert done.stdout == "[2.0, 2.0, 2.0] True\n", done.stderr


INLINE = """\
import torch
from torch.utils.cpp_extension import load_inline

KERNEL = '''
#include <hip/hip_runtime.h>
__global__ void k(float *x) { x[threadIdx.x] *= 2; }
at::Tensor twice(at::Tensor x) {
  at::Tensor y = x.clone();
  k<<<1, y.numel()>>>(y.data_ptr<float>());
  return y;
}
'''
twice = "at::Tensor twice(at::Tensor x);"
built = load_inline("inline", cpp_sources=twice, cuda_sources=KERNEL, functions=["twice"])
print(built.twice(torch.ones(3, device="cuda")).tolist())
"""


def test_pytorchs_own_loader_links(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(INLINE)
    words = [sys.executable, "-m", "porter", "run", "--on", "cpu", "--", "python", "main.py"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.endswith("[2.0, 2.0, 2.0]\n"), done.stderr


def test_it_is_kept_beside_the_library_that_it_is_linked_with(tmp_path: Path) -> None:
    made = environment(tmp_path, "gfx942", {})
    assert Path(made["TORCH_EXTENSIONS_DIR"]).parent == Path(made["PORTER_TORCH_DEVICE"]).parent
    outer = {"TORCH_EXTENSIONS_DIR": "/kept"}
    assert environment(tmp_path, "gfx942", outer)["TORCH_EXTENSIONS_DIR"] == "/kept"
