"""What compilers say of the units of a port is told once a cause."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.compile.feedback.one_cause import one_cause
from tests.trial.test_findings import findings

pytestmark = pytest.mark.toolchain
GCC = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


@pytest.fixture
def src(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "a.cu").write_text("__global__ void k(int *p) { *p = 1; }\nint main() {}\n")
    return folder


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("use of undeclared identifier 'N'", "unknown type name 'N'"),
        ("no matching function for call to 'f<int>'", "no matching function for call to 'f<long>'"),
        ("\u2018N\u2019 was not declared in this scope", "use of undeclared identifier 'N'"),
    ],
)
def test_errors_of_one_cause(one: str, other: str) -> None:
    assert one_cause(one) == one_cause(other)


def test_another_name_is_another_cause() -> None:
    one, other = (f"use of undeclared identifier '{name}'" for name in "NM")
    assert one_cause(one) != one_cause(other)


def test_a_cause_is_one_finding_that_names_all_places(src: Path) -> None:
    """Of what is met in two units at three places."""
    (src / "a.cu").write_text("int f() {\n  int b = N;\n  return N;\n}\nint main() {}\n")
    (src / "b.cu").write_text("N g() {}\n")
    (src / "Makefile").write_text("app: a.cu b.cu\n\tnvcc a.cu b.cu -o app\n")
    found = [one for one in findings(src, "--check-build") if one[1] == "FND02"]
    said = "clang refuses the port: use of undeclared identifier 'N'"
    assert found == [
        ("a.cu", "FND02", "error", 2, f"{said}, and at 2 other places: a.cu:3, b.cu:1")
    ]


def test_an_option_of_gccs_is_told_where_hips_compiler_is_given_it(src: Path) -> None:
    (src / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\n"
        "set(WARN -Wall -fconcepts)\nadd_compile_options(${WARN})\nadd_executable(a a.cu)\n"
    )
    found = [one for one in findings(src, "--check-build") if "GCC alone" in one[-1]]
    what = "HIP's compiler is given what GCC alone knows: -fconcepts"
    assert found == [("CMakeLists.txt", "FND03", "error", 3, what)]


@GCC
def test_c_is_checked_by_the_compiler_that_builds_it(src: Path) -> None:
    """gcc takes a function that nothing declares, which clang does not."""
    (src / "h.c").write_text(
        "#include <cuda_runtime.h>\n"
        "int f(cudaEvent_t e) {\n  undeclared();\n  return cudaEventRecord(e);\n}\n"
    )
    (src / "Makefile").write_text("app: h.o\n\tnvcc h.o -o app\nh.o: h.c\n\tgcc -c h.c\n")
    found = [one for one in findings(src, "--check-build") if one[1] == "FND02"]
    assert [one[:4] for one in found] == [("h.c", "FND02", "error", 4)]
    assert found[0][4].startswith("gcc refuses the port: too few arguments")


@GCC
def test_c_of_cmake_has_the_standard_of_c(src: Path) -> None:
    (src / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.18)\nproject(p LANGUAGES C CXX CUDA)\n"
        "set(CMAKE_C_STANDARD 90)\nset(CMAKE_CXX_STANDARD 17)\nadd_executable(p h.c a.cu)\n"
    )
    (src / "h.c").write_text("int f(void) { for (int i = 0; i < 2; i++); return 0; }\n")
    found = [one for one in findings(src, "--check-build") if one[1] == "FND02"]
    assert [one[:4] for one in found] == [("h.c", "FND02", "error", 1)]


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_what_gcc_takes_of_its_own_units_is_well(src: Path) -> None:
    """clang refuses alignment that is written in front of a type; the build does not ask it."""
    (src / "b.cpp").write_text(
        "#include <vector>\nstd::vector<alignas(64) int> v;\nint main() {}\n"
    )
    (src / "Makefile").write_text("app: b.cpp\n\tg++ b.cpp -o app\n")
    assert [one for one in findings(src, "--check-build") if one[0] == "b.cpp"] == []


def test_what_a_build_may_leave_out_is_no_error(src: Path) -> None:
    (src / "b.cu").write_text("int g() { return N; }\n")
    (src / "c.cu").write_text("int g() { return M; }\n")
    (src / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\n"
        "add_executable(a a.cu)\nif(WITH_B)\n  add_library(b b.cu)\nendif()\n"
        "if(USE_CUDA)\n  add_library(c c.cu)\nendif()\n"
    )
    found = [one for one in findings(src, "--check-build") if one[1] == "FND02"]
    assert [one[:4] for one in found] == [
        ("b.cu", "FND02", "warning", 1),
        ("c.cu", "FND02", "error", 1),
    ]
