"""Folders of other people's code that hold CUDA which the project includes."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.run import analyze


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path, text in {
        "main.cu": '#include "external/csr/all.h"\n#include <json.h>\n__global__ void k() {}\n',
        "other.cu": '#include "beside.h"\n__global__ void l() {}\n',
        "beside.h": "__device__ int beside();\n",
        "external/csr/all.h": '#include "detail/device.h"\n#include "all.h"\n',
        "external/csr/detail/device.h": "#include <cuda_runtime.h>\n",
        "external/json/json.h": "#define JSON\n",
        "external/unused/u.h": "#include <cuda_runtime.h>\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def notes(tree: Path, *, vendored: bool = False) -> list[str]:
    told = analyze([tree], Options(), include_vendored=vendored).notes
    return [one for one in told if "CUDA code that" in one]


def test_cuda_code_that_is_included_and_not_converted_is_told(tree: Path) -> None:
    assert notes(tree) == [
        "external/csr/detail/device.h is CUDA code that the project includes (main.cu), and is not "
        "converted: --vendored converts it, without which the port does not compile"
    ]


def test_nothing_is_told_where_it_is_converted(tree: Path) -> None:
    assert notes(tree, vendored=True) == []
