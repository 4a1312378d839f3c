"""WRP37: a project's own switch for HIP's warp functions stands in front of HIP's headers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

VENDORS = """\
#pragma once
#if defined(__HIP_PLATFORM_AMD__)
#include <hip/hip_version.h>
#if HIP_VERSION_MAJOR < 7
#define HIP_ENABLE_WARP_SYNC_BUILTINS
#endif
#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
#else
#include <cuda_bf16.h>
#endif
"""
UNIT = """\
#include "vendors.h"
__global__ void last(float *x) { x[0] = __shfl_down_sync(0xffffffff, x[threadIdx.x], 31); }
"""


def port_of(folder: Path, options: Options) -> Path:
    source, port = folder / "source", folder / "port"
    source.mkdir()
    (source / "unit.cu").write_text(UNIT)
    (source / "vendors.h").write_text(VENDORS)
    write_port([source], options, Destination(OutputMode.OUT, port))
    return port / "unit.cu"


@pytest.mark.toolchain
def test_it_stands_in_front_and_the_unit_compiles(tmp_path: Path) -> None:
    unit = port_of(tmp_path, Options())
    text = unit.read_text()
    assert text.count("#define HIP_ENABLE_WARP_SYNC_BUILTINS\n") == 1
    assert text.index("#define HIP_ENABLE_WARP_SYNC_BUILTINS") < text.index("#include")
    command = find().hip_command(unit, "gfx942", emit=Emit.SYNTAX)
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_rocm_7_needs_none(tmp_path: Path) -> None:
    assert "WARP_SYNC_BUILTINS" not in port_of(tmp_path, Options(rocm=(7, 0))).read_text()
