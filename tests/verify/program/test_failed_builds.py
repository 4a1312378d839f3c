"""Sources of builds that fail, or that make nothing of CUDA's, are programs by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.own_build.systems import System
from porter.project.settings.settings import ProjectSettings
from porter.verify.options import Ref
from porter.verify.program.discovery import found_programs
from porter.verify.program.found import FoundProgram
from tests.compile.tree import write_tree
from tests.verify.program.unprepared import verdict

KERNEL = "__global__ void f(int *x) { *x = 1; }\n"
PROGRAM = KERNEL + "int main() { f<<<1, 1>>>(nullptr); return cudaDeviceSynchronize(); }\n"
#: A build of all that wants a library.
FAILS = "all:\n\t$(CXX) nothing.cpp -lnot-there -o all\n"
MAKES_ONE = "one: one.cu\n\tnvcc $< -o $@\n"


def found(tree: Path, files: dict[str, str]) -> dict[str, FoundProgram]:
    write_tree(tree, files)
    cases = found_programs(ProjectSettings(tree, tree), Ref.CPU)
    return {one.source or one.run: one for one in cases}


def test_folders_without_build_files_in_a_collection_whose_own_fails(tmp_path: Path) -> None:
    cases = found(tmp_path, {
        "Makefile": FAILS,
        "snippets/one.cu": PROGRAM,
        "snippets/two.cu": PROGRAM,
        "snippets/kernel.cuh": KERNEL,
    })  # fmt: skip
    assert [*cases] == ["snippets/one.cu", "snippets/two.cu"]
    for case in cases.values():
        (why,) = case.notes
        assert why.startswith("compiled by itself: make in .: ") and not case.unusable


def test_a_build_that_failed_is_told_where_a_source_is_in_no_program(tmp_path: Path) -> None:
    files = {"Makefile": FAILS, "one.cu": PROGRAM, "library/kernel.cu": KERNEL}
    assert [*found(tmp_path, files)] == ["one.cu", "."]


def test_sources_that_a_program_includes_are_in_it(tmp_path: Path) -> None:
    program = '#include "kernel.cu"\n' + PROGRAM.removeprefix(KERNEL)
    files = {"Makefile": FAILS, "one.cu": program, "kernel.cu": KERNEL}
    assert [*found(tmp_path, files)] == ["one.cu"]


@pytest.mark.toolchain
def test_a_part_with_a_build_file_is_built_by_it(tmp_path: Path) -> None:
    cases = found(tmp_path, {
        "Makefile": FAILS,
        "part/Makefile": MAKES_ONE,
        "part/one.cu": PROGRAM,
        "part/old.cu": PROGRAM,  # its own build works, and leaves it out
        "two.cu": PROGRAM,
    })  # fmt: skip
    assert [*cases] == ["part/one", "two.cu"]
    assert cases["part/one"].notes[0].startswith("built by itself: make in .: ")


@pytest.mark.toolchain
def test_what_a_build_made_before_it_failed_is_not_tried_again(tmp_path: Path) -> None:
    makefile = "all: app one\n" + FAILS + "\napp: main.cu\n\tnvcc $< -o $@\n" + MAKES_ONE
    cases = found(tmp_path, {
        "Makefile": makefile,
        "main.cu": PROGRAM,  # of another name than its program
        "one.cu": PROGRAM,
        "other/two.cu": PROGRAM,
    })  # fmt: skip
    assert [*cases] == ["app", "one", "other/two.cu"]


@pytest.mark.toolchain
def test_a_failure_beside_programs_of_all_sources_stays(tmp_path: Path) -> None:
    makefile = "all: one\n" + FAILS + "\n" + MAKES_ONE
    assert [*found(tmp_path, {"Makefile": makefile, "one.cu": PROGRAM})] == ["one", "."]


#: CMake's of an IDE, whose sources are no one program.
OF_AN_IDE = """\
cmake_minimum_required(VERSION 3.18)
project(ide LANGUAGES CUDA CXX)
add_executable(ide one.cu part.cpp)
"""


@pytest.mark.toolchain
def test_make_builds_what_cmake_does_not(tmp_path: Path) -> None:
    files = {"one.cu": PROGRAM, "part.cpp": "int x = GONE;\n", "CMakeLists.txt": OF_AN_IDE}
    (case,) = found(tmp_path, {**files, "Makefile": MAKES_ONE}).values()
    assert (case.run, case.system) == ("one", System.MAKE)
    assert case.notes[0].startswith("built by make: cmake in .: ")


@pytest.mark.toolchain
def test_a_failure_of_cmake_stays_where_make_makes_nothing(tmp_path: Path) -> None:
    files = {"one.cu": KERNEL, "part.cpp": "int x = GONE;\n", "CMakeLists.txt": OF_AN_IDE}
    (case,) = found(tmp_path, {**files, "Makefile": FAILS}).values()
    assert "cmake in .: " in case.unusable


@pytest.mark.toolchain
def test_why_the_build_failed_is_told_of_what_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = PROGRAM.replace("int main()", "int main(int, gone)")
    told = verdict(tmp_path, monkeypatch, {"Makefile": FAILS, "one.cu": broken})
    assert "; compiled by itself: make in .: " in told["problem"]
    assert "unknown type name 'gone'" in told["problem"]
