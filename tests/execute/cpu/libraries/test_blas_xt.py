"""Products of cuBLASXt beside NumPy's; sums of k numbers lose at most k roundings of their size."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .handles import handle_by
from .sparse_matrices import LETTERS, OPERATIONS, applied, at, numbers

pytestmark = pytest.mark.toolchain

M, N, K = 7, 5, 6
NOT_INITIALIZED, INVALID_VALUE = 1, 7
SIZE = ctypes.c_size_t
SIDES, TRIANGLES, DIAGONALS = (0, 1), (0, 1), (0, 1)


@pytest.fixture
def handle(blas: ctypes.CDLL) -> Any:
    made = handle_by(blas.cublasXtCreate)
    yield made
    assert blas.cublasXtDestroy(made) == 0
    assert blas.cublasXtDestroy(made) == NOT_INITIALIZED


def matrix(rows: int, columns: int, dtype: str, seed: int) -> Any:
    """Return a matrix by columns, with one row of memory below that is not the matrix's."""
    made = np.full((rows + 1, columns), 9, dtype, order="F")
    made[:rows] = numbers((rows, columns), dtype, seed)
    return made[:rows]


def told(A: Any) -> tuple[Any, Any]:
    return at(A), SIZE(A.strides[1] // A.itemsize)


def scalar(dtype: str, seed: int) -> Any:
    return numbers((1,), dtype, seed)


def close(made: Any, exact: Any, terms: int = 2 * K) -> None:
    lost = 8 * terms * np.finfo(made.dtype).eps
    assert abs(made - exact).max() <= lost
    below = made.base[len(made) :] if made.base is not None else made[:0]
    assert (below == 9).all()


def triangle(A: Any, upper: int) -> Any:
    return np.triu(A) if upper else np.tril(A)


def whole(A: Any, upper: int, *, adjoint: bool) -> Any:
    """Return the matrix of which a triangle is read."""
    other = triangle(A, upper) - np.diag(np.diag(A))
    mirrored = triangle(A, upper) + (other.conj().T if adjoint else other.T)
    return np.where(np.eye(len(A)), mirrored.real, mirrored) if adjoint else mirrored


@pytest.mark.parametrize("letter", LETTERS)
def test_products(blas: ctypes.CDLL, handle: Any, letter: str) -> None:
    dtype, a, b = LETTERS[letter], scalar(LETTERS[letter], 1), scalar(LETTERS[letter], 2)
    for op_a in OPERATIONS:
        for op_b in OPERATIONS:
            A = matrix(*((M, K) if op_a == "N" else (K, M)), dtype, 3)
            B = matrix(*((K, N) if op_b == "N" else (N, K)), dtype, 4)
            C = matrix(M, N, dtype, 5)
            exact = a * (applied(op_a, A) @ applied(op_b, B)) + b * C
            words = (OPERATIONS[op_a], OPERATIONS[op_b], SIZE(M), SIZE(N), SIZE(K), at(a), *told(A),
                     *told(B), at(b), *told(C))  # fmt: skip
            assert blas[f"cublasXt{letter}gemm"](handle, *words) == 0
            close(C, exact)
            assert blas[f"cublasXt{letter}gemm"](None, *words) == NOT_INITIALIZED


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("name", ["symm", "hemm", "spmm"])
def test_symmetric_factors(blas: ctypes.CDLL, handle: Any, letter: str, name: str) -> None:
    if name == "hemm" and letter in "SD":
        assert not hasattr(blas, f"cublasXt{letter}hemm")
        return
    dtype, a, b = LETTERS[letter], scalar(LETTERS[letter], 1), scalar(LETTERS[letter], 2)
    for side in SIDES:
        for upper in TRIANGLES:
            A, B = matrix(*(2 * ((N,) if side else (M,))), dtype, 3), matrix(M, N, dtype, 4)
            C, full = matrix(M, N, dtype, 5), whole(A, upper, adjoint=name == "hemm")
            exact = a * (B @ full if side else full @ B) + b * C
            places = np.tril_indices(len(A)) if upper else np.triu_indices(len(A))
            packed = np.asarray(A).T[places].copy()  # column by column
            factor = (at(packed),) if name == "spmm" else told(A)
            words = (side, upper, SIZE(M), SIZE(N), at(a), *factor, *told(B), at(b), *told(C))
            assert blas[f"cublasXt{letter}{name}"](handle, *words) == 0
            close(C, exact)


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("name", ["syrk", "herk", "syr2k", "her2k", "syrkx", "herkx"])
def test_updates(blas: ctypes.CDLL, handle: Any, letter: str, name: str) -> None:
    if name.startswith("he") and letter in "SD":
        assert not hasattr(blas, f"cublasXt{letter}{name}")
        return
    dtype, adjoint = LETTERS[letter], name.startswith("he")
    for op in "NC" if adjoint else "NT":
        for upper in TRIANGLES:
            shape = (N, K) if op == "N" else (K, N)
            A, B, C = matrix(*shape, dtype, 3), matrix(*shape, dtype, 4), matrix(N, N, dtype, 5)
            if name.endswith("kx"):
                B[:] = A  # what makes the product symmetric
            a, b = scalar(dtype, 1), scalar(dtype, 2)
            beta = b.real.copy() if adjoint else b
            alpha = a.real.copy() if name in ("herk", "herkx") else a
            left, right = (A, B) if op == "N" else (A.T, B.T)
            if adjoint:
                left, right = (A, B) if op == "N" else (A.conj().T, B.conj().T)
            second = A if name in ("syrk", "herk") else B
            other = left if second is A else right
            flip = (lambda X: X.conj().T) if adjoint else (lambda X: X.T)
            before = np.where(np.eye(N), C.real, C) if adjoint else C
            exact = alpha * (left @ flip(other)) + beta * before
            if name.endswith("2k"):
                factor = a.conj() if adjoint else a
                exact = exact + factor * (right @ flip(left))
            expected = np.where(triangle(np.ones((N, N)), upper) != 0, exact, C)
            given = alpha.astype(dtype) if name == "herkx" else alpha
            factors = told(A) if second is A else (*told(A), *told(B))
            words = (upper, OPERATIONS[op], SIZE(N), SIZE(K), at(given), *factors, at(beta),
                     *told(C))  # fmt: skip
            assert blas[f"cublasXt{letter}{name}"](handle, *words) == 0
            close(C, expected, 4 * K)


@pytest.mark.parametrize("letter", LETTERS)
def test_triangular_factors(blas: ctypes.CDLL, handle: Any, letter: str) -> None:
    dtype, a = LETTERS[letter], scalar(LETTERS[letter], 1)
    for side in SIDES:
        for upper in TRIANGLES:
            for op in OPERATIONS:
                for unit in DIAGONALS:
                    A = matrix(*(2 * ((N,) if side else (M,))), dtype, 3)
                    A += 4 * np.eye(len(A), dtype=dtype)
                    B, C = matrix(M, N, dtype, 4), matrix(M, N, dtype, 5)
                    T = triangle(A, upper)
                    T = T - np.diag(np.diag(T)) + np.eye(len(T)) if unit else T
                    T = applied(op, T)
                    words = (side, upper, OPERATIONS[op], unit, SIZE(M), SIZE(N), at(a), *told(A),
                             *told(B))  # fmt: skip
                    assert blas[f"cublasXt{letter}trmm"](handle, *words, *told(C)) == 0
                    close(C, a * (B @ T if side else T @ B), 8 * M)
                    right = B.copy()
                    assert blas[f"cublasXt{letter}trsm"](handle, *words) == 0
                    residual = (B @ T if side else T @ B) - a * right
                    size = np.linalg.norm(T) * max(1, np.linalg.norm(B))
                    assert abs(residual).max() <= 16 * M * np.finfo(dtype).eps * size


def test_settings(blas: ctypes.CDLL, handle: Any) -> None:
    number, devices = ctypes.c_int(), (ctypes.c_int * 1)(0)
    wrong, place = (ctypes.c_int * 1)(99), ctypes.byref(number)
    assert blas.cublasXtDeviceSelect(handle, 1, devices) == 0
    assert blas.cublasXtDeviceSelect(handle, 1, wrong) == INVALID_VALUE
    assert blas.cublasXtDeviceSelect(handle, 0, None) == INVALID_VALUE
    assert (blas.cublasXtMaxBoards(place), number.value) == (0, 1)
    number.value = 0
    assert (blas.cublasXtGetNumBoards(1, devices, place), number.value) == (0, 1)
    assert blas.cublasXtGetNumBoards(1, wrong, place) == INVALID_VALUE
    for name, good, bad in (("BlockDim", 128, 0), ("PinningMemMode", 1, 2)):
        assert blas[f"cublasXtSet{name}"](handle, good) == 0
        assert blas[f"cublasXtSet{name}"](handle, bad) == INVALID_VALUE
        assert (blas[f"cublasXtGet{name}"](handle, place), number.value) == (0, good)
        assert blas[f"cublasXtGet{name}"](handle, None) == INVALID_VALUE
        assert blas[f"cublasXtSet{name}"](None, good) == NOT_INITIALIZED
    assert blas.cublasXtSetCpuRoutine(handle, 0, 0, handle) == 0
    assert blas.cublasXtSetCpuRoutine(handle, 12, 0, handle) == INVALID_VALUE
    ratio = ctypes.c_float
    assert blas.cublasXtSetCpuRatio(handle, 0, 0, ratio(0.5)) == 0
    assert blas.cublasXtSetCpuRatio(handle, 0, 0, ratio(1.5)) == INVALID_VALUE
    assert blas.cublasXtCreate(None) == INVALID_VALUE
