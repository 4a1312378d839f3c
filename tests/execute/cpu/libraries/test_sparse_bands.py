"""Systems of three and five diagonals, and older functions that hipSPARSE alone has."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import LETTERS, Generic, Lines, at, numbers, sparse

pytestmark = pytest.mark.toolchain

N, COLUMNS, COUNT = 7, 3, 4
BAD_VALUE = 3


def diagonals(dtype: str, reach: int, seed: int = 3, *, heavy: bool = False) -> list[Any]:
    """Return diagonals from the lowest to the highest, of which rows swap unless `heavy`."""
    made = [numbers((N,), dtype, seed + one) for one in range(2 * reach + 1)]
    made[reach] = made[reach] + (6 if heavy else 0)
    return [diagonal.astype(dtype) for diagonal in made]


def dense(bands: list[Any]) -> Any:
    reach, made = len(bands) // 2, np.zeros((N, N), bands[0].dtype)
    for beside, diagonal in enumerate(bands, -reach):
        for i in range(max(0, -beside), min(N, N - beside)):
            made[i, i + beside] = diagonal[i]
    return made


def solves(A: Any, x: Any, b: Any) -> None:
    lost = 50 * N * np.finfo(A.dtype).eps * np.linalg.norm(A) * np.linalg.norm(x)
    assert np.linalg.norm(A @ x - b) <= lost


def asked(old: Generic, name: str, *words: Any) -> None:
    """Ask for a work area, and call with it."""
    size = ctypes.c_size_t()
    old.call(f"{name}_bufferSizeExt", *words, ctypes.byref(size))
    old.call(name, *words, at(np.zeros(size.value, "u1")))


@pytest.mark.parametrize("letter", LETTERS)
def test_three_diagonals(old: Generic, letter: str) -> None:
    dtype = LETTERS[letter]
    for name in ("gtsv2", "gtsv2_nopivot"):
        bands = diagonals(dtype, 1, heavy=name != "gtsv2")
        given = np.asfortranarray(numbers((N + 2, COLUMNS), dtype, 9))
        X = given.copy(order="F")
        asked(old, f"{letter}{name}", N, COLUMNS, *map(at, bands), at(X), N + 2)
        for column in range(COLUMNS):
            solves(dense(bands), X[:N, column], given[:N, column])
        assert (X[N:] == given[N:]).all()


@pytest.mark.parametrize("letter", LETTERS)
def test_batches(old: Generic, letter: str) -> None:
    dtype = LETTERS[letter]
    for reach, name in ((1, "gtsv2Strided"), (1, "gtsvInterleaved"), (2, "gpsvInterleaved")):
        systems = [diagonals(dtype, reach, 10 * one, heavy=True) for one in range(COUNT)]
        given = numbers((COUNT, N), dtype, 5)
        strided = name == "gtsv2Strided"
        bands = [np.array([system[i] for system in systems]) for i in range(2 * reach + 1)]
        order = (lambda one: one.copy()) if strided else (lambda one: np.ascontiguousarray(one.T))
        laid, X = [order(band) for band in bands], order(given)
        first = (N,) if strided else (0, N)
        last = (COUNT, N) if strided else (COUNT,)
        asked(old, f"{letter}{name}Batch", *first, *map(at, laid), at(X), *last)
        X = X if strided else X.T
        for system, x, b in zip(systems, X, given, strict=True):
            solves(dense(system), x, b)


def test_mistakes(old: Generic) -> None:
    bands, x = diagonals("f8", 1), numbers((N,), "f8")
    words = [N, 1, *map(at, bands), at(x), N, None]
    for place, wrong in ((0, -1), (0, 2), (2, None), (5, None), (6, 1)):
        changed = [*words]
        changed[place] = wrong
        assert old("Dgtsv2", old.handle, *changed) == BAD_VALUE, place
    assert old("Dgtsv2", None, *words) == 1


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("base", [0, 1])
def test_hips_vectors(sparse_library: ctypes.CDLL, letter: str, base: int) -> None:
    old, dtype = Generic(sparse_library, "hipsparse"), LETTERS[letter]
    places = np.array([5, 0, 3])
    indices, x, y = (places + base).astype("i4"), numbers((3,), dtype), numbers((N,), dtype, 5)
    a, lost = numbers((1,), dtype, 6), 32 * np.finfo(dtype).eps
    exact = y.copy()
    exact[places] += a * x
    old.call(f"{letter}axpyi", 3, at(a), at(x), at(indices), at(y), base)
    assert abs(y - exact).max() <= lost
    result = np.zeros(1, dtype)
    old.call(f"{letter}doti", 3, at(x), at(indices), at(y), at(result), base)
    assert abs(result[0] - x @ y[places]) <= lost
    if letter in "CZ":
        old.call(f"{letter}dotci", 3, at(x), at(indices), at(y), at(result), base)
        assert abs(result[0] - x.conj() @ y[places]) <= lost
    else:
        c, s, before, other = a, numbers((1,), dtype, 7), x.copy(), y.copy()
        old.call(f"{letter}roti", 3, at(x), at(indices), at(y), at(c), at(s), base)
        assert abs(x - (c * before + s * other[places])).max() <= lost
        assert abs(y[places] - (c * other[places] - s * before)).max() <= lost
    old.call(f"{letter}gthr", 3, at(y), at(x), at(indices), base)
    assert (x == y[places]).all()
    x[:] = 7
    old.call(f"{letter}sctr", 3, at(x), at(indices), at(y), base)
    assert (y[places] == 7).all()
    x[:] = 0
    old.call(f"{letter}gthrz", 3, at(y), at(x), at(indices), base)
    assert (x == 7).all() and (y[places] == 0).all()


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("base", [0, 1])
def test_hips_dense_matrices(sparse_library: ctypes.CDLL, letter: str, base: int) -> None:
    old, dtype = Generic(sparse_library, "hipsparse"), LETTERS[letter]
    A = np.asfortranarray(sparse((N, 5), dtype))
    kind = old.made("MatDescr")
    assert old("SetMatIndexBase", kind, base) == 0
    for direction, form in ((0, "csr"), (1, "csc")):
        expected = Lines(A.T if direction else A, "i4", base)
        each, total = np.zeros(5 if direction else N, "i4"), ctypes.c_int()
        old.call(f"{letter}nnz", direction, N, 5, kind, at(A), N, at(each), ctypes.byref(total))
        values, indices = np.zeros(total.value, dtype), np.zeros(total.value, "i4")
        offsets = np.zeros(len(each) + 1, "i4")
        parts = (at(offsets), at(indices)) if form == "csr" else (at(indices), at(offsets))
        old.call(f"{letter}dense2{form}", N, 5, kind, at(A), N, at(each), at(values), *parts)
        assert (offsets == expected.offsets).all() and (indices == expected.indices).all()
        assert (values == expected.values).all()
        back = np.full((N, 5), 9, dtype, order="F")
        old.call(f"{letter}{form}2dense", N, 5, kind, at(values), *parts, at(back), N)
        assert (back == A).all()
