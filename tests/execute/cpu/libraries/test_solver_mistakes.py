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


@pytest.mark.parametrize("prefix", ["hipsolverDn", "cusolverDn"])
def test_parameters_of_typed_functions(solver: ctypes.CDLL, prefix: str) -> None:
    """Options are taken for functions that there are; parameters that have ended are refused."""
    handle = handle_by(getattr(solver, f"{prefix}Create"))
    params = handle_by(getattr(solver, f"{prefix}CreateParams"))
    options, end = (
        getattr(solver, f"{prefix}{name}") for name in ("SetAdvOptions", "DestroyParams")
    )
    assert [options(params, 0, 0), options(params, 0, 1)] == [0, 0]
    assert [options(params, 99, 0), options(params, 0, -1)] == [BAD_VALUE] * 2
    lower, B = PREFIXES[prefix]["lower"], np.diag([4.0, 9, 16, 25])
    sizes, double = [ctypes.c_size_t() for _ in range(2)], 1
    square = (ctypes.c_int64(4), double, ctypes.c_void_p(B.ctypes.data), ctypes.c_int64(4), double)
    words = (handle, params, lower, *square)
    size = getattr(solver, f"{prefix}Xpotrf_bufferSize")
    assert size(*words, *map(ctypes.byref, sizes)) == 0
    device, host = (np.zeros(max(1, one.value), "u1") for one in sizes)
    work = [ctypes.c_void_p(device.ctypes.data), sizes[0], ctypes.c_void_p(host.ctypes.data)]
    assert getattr(solver, f"{prefix}Xpotrf")(*words, *work, sizes[1], STATUS) == 0
    assert (np.diag(B) == [2, 3, 4, 5]).all() and np.count_nonzero(B) == 4
    assert [end(params), end(params)] == [0, BAD_VALUE]
    assert options(params, 0, 0) == BAD_VALUE
    assert size(*words, *map(ctypes.byref, sizes)) == BAD_VALUE


@pytest.mark.parametrize("prefix", ["hipsolverSp", "cusolverSp"])
def test_the_stream_of_sparse_solvers(solver: ctypes.CDLL, prefix: str) -> None:
    """What a stream captures is solved when its graph runs."""
    handle = handle_by(getattr(solver, f"{prefix}Create"))
    stream, graph, made = (ctypes.c_void_p() for _ in range(3))
    assert solver.hipStreamCreate(ctypes.byref(stream)) == 0
    values, b, x = np.array([4.0, 16]), np.array([2.0, 2]), np.zeros(2)
    offsets, columns, singular = (
        np.array([0, 1, 2], "i4"),
        np.array([0, 1], "i4"),
        np.zeros(1, "i4"),
    )
    arrays = [ctypes.c_void_p(one.ctypes.data) for one in (values, offsets, columns, b)]
    ends = [ctypes.c_double(0), 0, *(ctypes.c_void_p(one.ctypes.data) for one in (x, singular))]
    words = (handle, 2, 2, WHERE, *arrays, *ends)
    solve = getattr(solver, f"{prefix}Dcsrlsvchol")
    set_stream = getattr(solver, f"{prefix}SetStream")
    assert set_stream(handle, stream) == 0
    if prefix == "cusolverSp":  # hipSOLVER does not tell it
        told = ctypes.c_void_p()
        assert solver.cusolverSpGetStream(handle, ctypes.byref(told)) == 0
        assert told.value == stream.value
        assert solver.cusolverSpGetStream(handle, None) == BAD_VALUE
        assert solver.cusolverSpGetStream(None, ctypes.byref(told)) == NO_HANDLE
    assert solver.hipStreamBeginCapture(stream, 0) == 0
    assert solve(*words) == 0
    assert solver.hipStreamEndCapture(stream, ctypes.byref(graph)) == 0
    assert (x == 0).all()
    assert (
        solver.hipGraphInstantiate(ctypes.byref(made), graph, None, None, ctypes.c_size_t(0)) == 0
    )
    assert solver.hipGraphLaunch(made, stream) == 0
    assert solver.hipStreamSynchronize(stream) == 0
    assert (x == [0.5, 0.125]).all()
    assert set_stream(handle, None) == 0
    x[:] = 0
    assert solve(*words) == 0
    assert (x == [0.5, 0.125]).all()
    end = getattr(solver, f"{prefix}Destroy")
    assert [end(handle), end(handle), set_stream(handle, None)] == [0, NO_HANDLE, NO_HANDLE]
