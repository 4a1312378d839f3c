"""Factorisations of hipBLAS and cuBLAS: what they solve is solved, within LAPACK's backward errors.

A solution by Gaussian elimination solves a system whose matrix differs by at most 3 n^2 growth
roundings; the matrices here are so heavy on the diagonal that nothing grows (Higham, Accuracy and
Stability of Numerical Algorithms, 9.3 and 19.3).
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .handles import handle_by

pytestmark = pytest.mark.toolchain

DTYPES = {"S": "f4", "D": "f8", "C": "c8", "Z": "c16"}
N, COLUMNS, COUNT = 5, 3, 4
OPERATION = {"hipblas": 111, "cublas": 0}


class Batch:
    """Matrices, and the list of where they are; their columns lie behind each other."""

    def __init__(self, members: Any) -> None:
        self.members = [np.asfortranarray(member) for member in members]
        addresses = (member.ctypes.data for member in self.members)
        self.list = (ctypes.c_void_p * len(self.members))(*addresses)


def numbers(shape: tuple[int, ...], dtype: str) -> Any:
    random = np.random.default_rng(3)
    made = random.uniform(-1, 1, shape)
    made = made + 1j * random.uniform(-1, 1, shape) if dtype[0] == "c" else made
    return made.astype(dtype)


def systems(dtype: str) -> Any:
    return numbers((COUNT, N, N), dtype) + 2 * N * np.eye(N, dtype=dtype)


def pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


@pytest.fixture(params=["hipblas", "cublas"])
def vendor(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def handle(blas: ctypes.CDLL, vendor: str) -> ctypes.c_void_p:
    return handle_by(getattr(blas, f"{vendor}Create" + ("_v2" if vendor == "cublas" else "")))


@pytest.mark.parametrize("letter", DTYPES)
@pytest.mark.parametrize("pivoted", [True, False])
def test_systems(
    blas: ctypes.CDLL, vendor: str, handle: ctypes.c_void_p, letter: str, pivoted: bool
) -> None:
    dtype = DTYPES[letter]
    matrices, right = systems(dtype), numbers((COUNT, N, COLUMNS), dtype)
    A, B, C = Batch(matrices), Batch(right), Batch(np.zeros_like(matrices))
    pivots, info = np.zeros((COUNT, N), "i4"), np.full(COUNT, 9, "i4")
    given = pointer(pivots) if pivoted else None
    function = f"{vendor}{letter}"
    assert getattr(blas, f"{function}getrfBatched")(
        handle, N, A.list, N, given, pointer(info), COUNT) == 0  # fmt: skip
    assert (info == 0).all()
    status = np.full(1, 9, "i4")
    assert getattr(blas, f"{function}getrsBatched")(
        handle, OPERATION[vendor], N, COLUMNS, A.list, N, given, B.list, N, pointer(status), COUNT
    ) == 0  # fmt: skip
    assert status[0] == 0
    assert getattr(blas, f"{function}getriBatched")(
        handle, N, A.list, N, given, C.list, N, pointer(info), COUNT) == 0  # fmt: skip
    lost = 12 * N**2 * np.finfo(dtype).eps
    for matrix, b, x, inverse in zip(matrices, right, B.members, C.members, strict=True):
        size = np.linalg.norm(matrix)
        assert np.linalg.norm(matrix @ x - b) <= lost * size * np.linalg.norm(x)
        rest = np.linalg.norm(matrix @ inverse - np.eye(N))
        assert rest <= lost * size * np.linalg.norm(inverse)


@pytest.mark.parametrize("letter", DTYPES)
def test_least_squares_and_orthogonal_factors(
    blas: ctypes.CDLL, vendor: str, handle: ctypes.c_void_p, letter: str
) -> None:
    dtype, rows = DTYPES[letter], N + 3
    matrices = numbers((COUNT, rows, N), dtype)
    right = numbers((COUNT, rows, COLUMNS), dtype)
    A, B, factors = Batch(matrices), Batch(right), Batch(np.zeros((COUNT, N), dtype))
    status, found = np.full(1, 9, "i4"), np.full(COUNT, 9, "i4")
    solve = getattr(blas, f"{vendor}{letter}gelsBatched")
    assert solve(handle, OPERATION[vendor], rows, N, COLUMNS, A.list, rows, B.list, rows,
                 pointer(status), pointer(found), COUNT) == 0  # fmt: skip
    assert status[0] == 0 and (found == 0).all()
    lost = 12 * rows * N * np.finfo(dtype).eps
    for matrix, b, x in zip(matrices, right, B.members, strict=True):
        residual = matrix.conj().T @ (matrix @ x[:N] - b)
        assert np.linalg.norm(residual) <= lost * np.linalg.norm(matrix) ** 2 * (
            np.linalg.norm(b) + np.linalg.norm(matrix) * np.linalg.norm(x[:N])
        )
    A = Batch(matrices)
    factor = getattr(blas, f"{vendor}{letter}geqrfBatched")
    assert factor(handle, rows, N, A.list, rows, factors.list, pointer(status), COUNT) == 0
    for matrix, made in zip(matrices, A.members, strict=True):
        R = np.triu(made[:N])
        normal = matrix.conj().T @ matrix
        rest = np.linalg.norm(R.conj().T @ R - normal)
        assert rest <= lost * np.linalg.norm(matrix) ** 2


@pytest.mark.parametrize("letter", DTYPES)
def test_cudas_inverse(blas: ctypes.CDLL, letter: str) -> None:
    handle = ctypes.c_void_p()
    assert blas.cublasCreate_v2(ctypes.byref(handle)) == 0
    matrices = systems(DTYPES[letter])
    A, C = Batch(matrices), Batch(np.zeros_like(matrices))
    info = np.full(COUNT, 9, "i4")
    invert = getattr(blas, f"cublas{letter}matinvBatched")
    assert invert(handle, N, A.list, N, C.list, N, pointer(info), COUNT) == 0
    assert (info == 0).all()
    lost = 12 * N**2 * np.finfo(DTYPES[letter]).eps
    for matrix, inverse in zip(matrices, C.members, strict=True):
        rest = np.linalg.norm(matrix @ inverse - np.eye(N))
        assert rest <= lost * np.linalg.norm(matrix) * np.linalg.norm(inverse)


def test_a_singular_matrix_is_reported(
    blas: ctypes.CDLL, vendor: str, handle: ctypes.c_void_p
) -> None:
    A, C = Batch(np.zeros((1, 2, 2))), Batch(np.zeros((1, 2, 2)))
    pivots, info = np.zeros(2, "i4"), np.zeros(1, "i4")
    factor = getattr(blas, f"{vendor}DgetrfBatched")
    assert factor(handle, 2, A.list, 2, pointer(pivots), pointer(info), 1) == 0
    assert info[0] == 1
    invert = getattr(blas, f"{vendor}DgetriBatched")
    assert invert(handle, 2, A.list, 2, pointer(pivots), C.list, 2, pointer(info), 1) == 0
    assert info[0] == 1
