"""A compiler that a build file names and nobody has here is stood in for."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.verify.program.absent_compilers import stand_in_for_absent_compilers
from tests.verify.program.test_absent_folders import PROGRAM
from tests.verify.program.unprepared import verdict


@pytest.fixture
def gnu(tmp_path: Path) -> str:
    """Return a PATH with a g++ that says its name, and nothing else."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "g++"
    program.write_text('#!/bin/sh\necho "g++ $@"\n')
    program.chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(
    "said",
    [
        "make: g++-9: No such file or directory",
        "make[1]: g++-9: Command not found",
        "/bin/sh: 1: g++-9: not found",
        "The CMAKE_CXX_COMPILER:\n\n    g++-9\n\n  is not a full path and was not found",
    ],
)
def test_messages(tmp_path: Path, gnu: str, said: str) -> None:
    folder = tmp_path / "compilers"
    done = stand_in_for_absent_compilers(said, folder, gnu)
    assert done == [f"g++-9 is not installed: {gnu}/g++ in its place"]
    ran = subprocess.run([folder / "g++-9", "a b"], capture_output=True, text=True, check=True)
    assert ran.stdout == "g++ a b\n"
    assert stand_in_for_absent_compilers(said, folder, gnu) == []


@pytest.mark.parametrize(
    "said",
    [
        "make: mpicxx: No such file or directory",
        "make: ./g++-9: No such file or directory",
        "make: my-g++-9: No such file or directory",
        "make: g++: No such file or directory",
        "g++-9: error: a.cpp: No such file or directory",
    ],
)
def test_others(tmp_path: Path, gnu: str, said: str) -> None:
    assert stand_in_for_absent_compilers(said, tmp_path / "compilers", gnu) == []


@pytest.mark.toolchain
def test_a_build_by_an_absent_clang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = (
        "CXX = clang++-3\napp: app.o main.o\n\t$(CXX) -o $@ $^ -L$(CUDA_PATH)/lib64 -lcudart\n"
        "app.o: app.cu\n\tnvcc -c -o $@ $<\nmain.o: main.cpp\n\t$(CXX) -c -o $@ $<\n"
    )
    files = {
        "Makefile": recipe,
        "app.cu": PROGRAM.replace("int main()", "void go()"),
        "main.cpp": "void go();\nint main() { go(); }\n",
    }
    found = verdict(tmp_path, monkeypatch, files)
    assert found["passed"] and found["numbers"] == 1
    assert "by itself" not in str(found), found
