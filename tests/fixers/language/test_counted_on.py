"""LNG01: what headers of a project use before the unit that reads them includes the runtime."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

UNIT = '#include "check.h"\n#include <cuda_runtime.h>\n__global__ void k() {}\n'
RUNTIME = "#include <hip/hip_runtime.h>\n"


@pytest.mark.parametrize(
    ("header", "is_added"),
    [
        ("inline void check(cudaError_t e) {}\n", True),
        ("#ifdef __HIP__\ninline void check(hipError_t e) {}\n#endif\n", True),
        ('#include "more.h"\n', True),
        ("#include <cuda_runtime_api.h>\ninline void check(cudaError_t e) {}\n", False),
        ("// cudaError_t is not used here\nint f();\n", False),
    ],
)
def test_headers_that_nvcc_had_the_runtime_in_front_of(
    tmp_path: Path, header: str, is_added: bool
) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "unit.cu").write_text(UNIT)
    (source / "check.h").write_text(header)
    (source / "more.h").write_text("void more(dim3 size);\n")
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "unit.cu").read_text()
    assert text == (RUNTIME if is_added else "") + UNIT.replace("cuda_r", "hip/hip_r")


def test_a_header_of_the_folder_that_is_searched(tmp_path: Path) -> None:
    """Its folder may be called as CUDA's are, `cumine/`."""
    source, port = tmp_path / "source", tmp_path / "port"
    (source / "include" / "cumine").mkdir(parents=True)
    (source / "src").mkdir()
    unit = UNIT.replace("check.h", "cumine/check.h")
    (source / "src" / "unit.cu").write_text(unit)
    header = '#include "cumine/more.h"\n#include "cutools.h"\n#define HD __host__ __device__\n'
    (source / "include" / "cumine" / "check.h").write_text(header)
    (source / "include" / "cumine" / "cutools.h").write_text("int tools();\n")
    (source / "include" / "cumine" / "more.h").write_text("int more();\n")
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "src" / "unit.cu").read_text()
    assert text == RUNTIME + unit.replace("cuda_r", "hip/hip_r")
