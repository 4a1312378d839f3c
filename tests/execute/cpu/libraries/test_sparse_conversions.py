"""Conversions, sums and sorts of hipSPARSE's and cuSPARSE's older interface."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import LETTERS, TYPES, Generic, Lines, at, kind, numbers, sparse

pytestmark = pytest.mark.toolchain

ROWS, COLUMNS = 6, 5


@pytest.mark.parametrize("base", [0, 1])
def test_lists_and_lines(old: Generic, base: int) -> None:
    lines = Lines(sparse((ROWS, COLUMNS), "f4"), "i4", base)
    rows, offsets = np.full(lines.count, -7, "i4"), np.full(ROWS + 1, -7, "i4")
    old.call("Xcsr2coo", at(lines.offsets), lines.count, ROWS, at(rows), base)
    assert (rows == lines.rows).all()
    old.call("Xcoo2csr", at(rows), lines.count, ROWS, at(offsets), base)
    assert (offsets == lines.offsets).all()


@pytest.mark.parametrize("base", [0, 1])
def test_sorts(old: Generic, base: int) -> None:
    lines = Lines(sparse((ROWS, COLUMNS), "f8"), "i4", base)
    random, size = np.random.default_rng(2), ctypes.c_size_t()
    order = random.permutation(lines.count)
    for name in ("XcoosortByRow", "XcoosortByColumn"):
        rows, columns = lines.rows[order], lines.indices[order]
        permutation = np.zeros(lines.count, "i4")
        old.call("CreateIdentityPermutation", lines.count, at(permutation))
        old.call("Xcoosort_bufferSizeExt", ROWS, COLUMNS, lines.count, at(rows), at(columns),
                 ctypes.byref(size))  # fmt: skip
        area = np.zeros(size.value, "u1")
        old.call(name, ROWS, COLUMNS, lines.count, at(rows), at(columns), at(permutation), at(area))
        keys = (lines.indices[order], lines.rows[order])
        expected = np.lexsort(keys if name == "XcoosortByRow" else keys[::-1])
        assert (permutation == expected).all()
        assert (rows == lines.rows[order][expected]).all()
        assert (columns == lines.indices[order][expected]).all()
    for name in ("Xcsrsort", "Xcscsort"):
        indices, permutation = lines.indices.copy(), np.arange(lines.count, dtype="i4")
        for first, last in zip(lines.offsets - base, lines.offsets[1:] - base, strict=False):
            indices[first:last] = indices[first:last][::-1]
        shape = (ROWS, COLUMNS) if name == "Xcsrsort" else (COLUMNS, ROWS)
        old.call(f"{name}_bufferSizeExt", *shape, lines.count, at(lines.offsets), at(indices),
                 ctypes.byref(size))  # fmt: skip
        reverse = indices.copy()
        old.call(name, *shape, lines.count, kind(old, base), at(lines.offsets), at(indices),
                 at(permutation), None)  # fmt: skip
        assert (indices == lines.indices).all()
        assert (reverse[permutation] == indices).all()


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("letter", LETTERS)
def test_columns_of_lines(old: Generic, letter: str, base: int) -> None:
    dense = sparse((ROWS, COLUMNS), LETTERS[letter])
    lines, expected = Lines(dense, "i4", base), Lines(dense.T, "i4", base)
    values, indices = np.zeros_like(lines.values), np.zeros_like(lines.indices)
    offsets, size = np.zeros(COLUMNS + 1, "i4"), ctypes.c_size_t()
    words = (ROWS, COLUMNS, lines.count, at(lines.values), at(lines.offsets), at(lines.indices),
             at(values), at(offsets), at(indices), TYPES[LETTERS[letter]], 1, base, 1)  # fmt: skip
    old.call("Csr2cscEx2_bufferSize", *words, ctypes.byref(size))
    old.call("Csr2cscEx2", *words, None)
    assert (offsets == expected.offsets).all()
    assert (indices == expected.indices).all()
    assert (values == expected.values).all()
    if old.prefix == "hipsparse":
        values[:], indices[:], offsets[:] = 0, 0, 0
        old.call(f"{letter}csr2csc", *words[:6], at(values), at(indices), at(offsets), 1, base)
        assert (values == expected.values).all() and (offsets == expected.offsets).all()
        assert (indices == expected.indices).all()


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("direction", "base"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_blocks(old: Generic, letter: str, direction: int, base: int) -> None:
    block, dense = 2, sparse((ROWS, 6), LETTERS[letter])
    lines, total = Lines(dense, "i4", 1 - base), ctypes.c_int()
    offsets = np.zeros(ROWS // block + 1, "i4")
    words = (direction, ROWS, 6, kind(old, 1 - base))
    old.call("Xcsr2bsrNnz", *words, at(lines.offsets), at(lines.indices), block, kind(old, base),
             at(offsets), ctypes.byref(total))  # fmt: skip
    assert offsets[-1] - base == total.value > 0
    indices = np.zeros(total.value, "i4")
    values = np.full((total.value, block, block), 7, dense.dtype)
    old.call(f"{letter}csr2bsr", *words, at(lines.values), at(lines.offsets), at(lines.indices),
             block, kind(old, base), at(values), at(offsets), at(indices))  # fmt: skip
    made = np.zeros_like(dense)
    for row, (first, last) in enumerate(zip(offsets - base, offsets[1:] - base, strict=False)):
        for i in range(first, last):
            column = indices[i] - base
            content = values[i].T if direction else values[i]
            made[row * 2 : row * 2 + 2, column * 2 : column * 2 + 2] = content
    assert (made == dense).all()
    back = Lines(np.ones_like(dense), "i4")  # room enough
    back.values[:] = 9
    old.call(f"{letter}bsr2csr", direction, ROWS // block, 3, kind(old, base), at(values),
             at(offsets), at(indices), block, kind(old, 1), at(back.values), at(back.offsets),
             at(back.indices))  # fmt: skip
    made = np.zeros_like(dense)
    for row in range(ROWS):
        for i in range(back.offsets[row] - 1, back.offsets[row + 1] - 1):
            made[row, back.indices[i] - 1] = back.values[i]
    assert (made == dense).all()
    assert back.offsets[-1] - 1 == total.value * block * block


@pytest.mark.parametrize("letter", LETTERS)
def test_counts(old: Generic, letter: str) -> None:
    dense = np.asfortranarray(sparse((ROWS, COLUMNS), LETTERS[letter]))
    for direction, size in ((0, ROWS), (1, COLUMNS)):
        each, total = np.zeros(size, "i4"), ctypes.c_int()
        old.call(f"{letter}nnz", direction, ROWS, COLUMNS, kind(old), at(dense), ROWS, at(each),
                 ctypes.byref(total))  # fmt: skip
        assert (each == (dense != 0).sum(axis=1 - direction)).all()
        assert total.value == each.sum()


@pytest.mark.parametrize("letter", LETTERS)
def test_sums(old: Generic, letter: str) -> None:
    dtype = LETTERS[letter]
    A, B = sparse((ROWS, COLUMNS), dtype), sparse((ROWS, COLUMNS), dtype, 9)
    a, b = numbers((1,), dtype, 5), numbers((1,), dtype, 6)
    left, right = Lines(A, "i4", 0), Lines(B, "i4", 1)
    exact = a * A + b * B
    generations: list[tuple[str, tuple[Any, ...]]] = [("2", (None,))]
    if old.prefix == "hipsparse":
        generations.append(("", ()))
    for generation, area in generations:
        offsets, total = np.zeros(ROWS + 1, "i4"), ctypes.c_int()
        old.call(f"Xcsrgeam{generation}Nnz", ROWS, COLUMNS, kind(old), left.count, at(left.offsets),
                 at(left.indices), kind(old, 1), right.count, at(right.offsets), at(right.indices),
                 kind(old), at(offsets), ctypes.byref(total), *area)  # fmt: skip
        assert total.value == ((A != 0) | (B != 0)).sum() == offsets[-1]
        values, indices = np.zeros(total.value, dtype), np.zeros(total.value, "i4")
        words = (ROWS, COLUMNS, at(a), kind(old), left.count, at(left.values), at(left.offsets),
                 at(left.indices), at(b), kind(old, 1), right.count, at(right.values),
                 at(right.offsets), at(right.indices), kind(old), at(values), at(offsets),
                 at(indices))  # fmt: skip
        if generation:
            size = ctypes.c_size_t()
            old.call(f"{letter}csrgeam2_bufferSizeExt", *words, ctypes.byref(size))
        old.call(f"{letter}csrgeam{generation}", *words, *area)
        made = np.zeros_like(A)
        made[np.repeat(np.arange(ROWS), np.diff(offsets)), indices] = values
        lost = 8 * np.finfo(dtype).eps
        assert (abs(made - exact) <= lost * (abs(a * A) + abs(b * B))).all()
