"""Extensions of PyTorch by their own `setup.py`: when it is chosen, and which PyTorch it finds."""

from __future__ import annotations

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli.build import command
from porter.execute.cpu import torch_extension
from porter.options import Options
from porter.own_build.installation import Against, Rocm
from porter.own_build.pytorch import pytorch_environment
from porter.own_build.systems import System, Target, commands, targets
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.processes.child_python import python

AS_ROCM = Path(torch_extension.__file__).with_name("as_rocm")


def put(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_pytorchs_builder_comes_before_cmake_and_make(tmp_path: Path) -> None:
    cmake = "project(x)\n"
    for name, script in {
        "ext": "from torch.utils.cpp_extension import BuildExtension\n",
        "module": "from torch.utils import cpp_extension\n",
        "ours": "import hip_extension\n",
        "plain": "from setuptools import setup\n",
    }.items():
        put(tmp_path / name, {"setup.py": script, "CMakeLists.txt": cmake, "Makefile": ""})
    assert targets(tmp_path) == [
        Target(tmp_path / "ext", System.PYTHON),
        Target(tmp_path / "module", System.PYTHON),
        Target(tmp_path / "ours", System.PYTHON),
        Target(tmp_path / "plain", System.CMAKE),
    ]
    assert targets(tmp_path / "ext", System.MAKE) == [Target(tmp_path / "ext", System.MAKE)]


def test_a_script_of_another_name_builds_extensions_of_pytorch(tmp_path: Path) -> None:
    builder = "from torch.utils.cpp_extension import BuildExtension\n"
    put(tmp_path / "ext", {"setup_cuda.py": builder, "setup_env.py": "import os\n"})
    put(tmp_path / "two", {"setup_cuda.py": builder, "setup_cpu.py": builder})
    put(tmp_path / "plain", {"setup_env.py": "import os\n"})
    target = Target(tmp_path / "ext", System.PYTHON)
    assert targets(tmp_path) == [target]
    rocm = Rocm(tmp_path, tmp_path, Against.CPU, "gfx942")
    (command,) = commands(target, rocm, tmp_path / "out", 1)
    assert command[1:3] == ["setup_cuda.py", "build_ext"]


def test_make_comes_before_pytorchs_builder_where_that_links_what_it_makes(tmp_path: Path) -> None:
    script = """from torch.utils.cpp_extension import CUDAExtension
CUDAExtension("x", ["x.cpp"], extra_objects=["build/libx.so"])
"""
    put(tmp_path, {"setup.py": script, "Makefile": ""})
    python = Target(tmp_path, System.PYTHON)
    assert targets(tmp_path) == [Target(tmp_path, System.MAKE), python]
    assert targets(tmp_path, System.PYTHON) == [python]
    put(tmp_path, {"build/libx.so": ""})
    assert targets(tmp_path) == [python]


def test_an_installed_rocm_is_left_to_its_own_pytorch() -> None:
    rocm = Rocm(Path("/opt/rocm"), Path("clang++"), Against.ROCM, "gfx942")
    assert pytorch_environment(rocm, {}) == {}


@pytest.fixture
def torch(tmp_path: Path) -> Path:
    """A folder with a PyTorch for CPUs, as far as its builder asks it."""
    put(
        tmp_path,
        {
            "torch/__init__.py": "from torch import cuda, version\n",
            "torch/version.py": "hip = None\n",
            "torch/cuda.py": "def is_available(): return False\n",
            "torch/utils/__init__.py": "",
            "torch/utils/cpp_extension.py": "import torch\n"
            "HIP = torch.version.hip if torch.cuda._is_compiled() else None\n"
            "def include_paths(kind): return [kind]\n"
            "def library_paths(kind): return [kind]\n"
            "def all_paths(): return include_paths('i'), library_paths('l')\n",
        },
    )
    return tmp_path


ASKED = (
    "import torch.utils.cpp_extension as builder, torch\n"
    "print(builder.HIP, torch.cuda.is_available(), *builder.all_paths(), "
    "*torch.cuda.get_arch_list())"
)


def said(folder: Path, asked: str = ASKED, **more: str) -> str:
    path = os.pathsep.join(map(str, (AS_ROCM, folder)))
    environment = {**os.environ, "PYTHONPATH": path, **more}
    command = python("-c", asked)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr.strip().rpartition("\n")[2]).strip()


@pytest.mark.parametrize(
    ("archs", "capability"),
    [("gfx942;gfx1100", "(9, 4)"), ("gfx1100", "(11, 0)"), ("gfx90a", "(9, 0)")],
)
def test_a_build_may_ask_for_the_devices_capability(
    torch: Path, archs: str, capability: str
) -> None:
    asked = "import torch; print(torch.cuda.get_device_capability())"
    assert said(torch, asked, PORTER_TORCH_ROCM="6.4", PYTORCH_ROCM_ARCH=archs) == capability


def test_pytorchs_builder_finds_a_pytorch_for_rocm(torch: Path) -> None:
    found = said(
        torch,
        PORTER_TORCH_ROCM="6.4",
        PORTER_TORCH_HEADERS=os.pathsep.join(("a", "b")),
        PORTER_TORCH_LIBRARIES="libs",
        PYTORCH_ROCM_ARCH="gfx942;gfx1100",
    )
    assert found == "6.4 True ['a', 'b', 'i'] ['libs', 'l'] gfx942 gfx1100"


def test_without_a_build_pytorch_is_as_it_is(torch: Path) -> None:
    assert "has no attribute '_is_compiled'" in said(torch, PORTER_TORCH_ROCM="")


SETUP = """\
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="scaled",
    version="1",
    ext_modules=[
        CUDAExtension(
            "scaled", ["scale.cu", "sizes.cpp"], extra_compile_args={"nvcc": ["-lineinfo"]}
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
"""
SCALE = """\
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>

__global__ void scale(float *x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

void scale_(torch::Tensor x, double by) {
  const int n = x.numel();
  scale<<<1, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), by, n);
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scale_", &scale_); }
"""
#: A warning of g++'s, which compiles such units for an installed ROCm, and an error of clang's.
SIZES = """\
struct Size { int n; };
int size(long n) { return Size{n}.n; }
"""
USE = """\
import sys
from porter.execute.cpu.torch_extension.build import torch_library
from porter.execute.cpu.torch_extension.device import provide
error = provide(torch_library("gfx942"))
import torch
sys.path.insert(0, sys.argv[1])
import scaled
x = torch.arange(4, dtype=torch.float32, device="cuda")
scaled.scale_(x, 3.0)
print(x.cpu().tolist(), error())
"""


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")
def test_an_extension_is_installed_by_its_own_setup_and_runs(tmp_path: Path) -> None:
    put(tmp_path / "up", {"setup.py": SETUP, "scale.cu": SCALE, "sizes.cpp": SIZES})
    port = tmp_path / "port"
    write_port([tmp_path / "up"], Options(), Destination(OutputMode.OUT, port))
    options = ["--native", "--on", "cpu", "--arch", "gfx942", "--folder", str(tmp_path / "built")]
    done = CliRunner().invoke(command, [*options, str(port)])
    assert done.exit_code == 0, done.output
    used = subprocess.run(
        python("-c", USE, str(tmp_path / "built" / "out")), capture_output=True, text=True
    )
    assert used.stdout.split("\n")[0].strip() == "[0.0, 3.0, 6.0, 9.0]", used.stderr
