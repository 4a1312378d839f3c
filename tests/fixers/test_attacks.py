"""Texts that made a pattern go back for ever are read in no time."""

from __future__ import annotations

import time

import pytest

from tests.fixers.conftest import Convert

_RECIPE = "x: x.cu\n\tnvcc "


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Makefile", _RECIPE + '"' + "\\a" * 60 + "\n"),
        ("Makefile", _RECIPE + "$(" + "a(b)" * 60 + "\n"),
        ("Makefile", _RECIPE + "$(a " * 20_000 + "\n"),
        ("Makefile", _RECIPE + "${a " * 20_000 + "\n"),
        ("Makefile", "A = " + "gfxa" * 60 + "!\n" + _RECIPE + "-arch=$(A)\n"),
        ("Makefile", "export " * 20_000 + "\n"),
        ("a.cu", "#" + " " * 50_000 + "if\n" + "constexpr " * 20_000),
        ("a.cu", "template<" * 20_000 + "\ndim3 g(a, b);\n"),
        ("a.cu", "a<" * 20_000 + "k<<<1, 1>>>();\n"),
        ("a.cu", "__global__ void k() { " + "a<<<" * 1500 + " }\n"),
        ("requirements.txt", "torch==" * 20_000),
        ("requirements.txt", "numpy==1\n" * 50_000),
        ("build.sh", "nvcc a.cu\n" + "}" * 100_000),
        ("build.sh", ",nvcc" * 20_000),
        ("README.md", "nvcc a.cu\n" + "}" * 100_000),
        (
            "CMakePresets.json",
            '{"cacheVariables": {'
            + '"cacheVariables": {' * 700
            + '"CUDA": ['
            + "1," * 60_000
            + "1]}"
            + "}" * 701,
        ),
        ("a.py", "{{" * 20_000 + "\n'" + "{{" * 20_000 + " __global__ void k() {}'\n"),
    ],
)
def test_it_ends(converted: Convert, path: str, text: str) -> None:
    start = time.process_time()
    converted(text, path=path)
    assert time.process_time() - start < 15
