"""Functions that the executor has not raise where they are called, and keep nothing else back."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from porter.execute.cpu.torch_extension.absent_functions import source_of
from porter.execute.cpu.torch_extension.build import build_extensions

SETUP = """\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup(name="lacks", ext_modules=[CUDAExtension("lacks", ["a.cpp"])])
"""
SOURCE = """\
#include <torch/extension.h>
extern "C" int hipAbsentFunction(int);
namespace at::cuda { void *getCurrentCUDABlasHandle(bool setup); }
namespace own { float absent(float); }
extern "C" int hipblasGetStream(void *handle, void **stream);
int twice(int x) { return 2 * x; }
int absent_c(int x) { return hipAbsentFunction(x); }
double absent_cpp(double x) { return own::absent(float(x)); }
bool has_handle() {
  void *stream;
  return hipblasGetStream(at::cuda::getCurrentCUDABlasHandle(true), &stream) == 0;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("twice", &twice);
  m.def("absent_c", &absent_c);
  m.def("absent_cpp", &absent_cpp);
  m.def("has_handle", &has_handle);
}
"""
PROGRAM = """
import sys
from pathlib import Path
from porter.execute.cpu.torch_extension.built_modules import provide_modules
from porter.execute.cpu.torch_extension.device import provide
provide(Path(sys.argv[1]))
provide_modules({"lacks": sys.argv[2]})
import torch, lacks
print(lacks.twice(4), lacks.has_handle())
for name in ("absent_c", "absent_cpp"):
    try:
        getattr(lacks, name)(1)
    except RuntimeError as error:
        print(error)
"""


@pytest.mark.parametrize(
    "symbol", ["_ZTV3Own", "_ZTI3Own", "_ZN2at6numberE", "the instruction v_mfma"]
)
def test_what_is_no_function_is_not_supplied(symbol: str) -> None:
    assert source_of(["hipblasHgemm", symbol], is_cuda=False) is None


@pytest.mark.toolchain
@pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")
def test_the_rest_of_an_extension_runs(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "a.cpp").write_text(SOURCE)
    (built,) = build_extensions(tmp_path, "gfx942")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(built.torch_library), str(built.path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "8 True",
        "not offered by the cpu executor: hipAbsentFunction",
        "not offered by the cpu executor: own::absent(float)",
    ]
