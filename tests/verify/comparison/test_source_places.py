"""Where sources are says nothing about results: both sides' places are compared as a port's."""

from __future__ import annotations

import time

import pytest

from porter.verify.comparison.volatile import masked


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("/tmp/a/src/sum.cu:131 no error", "sum.hip:<line> no error"),
        ("/home/b/port/sum.hip:133 no error", "sum.hip:<line> no error"),
        ("src/sum.cu(6): in the kernel", "sum.hip(<line>): in the kernel"),
        ("Error: ../kernels/sum.cuh:44, code: 1", "Error: sum.hip.hpp:<line>, code: 1"),
        ('File "x/io.cpp", line 31', 'File "io.cpp", line <line>'),
        ("no error in sum.cu at line 131", "no error in sum.hip at line <line>"),
        ("GPUassert: no error sum.cu 131", "GPUassert: no error sum.hip <line>"),
        ("error at line 5 in file sum.cu", "error at line <line> in file sum.hip"),
        ("at sum.cu - Line 12", "at sum.hip - Line <line>"),
        ("sum.cu[12]", "sum.hip[<line>]"),
        ("cannot open /tmp/a/data/in.txt for reading", "cannot open <folder>/in.txt for reading"),
    ],
)
def test_places_of_both_sides_are_one(line: str, kept: str) -> None:
    assert masked(line).text == kept


@pytest.mark.parametrize(
    "line",
    [
        "speed 3 km/h, half 1/2, at 12:30 o'clock",
        "see https://example.org/a/b",
        "a.h: 5.5, p.c = 7",
        "line 3 has 5 words",
        "read data/in.txt",
    ],
)
def test_results_are_not(line: str) -> None:
    assert masked(line).text == line


def test_a_line_of_its_own_names_the_line() -> None:
    found = masked("CUDA Error:\n  File:  a.cu\n  Line:  12\n  Code: 3\n  Line: 5")
    assert found.text == "CUDA Error:\n  File:  a.hip\n  Line:  <line>\n  Code: 3\n  Line: 5"
    assert found.lines == {"place in a source": [2, 3]}


@pytest.mark.parametrize(
    "text",
    [
        "/" * 100_000,
        "a.cu " * 30_000,
        "line 1 of " * 20_000 + "a/" * 20_000,
        ("line 5 in " + "a" * 300 + " ") * 1_000 + ".cu",
    ],
)
def test_long_lines_take_no_longer_than_they_are_long(text: str) -> None:
    start = time.process_time()
    masked(text)
    assert time.process_time() - start < 5
