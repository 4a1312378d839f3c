"""What PyTorch's loader is told to build an extension for."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

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
