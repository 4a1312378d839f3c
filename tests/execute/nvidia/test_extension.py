"""What PyTorch's loader is told to build an extension for."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace

import pytest

from porter.errors import PorterError
from porter.execute.nvidia import extension
from porter.execute.nvidia.program import Device

SETUP = """\
import os
from glob import glob
from torch.utils.cpp_extension import CUDAExtension
arch = os.environ.get("KIT_CUDA_ARCH", "")
CUDAExtension("kit._ops", glob(f"lib/{arch}/*.cu"))
"""


@pytest.mark.parametrize(("capability", "architecture", "folder"), [
    ("80", "8.0", "sm80"), ("90", "9.0a", "sm90a"), ("120", "12.0a", "sm120"),
])  # fmt: skip
def test_the_device_says_what_is_built(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capability: str,
    architecture: str,
    folder: str,
) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    for name in ("sm80", "sm90a", "sm120"):
        (tmp_path / "lib" / name).mkdir(parents=True)
        (tmp_path / "lib" / name / "a.cu").write_text("#include <torch/extension.h>\n")
    seen = {}

    def loader(command: list[str], env: dict[str, str], **_: object) -> SimpleNamespace:
        wanted = json.loads(command[-1])
        seen.update(wanted, archs=env["TORCH_CUDA_ARCH_LIST"])
        (Path(wanted["build_directory"]) / "_ops.so").touch()
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", loader)
    gpu = Device("a GPU", "580", capability, "13.0", Path("/usr/bin/nvcc"))
    extension.build_extensions(tmp_path, gpu)
    assert seen["archs"] == architecture
    assert seen["with_cuda"]  # a unit of host code that includes cuda.h is built alone, too
    assert [Path(path).parent.name for path in seen["sources"]] == [folder]


def test_several_are_built_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of four wait for each other, and share the six compilers that the user allows."""
    (tmp_path / "setup.py").write_text(
        "from torch.utils.cpp_extension import CUDAExtension\n"
        + "".join(f"CUDAExtension('kit._{name}', ['{name}.cu'])\n" for name in "abcd")
    )
    for name in "abcd":
        (tmp_path / f"{name}.cu").write_text("#include <torch/extension.h>\n")
    together, jobs, steps = Barrier(4, timeout=60), [], []

    def loader(command: list[str], env: dict[str, str], **_: object) -> SimpleNamespace:
        together.wait()
        wanted = json.loads(command[-1])
        jobs.append(env["MAX_JOBS"])
        (Path(wanted["build_directory"]) / f"{wanted['name']}.so").touch()
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", loader)
    monkeypatch.setenv("MAX_JOBS", "6")
    gpu = Device("a GPU", "580", "90", "13.0", Path("/usr/bin/nvcc"))
    built = extension.build_extensions(
        tmp_path, gpu, on_progress=lambda done, total: steps.append((done, total))
    )
    assert list(built) == ["kit._a", "kit._b", "kit._c", "kit._d"]
    assert jobs == ["1"] * 4
    assert steps == [(done, 4) for done in range(5)]


@pytest.mark.parametrize(
    ("stdout", "stderr", "told"),
    [
        ("1 error detected\na.cu(3): error: no\n", "", "a.cu(3): error: no"),
        ("[1/2] nvcc\n", "Traceback\nRuntimeError: no ninja\n\n", "RuntimeError: no ninja"),
        ("nvcc fatal   : Unsupported gpu\n", "ValueError: x\n", "nvcc fatal   : Unsupported gpu"),
        ("raise CalledProcessError(1)\nRuntimeError: no\n", "", "RuntimeError: no"),
        ("Killed\n\n", "", "Killed"),
        ("", "", "it said nothing and ended with 1"),
    ],
)
def test_one_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stdout: str, stderr: str, told: str
) -> None:
    (tmp_path / "setup.py").write_text(SETUP.replace('glob(f"lib/{arch}/*.cu")', "['a.cu']"))
    (tmp_path / "a.cu").write_text("#include <torch/extension.h>\n")
    said = SimpleNamespace(returncode=1, stdout=stdout, stderr=stderr)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: said)
    gpu = Device("a GPU", "580", "90", "13.0", Path("/usr/bin/nvcc"))
    with pytest.raises(PorterError, match=re.escape(f"PyTorch's loader: {told}")):
        extension.build_extensions(tmp_path, gpu)
