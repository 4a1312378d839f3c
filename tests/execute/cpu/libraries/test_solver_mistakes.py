"""What hipSOLVER and cuSOLVER answer to mistakes, and what their handles and settings hold."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .handles import handle_by

pytestmark = pytest.mark.toolchain

A = np.eye(4, order="F")
WHERE, INFO = ctypes.c_void_p(A.ctypes.data), np.zeros(1, "i4")
STATUS = ctypes.c_void_p(INFO.ctypes.data)
NO_HANDLE, BAD_VALUE = 1, 3
PREFIXES = {
    "hipsolver": {"lower": 122, "enumerator": 10, "unsupported": 7, "deterministic": 241},
    "hipsolverDn": {"lower": 122, "enumerator": 10, "unsupported": 7, "deterministic": 241},
    "cusolverDn": {"lower": 0, "enumerator": 3, "unsupported": 9, "deterministic": 1},
}


@pytest.fixture(params=PREFIXES)
def prefix(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def handle(solver: ctypes.CDLL, prefix: str) -> Any:
    return handle_by(getattr(solver, f"{prefix}Create"))


def test_calls(solver: ctypes.CDLL, prefix: str, handle: Any) -> None:
    codes = PREFIXES[prefix]
    size = ctypes.c_int()
    ask = getattr(solver, f"{prefix}Dpotrf_bufferSize")
    lower = codes["lower"]
    assert ask(handle, lower, -1, WHERE, 4, ctypes.byref(size)) == BAD_VALUE
    assert ask(handle, lower, 4, WHERE, 4, None) == BAD_VALUE
    assert ask(None, lower, 4, WHERE, 4, ctypes.byref(size)) == NO_HANDLE
    factor = getattr(solver, f"{prefix}Dpotrf")
    good = [lower, 4, WHERE, 4, WHERE, 1, STATUS]
    for place, wrong, expected in (
        (0, 99, codes["enumerator"]),
        (1, -4, BAD_VALUE),
        (2, None, BAD_VALUE),
        (3, 3, BAD_VALUE),
    ):
        changed = [*good]
        changed[place] = wrong
        assert factor(handle, *changed) == expected, place
    assert factor(None, *good) == NO_HANDLE
    assert factor(ctypes.c_void_p(64), *good) == NO_HANDLE
    assert factor(handle, *good) == 0


def test_handles_end_once(solver: ctypes.CDLL, prefix: str, handle: Any) -> None:
    destroy = getattr(solver, f"{prefix}Destroy")
    assert [destroy(handle), destroy(handle)] == [0, NO_HANDLE]
    assert getattr(solver, f"{prefix}Create")(None) == BAD_VALUE


def test_settings(solver: ctypes.CDLL, prefix: str, handle: Any) -> None:
    codes, stream, mode = PREFIXES[prefix], ctypes.c_void_p(9), ctypes.c_int()
    assert getattr(solver, f"{prefix}SetStream")(handle, None) == 0
    assert getattr(solver, f"{prefix}GetStream")(handle, ctypes.byref(stream)) == 0
    assert stream.value is None
    assert getattr(solver, f"{prefix}SetStream")(handle, ctypes.c_void_p(64)) == BAD_VALUE
    assert getattr(solver, f"{prefix}SetDeterministicMode")(handle, codes["deterministic"] + 1) == 0
    assert getattr(solver, f"{prefix}GetDeterministicMode")(handle, ctypes.byref(mode)) == 0
    assert mode.value == codes["deterministic"] + 1
    assert getattr(solver, f"{prefix}SetDeterministicMode")(handle, 9) == codes["enumerator"]


@pytest.mark.parametrize(("name", "stem"), [("Syevj", "syevj"), ("Gesvdj", "gesvdj")])
def test_what_jacobis_methods_are_told(
    solver: ctypes.CDLL, prefix: str, handle: Any, name: str, stem: str
) -> None:
    info, sweeps, residual = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_double(9)
    assert getattr(solver, f"{prefix}Create{name}Info")(ctypes.byref(info)) == 0
    assert getattr(solver, f"{prefix}X{stem}SetTolerance")(info, ctypes.c_double(1e-7)) == 0
    assert getattr(solver, f"{prefix}X{stem}SetMaxSweeps")(info, 15) == 0
    assert getattr(solver, f"{prefix}X{stem}SetMaxSweeps")(info, -1) == BAD_VALUE
    assert getattr(solver, f"{prefix}X{stem}SetSortEig")(info, 0) == 0
    assert getattr(solver, f"{prefix}X{stem}GetSweeps")(handle, info, ctypes.byref(sweeps)) == 0
    assert getattr(solver, f"{prefix}X{stem}GetResidual")(handle, info, ctypes.byref(residual)) == 0
    assert (sweeps.value, residual.value) == (1, 0)
    assert getattr(solver, f"{prefix}X{stem}GetSweeps")(None, info, ctypes.byref(sweeps)) == 1
    end = getattr(solver, f"{prefix}Destroy{name}Info")
    assert [end(info), end(info)] == [0, BAD_VALUE]


def test_what_cusolver_does_not_do(solver: ctypes.CDLL) -> None:
    handle, info = ctypes.c_void_p(), ctypes.c_void_p()
    assert solver.cusolverDnCreate(ctypes.byref(handle)) == 0
    assert solver.cusolverDnCreateGesvdjInfo(ctypes.byref(info)) == 0
    wide = (ctypes.c_char(b"N"), ctypes.c_char(b"N"), 2, 4, WHERE, 2, WHERE, None, 2, None, 4)
    assert solver.cusolverDnDgesvd(handle, *wide, WHERE, 1, None, STATUS) == BAD_VALUE
    size, integer = ctypes.c_size_t(), 10
    assert solver.cusolverDnXpotrf_bufferSize(
        handle, None, 0, ctypes.c_int64(4), integer, WHERE, ctypes.c_int64(4), 1,
        ctypes.byref(size), ctypes.byref(size)) == 9  # fmt: skip


def test_cusolvers_version(solver: ctypes.CDLL) -> None:
    number, parts = ctypes.c_int(), []
    assert solver.cusolverGetVersion(ctypes.byref(number)) == 0
    for part in range(3):
        value = ctypes.c_int()
        assert solver.cusolverGetProperty(part, ctypes.byref(value)) == 0
        parts.append(value.value)
    assert number.value == parts[0] * 1000 + parts[1] * 100 + parts[2]
    assert solver.cusolverGetProperty(3, ctypes.byref(number)) == BAD_VALUE
