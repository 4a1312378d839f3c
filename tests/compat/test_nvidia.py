"""The names of the support headers on NVIDIA GPUs, where CUDA's own functions stand behind them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from porter.execute.nvidia.supplied import forwarding_header
from porter.tables.supplies import supplies

NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
STAND_IN = """\
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
"""


def test_every_name_is_handed_on() -> None:
    text = forwarding_header()
    for cuda, supply in supplies().items():
        if supply.port.startswith(b"porter::"):
            name = supply.port.removeprefix(b"porter::").decode()
            assert re.search(rf"\b{name}\(", text), cuda


@pytest.mark.toolchain
@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
@pytest.mark.parametrize("name", ["warp.cu", "cooperative_groups.cu"])
def test_ported_kernels_compile_for_nvidia(port, name: str, tmp_path: Path) -> None:
    (tmp_path / "hip").mkdir()
    for header in ("hip_runtime.h", "hip_fp16.h", "hip_bf16.h", "hip_cooperative_groups.h"):
        (tmp_path / "hip" / header).write_text(STAND_IN)
    (tmp_path / "names.hpp").write_text(forwarding_header())
    assert NVCC is not None
    command = [NVCC, "-std=c++17", "-arch=sm_80", "-x", "cu", "-D__hip_bfloat16=__nv_bfloat16"]
    command += [f"-I{tmp_path}", "-include", str(tmp_path / "names.hpp")]
    run = subprocess.run(
        [*command, "-ptx", "-o", str(tmp_path / "out.ptx"), str(port / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
