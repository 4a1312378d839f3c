"""hipBLAS's factorisations of one matrix and of matrices behind each other, under all their names.

Bounds as in test_factorizations: the matrices are so heavy on the diagonal that nothing grows.
"""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from .handles import handle_by
from .test_factorizations import COLUMNS, COUNT, DTYPES, Batch, N, numbers, pointer, systems

pytestmark = pytest.mark.toolchain

NONE = 111
FORMS = ("", "Batched", "StridedBatched")
NAMES = [
    (letter, form, suffix)
    for letter, form, suffix in product(DTYPES, FORMS, ("", "_v2"))
    if letter in "CZ" or not suffix
]
OF_NAMES = pytest.mark.parametrize(("letter", "form", "suffix"), NAMES)


class Form:
    """Calls functions on one matrix, on a list, or on matrices behind each other."""

    def __init__(self, blas: ctypes.CDLL, letter: str, form: str, suffix: str) -> None:
        self.blas, self.form = blas, form
        self.named = f"hipblas{letter}{{}}{form}{suffix}"
        self.handle = handle_by(blas.hipblasCreate)
        self.count = COUNT if form else 1
        self.kept: list[Any] = []

    def matrices(self, values: Any) -> Any:
        """Return the matrices by columns, each behind the one before it."""
        return np.ascontiguousarray(values[: self.count].swapaxes(1, 2))

    def place(self, array: Any, ld: int | None = None) -> list[Any]:
        """Return the words for an array whose first index counts the members."""
        ld_words = [] if ld is None else [ld]
        if self.form == "Batched":
            self.kept.append((ctypes.c_void_p * COUNT)(*(one.ctypes.data for one in array)))
            return [self.kept[-1], *ld_words]
        stride = [ctypes.c_int64(array[0].size)] if self.form else []
        return [pointer(array), *ld_words, *stride]

    def pivots(self, array: Any) -> list[Any]:
        """Return the words for pivots, of which a list has no list of its own."""
        return [pointer(array), *([ctypes.c_int64(N)] if self.form.startswith("S") else [])]

    def __call__(self, name: str, *words: Any) -> None:
        counted = [COUNT] if self.form else []
        assert getattr(self.blas, self.named.format(name))(self.handle, *words, *counted) == 0


@OF_NAMES
def test_systems(blas: ctypes.CDLL, letter: str, form: str, suffix: str) -> None:
    call = Form(blas, letter, form, suffix)
    dtype = DTYPES[letter]
    matrices, right = systems(dtype)[: call.count], numbers((call.count, N, COLUMNS), dtype)
    A, B = call.matrices(matrices), call.matrices(right)
    pivots, info = np.zeros((COUNT, N), "i4"), np.full(COUNT, 9, "i4")
    call("getrf", N, *call.place(A, N), *call.pivots(pivots), pointer(info))
    assert (info[: call.count] == 0).all()
    status = np.full(1, 9, "i4")
    call("getrs", NONE, N, COLUMNS, *call.place(A, N), *call.pivots(pivots), *call.place(B, N),
         pointer(status))  # fmt: skip
    assert status[0] == 0
    lost = 12 * N**2 * np.finfo(dtype).eps
    solved = B.swapaxes(1, 2)
    for matrix, b, x in zip(matrices, right, solved, strict=True):
        rest = np.linalg.norm(matrix @ x - b)
        assert rest <= lost * np.linalg.norm(matrix) * np.linalg.norm(x)


@OF_NAMES
def test_least_squares(blas: ctypes.CDLL, letter: str, form: str, suffix: str) -> None:
    call = Form(blas, letter, form, suffix)
    dtype, rows = DTYPES[letter], N + 3
    matrices = numbers((call.count, rows, N), dtype)
    right = numbers((call.count, rows, COLUMNS), dtype)
    lost = 12 * rows * N * np.finfo(dtype).eps
    A, B = call.matrices(matrices), call.matrices(right)
    status, found = np.full(1, 9, "i4"), np.full(COUNT, 9, "i4")
    call("gels", NONE, rows, N, COLUMNS, *call.place(A, rows), *call.place(B, rows),
         pointer(status), pointer(found))  # fmt: skip
    assert status[0] == 0 and (found[: call.count] == 0).all()
    for matrix, b, x in zip(matrices, right, B.swapaxes(1, 2), strict=True):
        residual = matrix.conj().T @ (matrix @ x[:N] - b)
        assert np.linalg.norm(residual) <= lost * np.linalg.norm(matrix) ** 2 * (
            np.linalg.norm(b) + np.linalg.norm(matrix) * np.linalg.norm(x[:N])
        )
    A, factors = call.matrices(matrices), np.zeros((call.count, N), dtype)
    call("geqrf", rows, N, *call.place(A, rows), *call.place(factors), pointer(status))
    for matrix, made in zip(matrices, A.swapaxes(1, 2), strict=True):
        R = np.triu(made[:N])
        rest = np.linalg.norm(R.conj().T @ R - matrix.conj().T @ matrix)
        assert rest <= lost * np.linalg.norm(matrix) ** 2


@pytest.mark.parametrize("letter", "CZ")
def test_inverses(blas: ctypes.CDLL, letter: str) -> None:
    dtype = DTYPES[letter]
    handle, matrices = handle_by(blas.hipblasCreate), systems(dtype)
    A, C = Batch(matrices), Batch(np.zeros_like(matrices))
    pivots, info = np.zeros((COUNT, N), "i4"), np.full(COUNT, 9, "i4")
    words = (handle, N, A.list, N, pointer(pivots))
    assert getattr(blas, f"hipblas{letter}getrfBatched_v2")(*words, pointer(info), COUNT) == 0
    invert = getattr(blas, f"hipblas{letter}getriBatched_v2")
    assert invert(*words, C.list, N, pointer(info), COUNT) == 0
    lost = 12 * N**2 * np.finfo(dtype).eps
    for matrix, inverse in zip(matrices, C.members, strict=True):
        rest = np.linalg.norm(matrix @ inverse - np.eye(N))
        assert rest <= lost * np.linalg.norm(matrix) * np.linalg.norm(inverse)
