"""WRP16: cooperative groups where a project's own HIP side includes HIP's header of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

KERNELS = """\
#pragma once
#include <cuda_runtime.h>
#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_cooperative_groups.h>
#else
#include <cooperative_groups.h>
#endif
"""
UNIT = """\
#include "kernels.h"
namespace cg = cooperative_groups;
__global__ void last(float *x) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  x[0] = tile.shfl(x[threadIdx.x], 31);
}
"""


@pytest.mark.toolchain
def test_the_support_header_is_included_where_the_names_are_used(tmp_path: Path) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "unit.cu").write_text(UNIT)
    (source / "kernels.h").write_text(KERNELS)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    assert "cooperative_groups.hpp" in (port / "unit.cu").read_text()
    command = find().hip_command(port / "unit.cu", "gfx942", emit=Emit.SYNTAX)
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
