"""The first error of a log, and where in the port it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.errors import CompileError, errors, first_error

ROOT = Path("/port")


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        (
            "/port/a.cu:3:5: warning: unused\n/port/a.cu:7:9: error: use of undeclared 'x'\n"
            "/port/a.cu:9:9: error: another\n",
            CompileError("a.cu", 7, "use of undeclared 'x'"),
        ),
        (
            "In file included from /port/src/a.cu:1:\n"
            "/port/inc/b.h:2:10: fatal error: 'cub/cub.cuh' file not found\n",
            CompileError("inc/b.h", 2, "'cub/cub.cuh' file not found"),
        ),
        (
            "clang++: error: unsupported option '-foo' for target 'x86_64'\n",
            CompileError("", 0, "unsupported option '-foo' for target 'x86_64'"),
        ),
        (
            "ld.lld: error: undefined symbol: f()\n",
            CompileError("", 0, "undefined symbol: f()"),
        ),
        ("Killed\n", CompileError("", 0, "Killed")),
        ("", CompileError("", 0, "the compiler failed without a word")),
    ],
)
def test_first_error(log: str, expected: CompileError) -> None:
    assert first_error(log, ROOT) == expected


def test_an_error_in_a_librarys_header_leads_to_the_port() -> None:
    log = (
        "In file included from /port/a.cu:1:\n"
        "/rocm/hip/warp.h:248:3: error: static assertion failed: The mask must be 64-bit\n"
        "/port/r.cuh:52:15: note: in instantiation of function template 'shfl' requested here\n"
        "/port/a.cu:9:3: note: in instantiation of function template 'reduce' requested here\n"
        "/port/a.cu:30:1: error: another\n"
    )
    error = first_error(log, ROOT)
    assert (error.file, error.line, error.header) == ("r.cuh", 52, "/rocm/hip/warp.h:248")


def test_or_to_the_include_that_led_there() -> None:
    log = (
        "In file included from /port/a.cu:4:\n"
        "In file included from /torch/ATen/x.h:1:\n"
        "/torch/c10/y.h:10:10: fatal error: 'cuda.h' file not found\n"
    )
    error = first_error(log, ROOT)
    assert (error.file, error.line, error.header) == ("a.cu", 4, "/torch/c10/y.h:10")


def test_that_a_compiler_stops_is_no_error_of_its_own() -> None:
    log = "a.cu:1:2: error: bad\nfatal error: too many errors emitted, stopping now\n"
    assert [one.message for one in errors(log, ROOT)] == ["bad"]
