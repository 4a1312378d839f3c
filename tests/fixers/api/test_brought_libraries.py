"""hipBLAS and hipSPARSE are included where cuSOLVER's headers brought CUDA's."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

HEADER = "#include <cusolverDn.h>\n"


def ported(folder: Path, **files: str) -> dict[str, str]:
    for name, text in files.items():
        (folder / "src").mkdir(exist_ok=True)
        (folder / "src" / name.replace("_", ".")).write_text(text)
    out = folder / "src_hip"
    write_port([folder / "src"], Options(), Destination(OutputMode.OUT, out))
    return {name: (out / name.replace("_", ".")).read_text() for name in files}


@pytest.mark.parametrize(
    "use", ["cublasHandle_t h;\n", "void f() { auto d = cublasDtrsm; }\n", "cublasStatus_t s;\n"]
)
def test_the_header_stands_behind_the_one_that_brought_it(tmp_path: Path, use: str) -> None:
    text = ported(tmp_path, a_cu=HEADER + use)["a_cu"]
    assert text.startswith("#include <hipsolver/hipsolver.h>\n#include <hipblas/hipblas.h>\n")


def test_a_header_of_the_projects_brings_it(tmp_path: Path) -> None:
    unit = '#include <vector>\n#include "own.h"\ncublasHandle_t h;\n'
    text = ported(tmp_path, a_cu=unit, own_h=HEADER)
    assert text["a_cu"].startswith("#include <hipblas/hipblas.h>\n")
    assert "hipblas.h" not in text["own_h"]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADER}void f(cusolverDnHandle_t h);\n",
        f"{HEADER}auto fill = CUBLAS_FILL_MODE_LOWER;\n",  # hipSOLVER declares it
        "#include <cuda_runtime.h>\nvoid f(cublasHandle_t h);\n",
    ],
)
def test_others_get_none(tmp_path: Path, text: str) -> None:
    assert "hipblas/" not in ported(tmp_path, a_cu=text)["a_cu"]


def test_what_is_included_already_is_enough(tmp_path: Path) -> None:
    text = ported(tmp_path, a_cu=f"#include <cublas_v2.h>\n{HEADER}cublasHandle_t h;\n")["a_cu"]
    assert text.count("hipblas/hipblas.h") == 1
