"""Matrices that hipSPARSE and cuSPARSE prune and compress."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import LETTERS, Generic, Lines, at, kind, numbers, sparse

pytestmark = pytest.mark.toolchain

ROWS, COLUMNS = 6, 8
#: cuSPARSE alone has the last.
PRUNED = {"S": "f4", "D": "f8", "H": "f2"}
PERCENTAGES = [0, 30, 62.5, 100]


def pruned(dense: Any, threshold: float) -> Lines:
    return Lines(np.where(abs(dense) > threshold, dense, 0), "i4", 1)


def quantile(values: Any, percentage: float) -> float:
    """Return the threshold that both vendors' documents give."""
    place = math.ceil(values.size * (percentage / 100)) - 1
    return float(np.sort(abs(values).ravel())[min(max(place, 0), values.size - 1)])


def check(old: Generic, name: str, expected: Lines, source: list[Any], threshold: list[Any],
          last: list[Any]) -> None:  # fmt: skip
    """Prune in the three steps of the documents; the result counts from 1."""
    made, size, total = kind(old, 1), ctypes.c_size_t(), ctypes.c_int()
    offsets = np.zeros(ROWS + 1, "i4")
    sizes = ["bufferSizeExt", *(["bufferSize"] if old.prefix == "hipsparse" else [])]
    for suffix in sizes:
        size.value = 0
        old.call(f"{name}_{suffix}", *source, *threshold, made, None, at(offsets), None, *last,
                 ctypes.byref(size))  # fmt: skip
        assert size.value > 0
    area = np.zeros(size.value, "u1")
    stem, way = (name.removesuffix("ByPercentage"), name.removeprefix(name.split("By")[0]))
    old.call(f"{stem}Nnz{way}", *source, *threshold, made, at(offsets), ctypes.byref(total), *last,
             at(area))  # fmt: skip
    assert total.value == expected.count and (offsets == expected.offsets).all()
    values = np.zeros_like(expected.values)
    indices = np.zeros_like(expected.indices)
    old.call(name, *source, *threshold, made, at(values), at(offsets), at(indices), *last, at(area))
    assert (values == expected.values).all() and (indices == expected.indices).all()


@pytest.mark.parametrize("letter", PRUNED)
def test_dense_matrices(old: Generic, letter: str) -> None:
    if letter == "H" and old.prefix == "hipsparse":
        assert not hasattr(old.library, "hipsparseHpruneDense2csr")
        return
    dtype = PRUNED[letter]
    stored = np.zeros((ROWS + 2, COLUMNS), dtype, order="F")
    stored[:ROWS] = dense = numbers((ROWS, COLUMNS), dtype)
    source = [ROWS, COLUMNS, at(stored), ROWS + 2]
    limit = np.array([dense[2, 3]], dtype) if dense[2, 3] > 0 else -np.array([dense[2, 3]], dtype)
    check(old, f"{letter}pruneDense2csr", pruned(dense, float(limit[0])), source, [at(limit)], [])
    info = old.made("PruneInfo")
    for percentage in PERCENTAGES:
        expected = pruned(dense, quantile(dense, percentage))
        assert expected.count == dense.size - max(1, math.ceil(dense.size * percentage / 100))
        check(old, f"{letter}pruneDense2csrByPercentage", expected, source,
              [ctypes.c_float(percentage)], [info])  # fmt: skip
    for percentage in (-1, 101):
        words = [*source, ctypes.c_float(percentage), kind(old), at(np.zeros(ROWS + 1, "i4"))]
        status = old(f"{letter}pruneDense2csrNnzByPercentage", old.handle, *words,
                     ctypes.byref(ctypes.c_int()), info, None)  # fmt: skip
        assert status == 3
    assert old("DestroyPruneInfo", info) == 0
    assert old("DestroyPruneInfo", info) == 3


@pytest.mark.parametrize("letter", PRUNED)
@pytest.mark.parametrize("base", [0, 1])
def test_compressed_rows(old: Generic, letter: str, base: int) -> None:
    if letter == "H" and old.prefix == "hipsparse":
        assert not hasattr(old.library, "hipsparseHpruneCsr2csr")
        return
    dense = sparse((ROWS, COLUMNS), PRUNED[letter])
    lines = Lines(dense, "i4", base)
    source = [ROWS, COLUMNS, lines.count, kind(old, base), at(lines.values), at(lines.offsets),
              at(lines.indices)]  # fmt: skip
    limit = abs(lines.values[3:4]).copy()
    check(old, f"{letter}pruneCsr2csr", pruned(dense, float(limit[0])), source, [at(limit)], [])
    info = old.made("PruneInfo")
    for percentage in PERCENTAGES:
        expected = pruned(dense, quantile(lines.values, percentage))
        check(old, f"{letter}pruneCsr2csrByPercentage", expected, source,
              [ctypes.c_float(percentage)], [info])  # fmt: skip


class Complex(ctypes.Structure):
    _fields_ = (("real", ctypes.c_float), ("imaginary", ctypes.c_float))


class DoubleComplex(ctypes.Structure):
    _fields_ = (("real", ctypes.c_double), ("imaginary", ctypes.c_double))


#: Tolerances as they are given; of complex ones the imaginary part does not count.
TOLERANCES = {
    "S": ctypes.c_float,
    "D": ctypes.c_double,
    "C": lambda real: Complex(real, 9),
    "Z": lambda real: DoubleComplex(real, 9),
}


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("base", [0, 1])
def test_compression(old: Generic, letter: str, base: int) -> None:
    dense = sparse((ROWS, COLUMNS), LETTERS[letter])
    dense[3, 3] = 0.5  # as large as a tolerance, so it goes
    lines, told = Lines(dense, "i4", base), kind(old, base)
    for tolerance in (0, 0.5):
        expected = Lines(np.where(abs(dense) > tolerance, dense, 0), "i4", base)
        each, total = np.zeros(ROWS, "i4"), ctypes.c_int()
        given = TOLERANCES[letter](tolerance)
        old.call(f"{letter}nnz_compress", ROWS, told, at(lines.values), at(lines.offsets), at(each),
                 ctypes.byref(total), given)  # fmt: skip
        assert total.value == expected.count and (each == np.diff(expected.offsets)).all()
        values, indices = np.zeros_like(expected.values), np.zeros_like(expected.indices)
        offsets = np.zeros(ROWS + 1, "i4")
        old.call(f"{letter}csr2csr_compress", ROWS, COLUMNS, told, at(lines.values),
                 at(lines.indices), at(lines.offsets), lines.count, at(each), at(values),
                 at(indices), at(offsets), given)  # fmt: skip
        assert (offsets == expected.offsets).all() and (indices == expected.indices).all()
        assert (values == expected.values).all()
    negative = TOLERANCES[letter](-1)
    assert old(f"{letter}nnz_compress", old.handle, ROWS, told, at(lines.values),
               at(lines.offsets), at(each), ctypes.byref(total), negative) == 3  # fmt: skip
