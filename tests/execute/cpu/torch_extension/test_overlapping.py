"""Extensions ask whether indices of a tensor may be one place in memory."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from porter.execute.cpu.torch_extension.build import build_extensions

SETUP = """\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup(name="asks", ext_modules=[CUDAExtension("asks", ["a.cpp"])])
"""
SOURCE = """\
#include <torch/extension.h>
namespace at::cuda::detail { bool maybeOverlappingIndices(const at::TensorBase &t); }
bool overlap(at::Tensor x) { return at::cuda::detail::maybeOverlappingIndices(x); }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("overlap", &overlap); }
"""
PROGRAM = """
import sys
from pathlib import Path
from porter.execute.cpu.torch_extension.built_modules import provide_modules
from porter.execute.cpu.torch_extension.device import provide
provide(Path(sys.argv[1]))
provide_modules({"asks": sys.argv[2]})
import torch, asks
x = torch.zeros(4, 6, device="cuda")
apart = [x, x.t(), x[:, ::2], x[:1].expand(1, 6), x.as_strided((1, 6), (0, 1)), x[0, 0], x[:0]]
shared = [x[:1].expand(4, 6), x.as_strided((4, 3), (2, 1)), x.as_strided((3, 2, 2), (1, 3, 5))]
print([asks.overlap(one) for one in apart], [asks.overlap(one) for one in shared])
"""


@pytest.mark.toolchain
@pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")
def test_indices_that_may_be_one_place(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "a.cpp").write_text(SOURCE)
    (built,) = build_extensions(tmp_path, "gfx942")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(built.torch_library), str(built.path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == f"{[False] * 7} {[True] * 3}", done.stderr
