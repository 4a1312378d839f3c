"""Headers that sources include and that are not converted with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.run import analyze

SOURCE = """#include "../common/h.h"
#include "beside.h"
#include <cuda_runtime.h>
#include "not_there.h"
__global__ void k() {}
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("part", "common"):
        (tmp_path / name).mkdir()
    (tmp_path / "part" / "x.cu").write_text(SOURCE)
    (tmp_path / "part" / "beside.h").write_text("#define BESIDE\n")
    (tmp_path / "common" / "h.h").write_text("#define COMMON\n")
    return tmp_path


def notes(*sources: Path) -> list[str]:
    return [one for one in analyze(sources, Options()).notes if "is included" in one]


def test_a_header_outside_of_the_folder_is_told(tree: Path) -> None:
    assert notes(tree / "part") == [
        "../common/h.h is included (x.cu) and not among the files to convert: "
        "convert the folder that holds it, too"
    ]


def test_a_file_by_itself_has_neighbours(tree: Path) -> None:
    outside, beside = notes(tree / "part" / "x.cu")
    assert outside.startswith("../common/h.h is included")
    assert beside.startswith("beside.h is included")


def test_nothing_is_told_where_all_is_converted(tree: Path) -> None:
    assert notes(tree) == []
    assert notes(tree / "part", tree / "common") == []
