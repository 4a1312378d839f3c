"""LNG58: HIP's 8-bit floats in front of `using namespace hipcub`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

UNIT = """\
#include <cub/cub.cuh>
using namespace cub;
#include "common.cuh"
__global__ void sum(float *x) { *x = BlockReduce<float, 64>().Sum(*x); }
"""


def port_of(folder: Path, unit: str, header: str) -> Path:
    source, port = folder / "source", folder / "port"
    source.mkdir()
    (source / "unit.cu").write_text(unit)
    (source / "common.cuh").write_text(header)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    return port / "unit.cu"


@pytest.mark.parametrize(
    ("unit", "header", "is_wanted"),
    [
        (UNIT, "#include <cuda_fp8.h>\n", True),
        (
            UNIT.replace('#include "', '#endif\n#include "').replace(
                "#include <cub", "#ifdef CUB\n#include <cub", 1
            ),
            "#include <cuda_fp8.h>\n",
            True,
        ),
        (UNIT, "#include <cuda_fp16.h>\n", False),
        (UNIT.replace("using namespace cub;\n", ""), "#include <cuda_fp8.h>\n", False),
    ],
)
def test_where_a_header_behind_the_directive_brings_them(
    tmp_path: Path, unit: str, header: str, is_wanted: bool
) -> None:
    text = port_of(tmp_path, unit, header).read_text()
    before, _, _ = text.partition("#include <hipcub/hipcub.hpp>")
    assert ("#include <hip/hip_fp8.h>" in before) is is_wanted


@pytest.mark.toolchain
def test_it_compiles(tmp_path: Path) -> None:
    unit = port_of(tmp_path, UNIT, "#include <cuda_fp8.h>\n")
    command = find().hip_command(unit, "gfx942", emit=Emit.SYNTAX)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
