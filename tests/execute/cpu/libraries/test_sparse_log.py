"""cuSPARSE's log: who is told what, at which level."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .handles import handle_by

pytestmark = pytest.mark.toolchain

CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
INVALID_VALUE, NOT_INITIALIZED = 3, 1


@pytest.fixture
def told(sparse_library: ctypes.CDLL) -> Iterator[list[tuple[int, str, str]]]:
    """What the log tells a callback while the test runs."""
    lines: list[tuple[int, str, str]] = []

    @CALLBACK
    def listen(level: int, function: bytes, message: bytes) -> None:
        lines.append((level, function.decode(), message.decode()))

    assert sparse_library.cusparseLoggerSetCallback(listen) == 0
    yield lines
    assert sparse_library.cusparseLoggerSetLevel(0) == 0
    assert sparse_library.cusparseLoggerSetCallback(None) == 0


def mistaken(library: ctypes.CDLL) -> None:
    """Ask for a size without a place for it, and with no handle."""
    words = [0, *[None] * 5, 0, 0]
    handle = handle_by(library.cusparseCreate)
    assert library.cusparseSpMV_bufferSize(handle, *words, None) == INVALID_VALUE
    assert library.cusparseSpMV_bufferSize(None, *words, None) == NOT_INITIALIZED
    library.hipsparseSpMV_bufferSize(handle, *words, None)  # has no log
    assert library.cusparseDestroy(handle) == 0


def test_levels(sparse_library: ctypes.CDLL, told: list[tuple[int, str, str]]) -> None:
    name, values = "cusparseSpMV_bufferSize", {}
    for level in range(6):
        assert sparse_library.cusparseLoggerSetLevel(level) == 0
        told.clear()
        mistaken(sparse_library)
        values[level] = [line[:2] for line in told]
    assert values[0] == []
    assert values[1] == values[4] == [(1, name), (1, name)]
    assert values[5] == [(5, name), (1, name), (5, name), (1, name)]
    assert "invalid" in told[1][2] and "initialization" in told[3][2]


def test_masks(sparse_library: ctypes.CDLL, told: list[tuple[int, str, str]]) -> None:
    for mask, levels in ((0, set()), (1, {1}), (16, {5}), (31, {1, 5}), (14, set())):
        assert sparse_library.cusparseLoggerSetMask(mask) == 0
        told.clear()
        mistaken(sparse_library)
        assert {line[0] for line in told} == levels
    for wrong in (-1, 32):
        assert sparse_library.cusparseLoggerSetMask(wrong) == INVALID_VALUE
        assert sparse_library.cusparseLoggerSetLevel(wrong) == INVALID_VALUE


#: A log of its own, which can be ended once and for all.
PROGRAM = """
import ctypes, sys
library, path = ctypes.CDLL(sys.argv[1]), sys.argv[2]
def call():
    library.cusparseSpMV_bufferSize(None, 0, *[None] * 5, 0, 0, None)
call()
assert library.cusparseLoggerOpenFile(b"/no/such/folder/file") == 3
assert library.cusparseLoggerOpenFile(path.encode()) == 0
call()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fopen((path + ".own").encode(), b"w"))
assert library.cusparseLoggerSetFile(None) == 3
assert library.cusparseLoggerSetFile(file) == 0
call()
assert library.cusparseLoggerForceDisable() == 0
assert library.cusparseLoggerSetLevel(5) == 0
call()
"""


@pytest.mark.parametrize("variable", ["CUSPARSE_LOG_LEVEL=1", "CUSPARSE_LOG_MASK=1"])
def test_files(sparse_library: ctypes.CDLL, tmp_path: Path, variable: str) -> None:
    name, _, value = variable.partition("=")
    paths = [tmp_path / "first", tmp_path / "log", tmp_path / "log.own"]
    subprocess.run(
        [sys.executable, "-c", PROGRAM, sparse_library._name, str(paths[1])],
        env={name: value, "CUSPARSE_LOG_FILE": str(paths[0])}, check=True,
    )  # fmt: skip
    for path in paths:
        [line] = path.read_text().splitlines()
        assert "[Error][cusparseSpMV_bufferSize]" in line
