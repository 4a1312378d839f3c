"""Headers that lie in folders which a build does not search."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.units import find_units
from porter.trial.unsearched import unsearched_headers

CMAKE = "cmake_minimum_required(VERSION 3.21)\nproject(app LANGUAGES CXX HIP)\n%s\n"


def told(root: Path, cmake: str, source: str = '#include "present.h"\n') -> list[tuple[int, str]]:
    files = {
        "CMakeLists.txt": CMAKE % cmake,
        "main.cpp": f"#include <hip/hip_runtime.h>\n{source}int main() {{}}\n",
        "lib/present.h": "int present();\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return [(one.line, one.message) for one in unsearched_headers(root, find_units(root))]


def test_a_folder_that_no_target_is_given(tmp_path: Path) -> None:
    what = "present.h lies in lib/, which the build does not search here"
    assert told(tmp_path, "add_executable(app main.cpp)") == [(2, what)]


@pytest.mark.parametrize(
    ("cmake", "source"),
    [
        ("include_directories(lib)\nadd_executable(app main.cpp)", '#include "present.h"\n'),
        ("add_executable(app main.cpp)", '#include "lib/present.h"\n'),
        ("add_executable(app main.cpp)", "#include <absent.h>\n"),
        ("", '#include "present.h"\n'),
    ],
    ids=["given", "beside", "nobody's", "no target"],
)
def test_others_are_not_told_of(tmp_path: Path, cmake: str, source: str) -> None:
    assert told(tmp_path, cmake, source) == []
