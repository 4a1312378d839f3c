"""Properties of single sources in CMake's scripts: their language, and flags of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.read.cmake import CMakeReader
from porter.compile.read.unit import Language, Unit
from tests.compile.tree import names, write_tree

SCRIPT = "add_compile_options(-Wall)\nadd_library(kit a.cpp b.cpp)\n"


def read(folder: Path, more: str) -> dict[str, Unit]:
    texts = {"CMakeLists.txt": SCRIPT + more, **dict.fromkeys(("a.cpp", "b.cpp", "own.h"), "")}
    root = write_tree(folder, texts)
    reader = CMakeReader(root)
    reader.read_scripts(names(root))
    return {unit.source: unit for unit in reader.units()}


@pytest.mark.parametrize(
    ("command", "flags"),
    [
        (
            "set_property(SOURCE a.cpp APPEND PROPERTY COMPILE_OPTIONS "
            "--include=hip/hip_runtime.h)",
            ("-include", "hip/hip_runtime.h"),
        ),
        ("set_property(SOURCE a.cpp PROPERTY COMPILE_OPTIONS -g -O1)", ("-g", "-O1")),
        ('set_source_files_properties(a.cpp PROPERTIES COMPILE_OPTIONS "-g;-O1")', ("-g", "-O1")),
        ('set_source_files_properties(a.cpp PROPERTIES COMPILE_FLAGS "-g -O1")', ("-g", "-O1")),
        ('set_source_files_properties(a.cpp PROPERTIES COMPILE_DEFINITIONS "X;Y=1")',
         ("-DX", "-DY=1")),
        (
            "set_property(SOURCE a.cpp PROPERTY COMPILE_OPTIONS -g)\n"
            "set_property(SOURCE a.cpp APPEND PROPERTY COMPILE_OPTIONS -O1)",
            ("-g", "-O1"),
        ),
        (
            "set_property(SOURCE a.cpp PROPERTY COMPILE_OPTIONS -g)\n"
            "set_property(SOURCE a.cpp PROPERTY COMPILE_OPTIONS -O1)",
            ("-O1",),
        ),
        ("set_property(SOURCE a.cpp PROPERTY LABELS -g)", ()),
        ("set_property(SOURCE a.cpp PROPERTY)\nset_source_files_properties(a.cpp)", ()),
    ],
)  # fmt: skip
def test_a_source_has_flags_of_its_own(
    tmp_path: Path, command: str, flags: tuple[str, ...]
) -> None:
    units = read(tmp_path, command)
    assert units["a.cpp"].flags == ("-Wall", *flags)
    assert units["a.cpp"].refused == ()
    assert units["b.cpp"].flags == ("-Wall",)


def test_a_folder_of_headers(tmp_path: Path) -> None:
    units = read(tmp_path, "set_property(SOURCE b.cpp PROPERTY INCLUDE_DIRECTORIES inc)")
    assert units["b.cpp"].includes == (tmp_path / "inc",)
    assert units["a.cpp"].includes == ()


@pytest.mark.parametrize(
    "command",
    [
        "set_property(SOURCE a.cpp PROPERTY LANGUAGE HIP)",
        "set_source_files_properties(a.cpp PROPERTIES X 1 LANGUAGE CUDA)",
    ],
)
def test_a_source_has_a_language_of_its_own(tmp_path: Path, command: str) -> None:
    units = read(tmp_path, command)
    assert units["a.cpp"].language is Language.HIP
    assert units["b.cpp"].language is Language.CXX
