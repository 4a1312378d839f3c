"""What hipBLAS and cuBLAS answer to mistakes: the codes that the headers of the vendors name."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .handles import handle_by

pytestmark = pytest.mark.toolchain

X = np.ones(64, "f4")
WHERE, ONE = ctypes.c_void_p(X.ctypes.data), ctypes.byref(ctypes.c_float(1))
#: By vendor: enumerators of no operation, upper, left and non-unit; the generation of names.
VENDORS = {"hipblas": (111, 121, 141, 131, ""), "cublas": (0, 1, 0, 0, "_v2")}
#: By vendor: handles, values, enumerators.
CODES = {
    "hipblas": {"handle": 1, "ended": 9, "value": 3, "enumerator": 10},
    "cublas": {"handle": 1, "ended": 1, "value": 7, "enumerator": 7},
}


@pytest.fixture(params=VENDORS)
def vendor(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def handle(blas: ctypes.CDLL, vendor: str) -> Any:
    return handle_by(getattr(blas, f"{vendor}Create{VENDORS[vendor][4]}"))


def test_calls(blas: ctypes.CDLL, vendor: str, handle: Any) -> None:
    none, upper, left, plain, generation = VENDORS[vendor]
    codes = CODES[vendor]

    def answer(function: str, *words: Any, of: Any = handle) -> int:
        status: int = getattr(blas, f"{vendor}{function}{generation}")(of, *words)
        return status

    gemv = (none, 4, 4, ONE, WHERE, 4, WHERE, 1, ONE, WHERE, 1)
    assert answer("Sgemv", *gemv) == 0
    assert answer("Sgemv", *gemv, of=None) == codes["handle"]
    assert answer("Sgemv", *gemv, of=ctypes.c_void_p(64)) == codes["handle"]
    for place, wrong, expected in (
        (0, 77, "enumerator"),
        (1, -1, "value"),
        (3, None, "value"),
        (4, None, "value"),
        (5, 3, "value"),
        (7, 0, "value"),
        (9, None, "value"),
    ):
        changed = [*gemv]
        changed[place] = wrong
        assert answer("Sgemv", *changed) == codes[expected], place
    trsm = (left, upper, none, plain, 4, 4, ONE, WHERE, 4, WHERE, 4)
    for place in range(4):
        changed = [*trsm]
        changed[place] = 99
        assert answer("Strsm", *changed) == codes["enumerator"], place
    assert answer("Sdot", 4, WHERE, 1, WHERE, 1, None) == codes["value"]
    assert answer("SetPointerMode", 7) == codes["enumerator"]
    assert answer("SetStream", ctypes.c_void_p(64)) == codes["value"]


def test_nothing_to_do_needs_no_memory(blas: ctypes.CDLL, vendor: str, handle: Any) -> None:
    none, *_, generation = VENDORS[vendor]
    gemm = getattr(blas, f"{vendor}Sgemm{generation}")
    assert gemm(handle, none, none, 0, 4, 4, None, None, 1, None, 4, None, None, 1) == 0
    assert getattr(blas, f"{vendor}Saxpy{generation}")(handle, 0, None, None, 1, None, 1) == 0


def test_a_factor_of_zero_reads_nothing(blas: ctypes.CDLL, vendor: str, handle: Any) -> None:
    none, *_, generation = VENDORS[vendor]
    zero = ctypes.byref(ctypes.c_float(0))
    ones, C = np.ones(16, "f4"), np.full(16, np.nan, "f4")
    given, made = (ctypes.c_void_p(array.ctypes.data) for array in (ones, C))
    gemm = getattr(blas, f"{vendor}Sgemm{generation}")
    assert gemm(handle, none, none, 4, 4, 4, ONE, given, 4, given, 4, zero, made, 4) == 0
    assert (C == 4).all()


def test_a_sum_without_a_term_needs_no_matrix_for_it(
    blas: ctypes.CDLL, vendor: str, handle: Any
) -> None:
    none, zero = VENDORS[vendor][0], ctypes.byref(ctypes.c_float(0))
    A, C = np.arange(4, dtype="f4"), np.zeros(4, "f4")
    given, made = (ctypes.c_void_p(array.ctypes.data) for array in (A, C))
    geam = getattr(blas, f"{vendor}Sgeam")
    assert geam(handle, none, none, 2, 2, ONE, given, 2, zero, None, 2, made, 2) == 0
    assert (C == A).all()
    value = CODES[vendor]["value"]
    assert geam(handle, none, none, 2, 2, ONE, given, 2, ONE, None, 2, made, 2) == value
    assert geam(handle, none, none, 2, 2, ONE, given, 2, None, None, 2, made, 2) == value


def test_handles_end_once(blas: ctypes.CDLL, vendor: str, handle: Any) -> None:
    destroy = getattr(blas, f"{vendor}Destroy{VENDORS[vendor][4]}")
    assert [destroy(handle), destroy(handle)] == [0, CODES[vendor]["ended"]]


def test_copies(blas: ctypes.CDLL, vendor: str) -> None:
    A, B = np.arange(20, dtype="f4"), np.zeros(30, "f4")
    where = [ctypes.c_void_p(array.ctypes.data) for array in (A, B)]
    assert getattr(blas, f"{vendor}SetMatrix")(3, 4, 4, where[0], 5, where[1], 6) == 0
    assert (B[:24].reshape(4, 6)[:, :3] == A.reshape(4, 5)[:, :3]).all() and B.sum() == sum(
        A.reshape(4, 5)[:, :3].ravel()
    )
    assert getattr(blas, f"{vendor}GetVector")(4, 4, where[0], 2, where[1], 3) == 0
    assert (B[:12:3] == A[:8:2]).all()
    value = CODES[vendor]["value"]
    assert getattr(blas, f"{vendor}SetMatrix")(3, 4, 4, where[0], 2, where[1], 6) == value
    assert getattr(blas, f"{vendor}SetVector")(4, 4, where[0], 0, where[1], 1) == value
