"""Wheels of a port with folders of architectures: each holds one, and needs no compiler to load."""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from porter.convert.emission import Kind
from porter.own_build.installation import Against, rocm
from porter.own_build.pytorch import pytorch_environment
from porter.processes.child_python import python

from ..scaffold.multiarch_trees import KIT
from ..scaffold.trees import port

pytestmark = [
    pytest.mark.slow,
    pytest.mark.toolchain,
    pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's"),
]

AC4K = Path(__file__).parents[3] / "ported" / "ac4k"
ARCHITECTURES = ("gfx942", "gfx1100")
#: PyTorch for ROCm, in whose place the executor is; then what a user writes.
LOAD = """\
import sys
from porter.execute.cpu.torch_extension.build import torch_library
from porter.execute.cpu.torch_extension.device import provide
provide(torch_library(sys.argv[1]))
import importlib, shutil
kernels = importlib.import_module(sys.argv[2] + "._rocm_ops")
compilers = [name for name in ("hipcc", "nvcc", "clang++", "c++") if shutil.which(name)]
print(kernels.__backend__, kernels.__arch__, compilers, kernels.__file__)
"""


def wheel(tree: Path, arch: str, out: Path) -> Path:
    """Return the wheel that pip builds of a tree for one architecture; the executor is ROCm."""
    installed = rocm(Against.CPU, arch)
    environment = installed.environment(os.environ)
    environment |= pytorch_environment(installed, environment)
    variable = f"{'AC4K' if tree.name == AC4K.name else 'KIT'}_ROCM_ARCH"
    pip = python("-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", str(out))
    done = subprocess.run(
        [*pip, str(tree)],
        env={**environment, variable: arch, "PORTER_CPU_OPTIMIZE": "0", "MAX_JOBS": "2"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    (made,) = out.glob("*.whl")
    return made


def environment_with(wheel: Path, folder: Path) -> Path:
    """Return the interpreter of a new environment that has a wheel, and this one's packages."""
    venv.create(folder)
    interpreter = folder / "bin" / "python"
    pip = python("-m", "pip", "--python", str(interpreter), "install", "--no-deps", "--no-index")
    subprocess.run([*pip, str(wheel)], capture_output=True, check=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    paths = [path for name in ("torch", "porter", "numpy") for path in _parents(name)]
    (packages / "others.pth").write_text("\n".join(paths) + "\n")
    return interpreter


def _parents(package: str) -> list[str]:
    found = find_spec(package)
    assert found is not None and found.origin is not None
    return [str(Path(found.origin).parents[1])]


@pytest.fixture(params=["kit", "ac4k"])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "ac4k":
        return shutil.copytree(AC4K, tmp_path / "ac4k")
    return port(tmp_path / "kit", KIT, Kind.MULTIARCH)[0]


def test_wheels_of_two_architectures_load_side_by_side(tree: Path, tmp_path: Path) -> None:
    package = "ac4k_kernel" if tree.name == "ac4k" else "kit"
    wheels = {arch: wheel(tree, arch, tmp_path / f"dist-{arch}") for arch in ARCHITECTURES}
    homes = {arch: environment_with(wheels[arch], tmp_path / f"env-{arch}") for arch in wheels}
    for arch, interpreter in homes.items():
        done = subprocess.run(
            [str(interpreter), "-c", LOAD, arch, package],
            env={"HOME": os.environ["HOME"], "PATH": str(interpreter.parent)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        backend, loaded, compilers, place = done.stdout.split()[-4:]
        assert (backend, loaded, compilers) == ("rocm", arch, "[]")
        assert Path(place).is_relative_to(interpreter.parents[1])
