"""Headers of export macros, as CMake generates them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from porter.compile.extensions import torch_extensions
from porter.compile.read.cmake import CMakeReader
from porter.compile.read.configured import configured_headers
from porter.files.real_path import real_path
from tests.compile.tree import names, write_tree

HEAD = """\
cmake_minimum_required(VERSION 3.18)
project(Thing LANGUAGES CXX)
include(GenerateExportHeader)
add_library(my_kit SHARED kit.cpp)
"""
CALLS = {
    "generate_export_header(my_kit)\n": "my_kit_export.h",
    "generate_export_header(my_kit BASE_NAME KIT EXPORT_FILE_NAME "
    "${CMAKE_CURRENT_BINARY_DIR}/include/kit/exports.h)\n": "include/kit/exports.h",
    "generate_export_header(my_kit EXPORT_MACRO_NAME KIT_API NO_EXPORT_MACRO_NAME KIT_LOCAL "
    "DEPRECATED_MACRO_NAME KIT_OLD STATIC_DEFINE KIT_STATIC PREFIX_NAME A_)\n": "my_kit_export.h",
}
_DEFINED = re.compile(r"#[ \t]*define[ \t]+(\w+)[ \t]*(.*)")


def defined(text: str) -> dict[str, set[str]]:
    """Return the macros of a header with what they stand for, whatever their spacing."""
    found: dict[str, set[str]] = {}
    for name, value in _DEFINED.findall(text):
        if not name.endswith(("_H", "_NO_DEPRECATED")):
            found.setdefault(name, set()).add(re.sub(r"\s", "", value))
    return found


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.skipif(shutil.which("cmake") is None, reason="compares with CMake")
def test_macros_are_those_of_cmake(tmp_path: Path, call: str) -> None:
    root = write_tree(tmp_path / "tree", {"CMakeLists.txt": HEAD + call, "kit.cpp": ""})
    build = tmp_path / "build"
    command = ["cmake", "-S", str(root), "-B", str(build)]
    subprocess.run(command, check=True, capture_output=True)
    reader = CMakeReader(root)
    reader.read_scripts(names(root))
    (made,) = configured_headers(root, reader.configured, reader.exported)
    assert made.path == CALLS[call]
    assert defined(made.text) == defined((build / made.path).read_text())


def test_the_units_of_an_extension_find_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    made = "find_package(Torch)\nadd_library(kit SHARED kit.cu)\ntarget_link_libraries(kit torch)\n"
    call = 'generate_export_header(kit EXPORT_FILE_NAME "kit/exports.h")\n'
    files = {"CMakeLists.txt": made + call, "kit.cu": '#include "kit/exports.h"\n'}
    root = write_tree(tmp_path / "tree", files)
    (unit,) = torch_extensions(root)["kit"]
    (folder,) = unit.includes
    assert folder.is_relative_to(real_path(tmp_path / "home"))
    assert "KIT_EXPORT" in (folder / "kit/exports.h").read_text()
    assert not (root / "kit").exists()
