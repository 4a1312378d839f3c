"""GCC's own options: g++ takes every one, and clang knows none of them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from porter.tables.gcc_options import gcc_options, is_gccs_own
from porter.toolchain.discovery import find

_REFUSED = re.compile(r"unknown argument:? '([^']+)'")


def every_option() -> list[str]:
    """Return the options, with a value where they take one."""
    table = gcc_options()
    return sorted(table.whole) + [f"{name}1" for name in table.valued]


def said(folder: Path, compiler: str, flags: Sequence[str]) -> str:
    command = [compiler, *flags, os.devnull]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stderr


@pytest.mark.toolchain
def test_clang_knows_none(tmp_path: Path) -> None:
    clang = find().clang
    answer = said(
        tmp_path, str(clang), ["-###", "-x", "hip", "-nogpulib", "-nogpuinc", *every_option()]
    )
    assert set(_REFUSED.findall(answer)) == set(every_option())


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_gcc_knows_all(tmp_path: Path) -> None:
    answer = said(tmp_path, "g++", ["-fsyntax-only", "-x", "c++", *every_option()])
    assert "unrecognized command-line option" not in answer


@pytest.mark.parametrize("word", ["-fconcepts", "-fno-gcse-lm", "-fabi-version=11"])
def test_of_gcc(word: str) -> None:
    assert is_gccs_own(word)


@pytest.mark.parametrize("word", ["-fopenmp", "-fPIC", "-Wall", "-fabi", "-O3", "concepts"])
def test_of_both(word: str) -> None:
    assert not is_gccs_own(word)
