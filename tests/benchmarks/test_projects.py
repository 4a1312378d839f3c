"""Whole projects in the table of benchmarks: what is built by CMake is found and run."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.projects import Program, Reached, measure, projects

SCRIPT = """\
cmake_minimum_required(VERSION 3.21)
project(x LANGUAGES CUDA)
add_executable(run main.cu)
"""


@pytest.mark.toolchain
def test_a_program_built_by_cmake_runs_where_it_was_built(tmp_path: Path) -> None:
    (tmp_path / "up").mkdir()
    (tmp_path / "up/CMakeLists.txt").write_text(SCRIPT)
    (tmp_path / "up/main.cu").write_text("__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")
    program = Program("", build="cmake", run=("./run",))
    (outcome,) = measure(tmp_path / "up", "x", [program], ["gfx942"], "porter")
    assert (outcome.reached, outcome.reason) == (Reached.PASSED, "")


def test_the_table_names_each_program_once() -> None:
    for repository, (_, programs) in projects().items():
        labels = [one.label for one in programs]
        assert len(labels) == len(set(labels)), repository
