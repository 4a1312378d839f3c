"""An extension for the host beside one for the GPU: its kernels' port is not what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.drafting.draft import draft
from tests.verify.drafting.trees import write

SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import CppExtension, CUDAExtension
setup(name="pack", ext_modules=[
    CUDAExtension("pack_cuda", ["csrc/pack.cpp"]), CppExtension("pack_host", ["host/host.cpp"])
])
"""
PACK = """
at::Tensor f(at::Tensor x) { TORCH_CHECK(x.is_cuda()); TORCH_CHECK(x.dim() == 2); return x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }
"""
HOST = """
#include <torch/extension.h>
at::Tensor g(at::Tensor x) { TORCH_CHECK(x.dim() == 2); return x + 1; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("g", &g); }
"""


def _tree(root: Path, host: str, pack: str = PACK) -> Path:
    write(root, pack)
    (root / "setup.py").write_text(SETUP)
    (root / "host").mkdir()
    (root / "host" / "host.cpp").write_text(host)
    return root


def test_it_is_left_out_and_told(tmp_path: Path) -> None:
    made = draft(_tree(tmp_path, HOST), 4)
    assert made.cases == 1 and "case_f(" in made.text
    assert "g: nothing of CUDA's is in the sources of pack_host" in made.left_out


@pytest.mark.parametrize("more", ["// runs on CUDA, too", '#include "../csrc/kernels.cuh"'])
def test_what_may_be_the_gpus_stays(tmp_path: Path, more: str) -> None:
    assert draft(_tree(tmp_path, f"{more}\n{HOST}"), 4).cases == 2


def test_where_nothing_says_a_word_of_a_gpu_all_stays(tmp_path: Path) -> None:
    pack = PACK.replace("TORCH_CHECK(x.is_cuda()); ", "")
    assert draft(_tree(tmp_path, HOST, pack), 4).cases == 2
