"""Rows that hipSPARSE and cuSPARSE sort and restore, graphs that they colour, and gemvi."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from .sparse_matrices import LETTERS, OPERATIONS, Generic, Lines, applied, at, kind, numbers, sparse

pytestmark = pytest.mark.toolchain

ROWS, COLUMNS, N = 6, 5, 24


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("base", [0, 1])
def test_sorted_rows_and_back(old: Generic, letter: str, base: int) -> None:
    lines = Lines(sparse((ROWS, COLUMNS), LETTERS[letter]), "i4", base)
    random, size = np.random.default_rng(5), ctypes.c_size_t()
    order = np.concatenate(
        [first + random.permutation(last - first) for first, last in
         zip(lines.offsets - base, lines.offsets[1:] - base, strict=False)]
    )  # fmt: skip
    values, indices = lines.values[order], lines.indices[order]
    info = old.made("Csru2csrInfo")
    shape = (ROWS, COLUMNS, lines.count)
    arrays = (at(values), at(lines.offsets), at(indices), info)
    old.call(f"{letter}csru2csr_bufferSizeExt", *shape, *arrays, ctypes.byref(size))
    area = np.zeros(size.value, "u1")
    words = (*shape, kind(old, base), *arrays)
    assert old(f"{letter}csr2csru", old.handle, *words, at(area)) == 3  # no order is known yet
    old.call(f"{letter}csru2csr", *words, at(area))
    assert (values == lines.values).all() and (indices == lines.indices).all()
    old.call(f"{letter}csr2csru", *words, at(area))
    assert (values == lines.values[order]).all() and (indices == lines.indices[order]).all()
    fewer = (ROWS, COLUMNS, lines.count - 1, *words[3:])
    assert old(f"{letter}csr2csru", old.handle, *fewer, at(area)) == 3
    assert old("DestroyCsru2csrInfo", info) == 0
    assert old(f"{letter}csru2csr", old.handle, *words, at(area)) == 3


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("fraction", "base"), [(1, 0), (1, 1), (0.5, 0), (0, 1)])
def test_colours(old: Generic, letter: str, fraction: float, base: int) -> None:
    pattern = np.random.default_rng(7).uniform(size=(N, N)) < 0.1
    pattern = pattern | pattern.T
    np.fill_diagonal(pattern, 1)
    lines = Lines(pattern.astype(LETTERS[letter]), "i4", base)
    share = np.full(1, fraction, LETTERS[letter]).real.copy()  # a real number for complex ones
    colors, reordering = np.full(N, -1, "i4"), np.full(N, -1, "i4")
    count, info = ctypes.c_int(), old.made("ColorInfo")
    words = [N, lines.count, kind(old, base), at(lines.values), at(lines.offsets),
             at(lines.indices), at(share), ctypes.byref(count), at(colors)]  # fmt: skip
    old.call(f"{letter}csrcolor", *words, at(reordering), info)
    rows, columns = np.nonzero(pattern)
    different = rows != columns
    assert (colors[rows[different]] != colors[columns[different]]).all()
    assert sorted(set(colors)) == list(range(count.value))
    alone = int((np.bincount(colors) == 1).sum())
    assert alone >= N - np.ceil(fraction * N)
    assert count.value <= pattern.sum(axis=1).max() or fraction < 1
    assert sorted(reordering) == list(range(N))
    assert (np.diff(colors[reordering]) >= 0).all()
    before = colors.copy()
    old.call(f"{letter}csrcolor", *words, None, info)
    assert (colors == before).all()
    share[0] = 1.5
    assert old(f"{letter}csrcolor", old.handle, *words, None, info) == 3
    assert old("DestroyColorInfo", info) == 0
    share[0] = 1
    assert old(f"{letter}csrcolor", old.handle, *words, None, info) == 3


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("op", OPERATIONS)
def test_dense_times_sparse_vector(old: Generic, letter: str, base: int, op: str) -> None:
    dtype = LETTERS[letter]
    stored = np.zeros((ROWS + 1, COLUMNS), dtype, order="F")
    stored[:ROWS] = numbers((ROWS, COLUMNS), dtype)
    A = applied(op, stored[:ROWS])
    places, values = np.array([3, 0]), numbers((2,), dtype, 5)
    indices = (places + base).astype("i4")
    y, a, b = numbers((len(A),), dtype, 6), numbers((1,), dtype, 7), numbers((1,), dtype, 8)
    exact, size = a * (A[:, places] @ values) + b * y, ctypes.c_int()
    old.call(f"{letter}gemvi_bufferSize", OPERATIONS[op], ROWS, COLUMNS, 2, ctypes.byref(size))
    area = np.zeros(size.value, "u1")
    words = (OPERATIONS[op], ROWS, COLUMNS, at(a), at(stored), ROWS + 1, 2, at(values), at(indices),
             at(b), at(y), base, at(area))  # fmt: skip
    if old.prefix == "hipsparse" and op != "N":
        assert old(f"{letter}gemvi", old.handle, *words) == 10  # as its header says
        return
    old.call(f"{letter}gemvi", *words)
    assert abs(y - exact).max() <= 32 * np.finfo(dtype).eps
    assert old(f"{letter}gemvi", old.handle, *words[:5], ROWS - 1, *words[6:]) == 3
