"""What cuBLAS has beside BLAS: `cublasCsyrkEx` and its kin, and groups of products."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .handles import handle_by

pytestmark = pytest.mark.toolchain

N, K, LDA, LDC = 4, 3, 6, 5
FLOAT, BYTE = 4, 7
WIDE = ["", "_64"]


def at(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def size(number: int, wide: str) -> Any:
    return ctypes.c_int64(number) if wide else ctypes.c_int(number)


@pytest.fixture
def handle(blas: ctypes.CDLL) -> ctypes.c_void_p:
    return handle_by(blas.cublasCreate_v2)


@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize("type_", [FLOAT, BYTE])
@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("name", ["Csyrk", "Csyrk3m", "Cherk", "Cherk3m"])
def test_a_matrix_times_itself(
    blas: ctypes.CDLL, handle: Any, name: str, trans: int, type_: int, wide: str
) -> None:
    is_adjoint = "herk" in name
    random = np.random.default_rng(3)
    parts = random.integers(-100, 100, (K if trans == 0 else N, LDA, 2))
    A = (parts[..., 0] + 1j * parts[..., 1]).astype("c8")  # column after column
    stored = A if type_ == FLOAT else np.ascontiguousarray(parts.astype("i1"))
    C = (random.uniform(-1, 1, (N, LDC)) + 0j).astype("c8")
    scalars = np.array([0.5, 0.25], "f4" if is_adjoint else "c8")
    before = C.copy()
    function = getattr(blas, f"cublas{name}Ex{wide}")
    status = function(
        handle, 0, trans, size(N, wide), size(K, wide), at(scalars), at(stored), type_,
        size(LDA, wide), at(scalars[1:]), at(C), FLOAT, size(LDC, wide),
    )  # fmt: skip
    if trans == (1 if is_adjoint else 2):  # BLAS has the one for symmetric, the other for adjoint
        assert status == 7
        return
    assert status == 0
    a = A.T[: N if trans == 0 else K]
    left = a if trans == 0 else (a.conj().T if is_adjoint else a.T)
    right = left.conj().T if is_adjoint else left.T
    wanted = 0.5 * (left @ right) + 0.25 * before.T[:N]
    lower = np.tril(np.ones((N, N), bool))
    assert np.allclose(C.T[:N][lower], wanted[lower], rtol=1e-5, atol=1e-3)
    assert (C.T[:N][~lower] == before.T[:N][~lower]).all() and (C[:, N:] == before[:, N:]).all()


def test_other_types_are_refused(blas: ctypes.CDLL, handle: Any) -> None:
    one = np.ones(2, "c8")
    words = (0, 0, 1, 1, at(one), at(one), 0, 1, at(one), at(one))
    assert blas.cublasCsyrkEx(handle, *words, FLOAT, 1) == 15


@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize(("letter", "dtype"), [("S", "f4"), ("D", "f8")])
def test_groups_of_products(
    blas: ctypes.CDLL, handle: Any, letter: str, dtype: str, wide: str
) -> None:
    random = np.random.default_rng(4)
    shapes = [(2, 3, 4, 0, 0, 2), (5, 1, 2, 1, 0, 1), (3, 3, 3, 0, 1, 3)]
    integer = "i8" if wide else "i4"
    m, n, k, trans_a, trans_b, counts = (
        np.array(one, integer) for one in zip(*shapes, strict=True)
    )
    transposed = [np.array(one, "i4") for one in (trans_a, trans_b)]
    lda = (np.where(trans_a, k, m) + 1).astype(integer)
    ldb = (np.where(trans_b, n, k) + 1).astype(integer)
    alpha, beta = np.array([1, 2, -1], dtype), np.array([0, 1, 0.5], dtype)
    made: list[tuple[Any, Any, Any]] = []
    wanted = []
    for g, (rows, columns, depth, ta, tb, count) in enumerate(shapes):
        for _ in range(count):
            a = random.uniform(-1, 1, (rows if ta else depth, lda[g])).astype(dtype)
            b = random.uniform(-1, 1, (depth if tb else columns, ldb[g])).astype(dtype)
            c = random.uniform(-1, 1, (columns, rows)).astype(dtype)
            left = a[:, : depth if ta else rows].T
            right = b[:, : columns if tb else depth].T
            product = (left.T if ta else left) @ (right.T if tb else right)
            wanted.append((alpha[g] * product + beta[g] * c.T, c))
            made.append((a, b, c))
    lists = [np.array([one[i].ctypes.data for one in made], "u8") for i in range(3)]
    function = getattr(blas, f"cublas{letter}gemmGroupedBatched{wide}")
    status = function(
        handle, at(transposed[0]), at(transposed[1]), at(m), at(n), at(k), at(alpha), at(lists[0]),
        at(lda), at(lists[1]), at(ldb), at(beta), at(lists[2]),
        at(m), size(len(shapes), wide), at(counts),
    )  # fmt: skip
    assert status == 0
    for product, c in wanted:
        assert np.allclose(c.T, product, rtol=1e-5)
