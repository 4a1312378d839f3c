"""What failed in a build, and the rules that it concerns."""

from __future__ import annotations

import pytest

from porter.fixers.registry import rules
from porter.own_build.failures import failures
from porter.tables.build_failures import build_failures


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("clang++: error: unknown argument: '-gencode'", "BLD11"),
        ("make: nvcc: No such file or directory", "BLD10"),
        ("Could not find a package configuration file provided by \"CUDAToolkit\"", "BLD02"),
        ("/usr/bin/ld: cannot find -lcudart: No such file or directory", "BLD12"),
        ("a.cpp:1:10: fatal error: cuda_runtime.h: No such file or directory", "API14"),
        ("ld.lld: error: undefined hidden symbol: f(int)", "BLD15"),
        ("hip_runtime.h:64:2: error: Must define exactly one of __HIP_PLATFORM_AMD__", "BLD14"),
    ],
)  # fmt: skip
def test_causes(line: str, rule: str) -> None:
    (failure,) = failures(["make: *** [a] Error 1\n", line + "\n"])
    assert rule in failure.rules and failure.means


def test_every_rule_of_the_table_exists() -> None:
    known = {rule.id for rule in rules()}
    assert {rule for kind in build_failures() for rule in kind.rules} <= known


def test_each_cause_is_told_once_and_the_last_line_where_there_is_none() -> None:
    lines = [f"a.cu:{n}:1: error: no matching function for call to 'f'\n" for n in range(9)]
    assert len(list(failures(lines))) == 1
    assert [one.line for one in failures(["hello\n", "good-bye\n", "\n"])] == ["good-bye"]


def test_a_command_that_is_shown_is_no_failure() -> None:
    flags = "-D__HIP_PLATFORM_AMD__=1 -Wno-error=c++11-narrowing -c a.cu\n"
    shown = [f"[1/5] /opt/rocm/bin/hipcc {flags}", f"/opt/rocm/bin/hipcc {flags}", f"g++ {flags}"]
    said = "a.h:1:10: fatal error: 'glm/glm.hpp' file not found"
    assert [one.line for one in failures([*shown, said + "\n"])] == [said]
