"""What nvcc and g++ only warn about fails no unit of a port."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.driver import build
from porter.compile.report import BuildReport

from .tree import write_tree

pytestmark = pytest.mark.toolchain

NARROWS = """\
#include <hip/hip_runtime.h>
__global__ void halve(float2 *v, double y) { float2 both = {v->x, 0.5 * y}; *v = both; }
void on(float2 *v, unsigned long n) { int sizes[] = {n}; halve<<<sizes[0], 1>>>(v, 1.0); }
"""
#: clang warns about an infinity under -ffast-math, g++ does not.
WARNED_ABOUT = """\
#include <limits>
float most() { return std::numeric_limits<float>::infinity(); }
int f(unsigned long n) { int sizes[] = {n}; return sizes[0]; }
"""


def syntax(tmp_path: Path, files: dict[str, str]) -> BuildReport:
    return build(
        write_tree(tmp_path / "port", files), ["gfx942"], syntax_only=True,
        folder=tmp_path / "objects", jobs=1,
    )  # fmt: skip


def test_numbers_that_narrow_in_braces_are_a_warning(tmp_path: Path) -> None:
    report = syntax(tmp_path, {"a.hip": NARROWS})
    assert report.ok, [str(unit.error) for unit in report.units]


def test_a_host_units_warnings_are_those_of_its_own_compiler(tmp_path: Path) -> None:
    makefile = "a.o: a.cpp\n\t$(CXX) -Wall -Werror -ffast-math -c a.cpp\n"
    report = syntax(tmp_path, {"a.cpp": WARNED_ABOUT, "Makefile": makefile})
    assert report.ok, [str(unit.error) for unit in report.units]


def test_a_kernels_warnings_are_errors_where_the_port_says_so(tmp_path: Path) -> None:
    kernel = "#include <hip/hip_runtime.h>\n__global__ void k() { int unused = 0; }\n"
    makefile = "a.o: a.hip\n\thipcc -Wall -Werror -c a.hip\n"
    assert not syntax(tmp_path, {"a.hip": kernel, "Makefile": makefile}).ok
