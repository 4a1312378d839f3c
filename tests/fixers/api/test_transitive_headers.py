"""API19: a header of Thrust that comes with CUDA's others is included where the file uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.fixers import Context
from porter.fixers.api.transitive_headers import rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.languages import Language
from porter.tables.names import load
from porter.testing import convert

USE = b'#include "vectors.h"\nvoid f(Vector &v) { thrust::sort(v.begin(), v.end()); }\n'
HEADER = (
    "#pragma once\n#include <thrust/device_vector.h>\nusing Vector = thrust::device_vector<int>;\n"
)


def ported(root: Path, path: str, data: bytes) -> str:
    file = SourceFile(path, data, Language.CUDA, root=root)
    return convert(file, Context(Options(), load("hip")), [rule]).data.decode()


def test_a_header_of_the_project_may_bring_it(tmp_path: Path) -> None:
    (tmp_path / "vectors.h").write_text(HEADER)
    (tmp_path / "a.cu").write_bytes(USE)
    assert ported(tmp_path, "a.cu", USE).startswith("#include <thrust/sort.h>\n")


@pytest.mark.parametrize("more", ["#include <thrust/sort.h>\n", ""])
def test_what_is_included_or_does_not_come_is_not_added(tmp_path: Path, more: str) -> None:
    header = HEADER + more if more else HEADER.replace("device_vector.h", "tuple.h")
    (tmp_path / "vectors.h").write_text(header)
    (tmp_path / "a.cu").write_bytes(USE)
    assert ported(tmp_path, "a.cu", USE) == USE.decode()


def test_units_of_the_host_include_what_they_name(tmp_path: Path) -> None:
    (tmp_path / "vectors.h").write_text(HEADER)
    (tmp_path / "a.cpp").write_bytes(USE)
    assert ported(tmp_path, "a.cpp", USE) == USE.decode()
