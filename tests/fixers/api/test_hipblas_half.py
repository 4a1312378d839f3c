"""API20: a file that gets cuBLAS by a header of the project's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

CALL = "void f(cublasHandle_t h, __half *a) { cublasHgemm(h, %s); }\n"
GIVEN = "CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, a, a, 8, a, 8, a, a, 8"
DEFINED = "#ifndef HIPBLAS_USE_HIP_HALF\n#define HIPBLAS_USE_HIP_HALF\n#endif\n"


@pytest.mark.parametrize(
    ("common", "expected"),
    [
        ("#include <cublas_v2.h>\n", DEFINED),
        ("struct cublasContext;\ntypedef cublasContext *cublasHandle_t;\n", ""),
    ],
)
def test_the_macro_stands_in_front_of_it(tmp_path: Path, common: str, expected: str) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    (source / "common.h").write_text(common)
    (source / "a.cu").write_text('#include <vector>\n#include "common.h"\n' + CALL % GIVEN)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    text = (port / "a.cu").read_text()
    before = text.partition('#include "common.h"\n')[0]
    assert before.partition("#include <vector>\n")[2] == expected
