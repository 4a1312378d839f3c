"""CMake itself says whether its modules find what a port requires."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.trial.port import build_file_complaints

pytestmark = pytest.mark.skipif(
    None in map(shutil.which, ("cmake", "gcc", "g++")), reason="CMake cannot be asked here"
)
HEAD = "cmake_minimum_required(VERSION 3.18)\nproject(p LANGUAGES CXX)\n"


def told(root: Path, text: str, *, asks: bool = True) -> list[tuple[int, str, bool]]:
    (root / "CMakeLists.txt").write_text(HEAD + text)
    return [(one.line, one.message, one.is_local) for one in build_file_complaints(root, asks=asks)]


def test_what_no_module_finds(tmp_path: Path) -> None:
    text = "find_package(Threads REQUIRED)\nfind_package(DCMTK REQUIRED)\n"
    assert told(tmp_path, text) == [(4, "the package DCMTK is not here", True)]
    assert told(tmp_path, text, asks=False) == []


@pytest.mark.parametrize(
    "text",
    [
        "find_package(DCMTK)\n",
        "find_package(${WHICH} REQUIRED)\n",
        "find_package(Threads REQUIRED)\n",
        "find_package(MPI REQUIRED COMPONENTS Fortran)\n",
    ],
)
def test_what_may_be_well(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text) == []


def test_a_module_of_the_ports_own(tmp_path: Path) -> None:
    (tmp_path / "FindDCMTK.cmake").write_text("set(DCMTK_FOUND TRUE)\n")
    text = "set(CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR})\nfind_package(DCMTK REQUIRED)\n"
    assert told(tmp_path, text) == []
