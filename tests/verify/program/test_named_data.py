"""Data files that a program names: where it runs, and what Git ignores and a port has not."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project.discover import discover
from porter.verify.program.named_data import NamedData
from tests.compile.tree import write_tree

from .unprepared import verdict

#: Doubles the number in a file that lies beside the sources.
READS = """\
#include <cstdio>
__global__ void twice(int *x) { *x *= 2; }
int main() {
  std::FILE *file = std::fopen("numbers.bin", "r");
  if (!file) return 1;
  int *x;
  cudaMallocManaged(&x, sizeof *x);
  if (std::fscanf(file, "%d", x) != 1) return 2;
  twice<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  std::printf("%d\\n", *x);
}
"""
CMAKE = """\
cmake_minimum_required(VERSION 3.18)
project(app LANGUAGES CXX CUDA)
add_executable(app app.cu)
"""


def data(tree: Path, files: dict[str, str]) -> NamedData:
    write_tree(tree, files)
    return NamedData(discover(tree))


def test_a_program_runs_where_a_file_is_that_it_names(tmp_path: Path) -> None:
    known = data(tmp_path, {"in/a.txt": "1", "deep/own.txt": "2", "app.cu": ""})
    found = known.of("deep/build/app", b"\0in/a.txt\0")
    assert found.place == "." and "in/a.txt is" in found.note
    assert known.of("deep/build/app", b"\0own.txt\0").place == "deep"
    assert known.of("deep/app", b"\0own.txt\0in/a.txt\0")[:2] == ("", "")


def test_sources_and_absent_files_are_no_data(tmp_path: Path) -> None:
    known = data(tmp_path, {"app.cu": "", "CMakeLists.txt": ""})
    assert known.of("build/app", b"\0app.cu\0CMakeLists.txt\0other.txt\0")[:2] == ("", "")


def test_files_that_git_ignores(tmp_path: Path) -> None:
    known = data(tmp_path, {".gitignore": "*.bin\n", "x/a.bin": "", "b.bin": "", "c.txt": ""})
    found = known.of("app", b"\0./x\0/a.bin\0c.txt\0")
    assert [one.path for one in found.unported] == ["x/a.bin"]


@pytest.mark.toolchain
def test_the_port_reads_what_git_ignores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {".gitignore": "*.bin\n", "numbers.bin": "21\n", "app.cu": READS}
    found = verdict(tmp_path, monkeypatch, {**files, "CMakeLists.txt": CMAKE})
    assert not (tmp_path / "port" / "numbers.bin").exists()
    assert found["passed"] and found["numbers"] == 1, found
