"""Products, triangular systems and incomplete factors of cuSPARSE's older interface."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import LETTERS, OPERATIONS, Generic, Lines, applied, at, numbers

pytestmark = pytest.mark.toolchain

BLOCK, N, COLUMNS = 2, 6, 3


def kind(old: Generic, base: int, fill: int = 0, unit: int = 0) -> ctypes.c_void_p:
    made = old.made("MatDescr")
    for name, value in (("IndexBase", base), ("FillMode", fill), ("DiagType", unit)):
        assert old(f"SetMat{name}", made, value) == 0
        assert old(f"GetMat{name}", made) == value
    return made


def blocky(dtype: str, *, symmetric: bool = False) -> Any:
    """Return a matrix of 3 by 3 blocks, of which two are empty, heavy on its diagonal."""
    made = numbers((N, N), dtype)
    made[:2, 4:] = 0
    made[4:, :2] = 0
    made = made + made.conj().T if symmetric else made
    return (made + 8 * np.eye(N)).astype(dtype)


class Blocks:
    """The blocks of a dense matrix that are not empty."""

    def __init__(self, dense: Any, direction: int, base: int) -> None:
        parts = dense.reshape(N // BLOCK, BLOCK, N // BLOCK, BLOCK).transpose(0, 2, 1, 3)
        full = (parts != 0).any(axis=(2, 3))
        rows, columns = np.nonzero(full)
        self.indices = (columns + base).astype("i4")
        self.offsets = (np.concatenate([[0], np.cumsum(full.sum(axis=1))]) + base).astype("i4")
        content = parts[rows, columns]
        self.values = np.ascontiguousarray(content.transpose(0, 2, 1) if direction else content)
        self.count, self.direction = len(self.indices), direction

    def dense(self) -> Any:
        made = np.zeros((N, N), self.values.dtype)
        base = self.offsets[0]
        for row in range(N // BLOCK):
            for i in range(self.offsets[row] - base, self.offsets[row + 1] - base):
                column = (self.indices[i] - base) * BLOCK
                content = self.values[i].T if self.direction else self.values[i]
                made[row * BLOCK : (row + 1) * BLOCK, column : column + BLOCK] = content
        return made


def arrays(matrix: Any) -> tuple[Any, Any, Any]:
    return at(matrix.values), at(matrix.offsets), at(matrix.indices)


def work_area(old: Generic, name: str, *words: Any) -> Any:
    """Return a work area of the size that both questions for it tell."""
    size, wide = ctypes.c_int(), ctypes.c_size_t()
    old.call(f"{name}_bufferSize", *words, ctypes.byref(size))
    old.call(f"{name}_bufferSizeExt", *words, ctypes.byref(wide))
    assert size.value == wide.value > 0
    return np.zeros(size.value, "u1")


def close(made: Any, exact: Any, dtype: str) -> None:
    lost = 60 * N * float(np.finfo(dtype).eps)
    assert np.linalg.norm(made - exact) <= lost * max(1, np.linalg.norm(exact))


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("direction", "base"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_products(old: Generic, letter: str, direction: int, base: int) -> None:
    dtype = LETTERS[letter]
    dense = blocky(dtype)
    blocks, lines, a = (
        Blocks(dense, direction, base),
        Lines(dense, "i4", base),
        numbers((2,), dtype),
    )
    b = a[1:].copy()
    described = (at(a), kind(old, base))
    for op in "NTC":
        x, y = numbers((N,), dtype, 5), numbers((N,), dtype, 6)
        exact = a[0] * (applied(op, dense) @ x) + b * y
        made = y.copy()
        old.call(f"{letter}bsrmv", direction, OPERATIONS[op], 3, 3, blocks.count, *described,
                 *arrays(blocks), BLOCK, at(x), at(b), at(made))  # fmt: skip
        close(made, exact, dtype)
        for op_b in "NT":
            shape = (N, COLUMNS) if op_b == "N" else (COLUMNS, N)
            B, C = (np.asfortranarray(numbers(s, dtype, 7)) for s in (shape, (N, COLUMNS)))
            exact_c = a[0] * (applied(op, dense) @ applied(op_b, B)) + b * C
            made_c = C.copy(order="F")
            old.call(f"{letter}bsrmm", direction, OPERATIONS[op], OPERATIONS[op_b], 3, COLUMNS, 3,
                     blocks.count, *described, *arrays(blocks), BLOCK, at(B), len(B), at(b),
                     at(made_c), N)  # fmt: skip
            close(made_c, exact_c, dtype)
            if old.prefix == "hipsparse":
                made_c = C.copy(order="F")
                old.call(f"{letter}csrmm2", OPERATIONS[op], OPERATIONS[op_b], N, COLUMNS, N,
                         lines.count, *described, *arrays(lines), at(B), len(B), at(b), at(made_c),
                         N)  # fmt: skip
                close(made_c, exact_c, dtype)
        if old.prefix == "hipsparse":
            made = y.copy()
            old.call(f"{letter}csrmv", OPERATIONS[op], N, N, lines.count, *described,
                     *arrays(lines), at(x), at(b), at(made))  # fmt: skip
            close(made, exact, dtype)
            B, C = (np.asfortranarray(numbers((N, COLUMNS), dtype, seed)) for seed in (7, 8))
            exact = a[0] * (applied(op, dense) @ B) + b * C
            old.call(f"{letter}csrmm", OPERATIONS[op], N, COLUMNS, N, lines.count, *described,
                     *arrays(lines), at(B), N, at(b), at(C), N)  # fmt: skip
            close(C, exact, dtype)


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("fill", "unit"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_triangular_systems(old: Generic, letter: str, fill: int, unit: int) -> None:
    dtype, base, position = LETTERS[letter], 1, ctypes.c_int()
    dense = blocky(dtype)
    triangle = np.triu(dense) if fill else np.tril(dense)
    if unit:
        triangle = triangle - np.diag(np.diag(triangle)) + np.eye(N, dtype=dtype)
    a, described = numbers((1,), dtype, 5), kind(old, base, fill, unit)
    blocks, lines = Blocks(dense, 1, base), Lines(dense, "i4", base)
    size, wide = ctypes.c_int(), ctypes.c_size_t()
    for op in "NTC":
        code, x = OPERATIONS[op], numbers((N,), dtype, 6)
        exact = np.linalg.solve(applied(op, triangle), a * x)
        info, y = old.made("Bsrsv2Info"), np.zeros(N, dtype)
        words = (1, code, 3, blocks.count)
        told = (described, *arrays(blocks), BLOCK, info)
        area = work_area(old, f"{letter}bsrsv2", *words, *told)
        old.call(f"{letter}bsrsv2_analysis", *words, *told, 0, at(area))
        old.call(f"{letter}bsrsv2_solve", *words, at(a), *told, at(x), at(y), 0, at(area))
        close(y, exact, dtype)
        old.call("Xbsrsv2_zeroPivot", info, ctypes.byref(position))
        assert position.value == -1
        for op_x in "NT":
            shape = (N, COLUMNS) if op_x == "N" else (COLUMNS, N)
            B = np.asfortranarray(numbers(shape, dtype, 7))
            X, info = np.zeros_like(B, order="F"), old.made("Bsrsm2Info")
            exact_x = np.linalg.solve(applied(op, triangle), a * applied(op_x, B))
            words = (1, code, OPERATIONS[op_x], 3, COLUMNS, blocks.count)
            told = (described, *arrays(blocks), BLOCK, info)
            old.call(f"{letter}bsrsm2_bufferSize", *words, *told, ctypes.byref(size))
            old.call(f"{letter}bsrsm2_analysis", *words, *told, 0, None)
            old.call(f"{letter}bsrsm2_solve", *words, at(a), *told, at(B), len(B), at(X), len(X), 0,
                     None)  # fmt: skip
            close(applied(op_x, X), exact_x, dtype)
            if old.prefix == "hipsparse":
                info = old.made("Csrsm2Info")
                words = (0, code, OPERATIONS[op_x], N, COLUMNS, lines.count, at(a), described,
                         *arrays(lines), at(B), len(B), info, 0)  # fmt: skip
                old.call(f"{letter}csrsm2_bufferSizeExt", *words, ctypes.byref(wide))
                old.call(f"{letter}csrsm2_analysis", *words, None)
                old.call(f"{letter}csrsm2_solve", *words, None)
                close(applied(op_x, B), exact_x, dtype)
        if old.prefix == "hipsparse":
            info, y = old.made("Csrsv2Info"), np.zeros(N, dtype)
            told = (described, *arrays(lines), info)
            area = work_area(old, f"{letter}csrsv2", code, N, lines.count, *told)
            old.call(f"{letter}csrsv2_analysis", code, N, lines.count, *told, 0, at(area))
            old.call(f"{letter}csrsv2_solve", code, N, lines.count, at(a), *told, at(x), at(y), 0,
                     at(area))  # fmt: skip
            close(y, exact, dtype)
            old.call("Xcsrsv2_zeroPivot", info, ctypes.byref(position))


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("name", ["ilu02", "ic02"])
def test_incomplete_factors(old: Generic, letter: str, name: str) -> None:
    """Products of the factors agree with the matrix wherever it has elements."""
    dtype, size = LETTERS[letter], ctypes.c_int()
    dense = blocky(dtype, symmetric=name == "ic02")
    lines, blocks = Lines(dense, "i4", 1), Blocks(dense, 0, 0)
    info = old.made(f"Csr{name}Info")
    words = (N, lines.count, kind(old, 1), *arrays(lines), info)
    area = work_area(old, f"{letter}csr{name}", *words)
    old.call(f"{letter}csr{name}_analysis", *words, 0, at(area))
    old.call(f"{letter}csr{name}", *words, 0, at(area))
    made = np.zeros_like(dense)
    made[lines.rows - 1, lines.indices - 1] = lines.values
    check_factors(made, dense, dtype, name)
    info = old.made(f"Bsr{name}Info")
    words = (0, 3, blocks.count, kind(old, 0), *arrays(blocks), BLOCK, info)
    old.call(f"{letter}bsr{name}_bufferSize", *words, ctypes.byref(size))
    old.call(f"{letter}bsr{name}_analysis", *words, 0, None)
    old.call(f"{letter}bsr{name}", *words, 0, None)
    check_factors(blocks.dense(), dense, dtype, name)


def check_factors(made: Any, dense: Any, dtype: str, name: str) -> None:
    if name == "ilu02":
        product_ = (np.tril(made, -1) + np.eye(N)) @ np.triu(made)
    else:
        product_ = np.tril(made) @ np.tril(made).conj().T
    close(np.where(dense != 0, product_, 0), dense, dtype)


def test_a_zero_pivot_is_told_and_may_be_replaced(old: Generic) -> None:
    dense, position = np.array([[2.0, 1], [4, 2]]), ctypes.c_int()
    lines, info = Lines(dense, "i4", 1), old.made("Csrilu02Info")
    words = (2, 4, kind(old, 1), *arrays(lines), info)
    old.call("Dcsrilu02_analysis", *words, 0, None)
    old.call("Dcsrilu02", *words, 0, None)
    assert old("Xcsrilu02_zeroPivot", old.handle, info, ctypes.byref(position)) == 9
    assert position.value == 2
    lines.values[:] = dense.ravel()
    tolerance, value = np.array([1e-8]), np.array([0.5])
    old.call("Dcsrilu02_numericBoost", info, 1, at(tolerance), at(value))
    old.call("Dcsrilu02", *words, 0, None)
    assert lines.values[3] == 0.5
    old.call("Xcsrilu02_zeroPivot", info, ctypes.byref(position))
    assert position.value == -1
