"""Systems of sparse equations of hipSOLVER and cuSOLVER, by their residuals.

A solution's residual is at most a few n roundings of |A||x| + |b| (Higham, Accuracy and Stability
of Numerical Algorithms, 9.4), times the growth of elements, which partial pivoting keeps small.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import Lines, at, numbers, sparse

pytestmark = pytest.mark.toolchain

LETTERS = {"f4": "S", "f8": "D", "c8": "C", "c16": "Z"}
REALS = {"S": ctypes.c_float, "D": ctypes.c_double, "C": ctypes.c_float, "Z": ctypes.c_double}
N = 30
SINGLE = ("f4", "f8")
#: By vendor and kind: the types there are, and whether there is one of the host's, too.
OFFERED: dict[tuple[str, str], list[tuple[str, tuple[str, ...]]]] = {
    ("hipsolver", "chol"): [("", SINGLE), ("Host", SINGLE)],
    ("hipsolver", "qr"): [("", tuple(LETTERS))],
    ("cusolver", "chol"): [("", tuple(LETTERS)), ("Host", tuple(LETTERS))],
    ("cusolver", "qr"): [("", tuple(LETTERS)), ("Host", tuple(LETTERS))],
    ("cusolver", "lu"): [("Host", tuple(LETTERS))],
}
DESCRIPTION = ctypes.c_void_p(0x1230)  # only ever compared with null


class Solver:
    """A vendor's sparse solvers."""

    def __init__(self, library: ctypes.CDLL, vendor: str) -> None:
        self.library, self.vendor = library, vendor
        self.handle = ctypes.c_void_p()
        assert getattr(library, f"{vendor}SpCreate")(ctypes.byref(self.handle)) == 0

    def solve(
        self, name: str, A: Any, b: Any, base: int = 0, tolerance: float = 0
    ) -> tuple[Any, int]:
        """Return the solution, and the place of a singularity."""
        letter = LETTERS[A.dtype.str[1:]]
        lines, x, singular = Lines(A, "i4", base), np.zeros_like(b), ctypes.c_int(-7)
        function = getattr(self.library, f"{self.vendor}Sp{letter}csrlsv{name}")
        words = (at(lines.values), at(lines.offsets), at(lines.indices), at(b))
        code = function(self.handle, len(b), lines.count, DESCRIPTION, *words,
                        REALS[letter](tolerance), 1, at(x), ctypes.byref(singular))  # fmt: skip
        assert code == 0
        return x, singular.value


def matrix(dtype: str, kind: str) -> Any:
    """Return a matrix without an order; Hermitian and positive for Cholesky."""
    A = sparse((N, N), dtype)
    if kind == "chol":
        return (A + A.conj().T + 2 * N * np.eye(N)).astype(dtype)
    return A + np.diag(numbers((N,), dtype, 8) + 3).astype(dtype)


@pytest.mark.parametrize(("vendor", "kind"), OFFERED)
def test_systems(solver: ctypes.CDLL, vendor: str, kind: str) -> None:
    caller = Solver(solver, vendor)
    for end, dtypes in OFFERED[vendor, kind]:
        for dtype in dtypes:
            A, b = matrix(dtype, kind), numbers((N,), dtype, 5)
            for base in (0, 1):
                x, singular = caller.solve(f"{kind}{end}", A, b, base)
                assert singular == -1
                residual = abs(A.astype("c16") @ x - b).max()
                size = (abs(A) @ abs(x) + abs(b)).max()
                assert residual <= 4 * N * np.finfo(dtype).eps * size


def test_cholesky_reads_the_lower_triangle(solver: ctypes.CDLL) -> None:
    A, b = matrix("f8", "chol"), numbers((N,), "f8", 5)
    other = np.tril(A) + np.triu(numbers((N, N), "f8", 9), 1)
    x, _ = Solver(solver, "cusolver").solve("chol", other, b)
    assert abs(A @ x - b).max() < 1e-13 * abs(A).max()


def test_many_equations_of_few_neighbours(solver: ctypes.CDLL) -> None:
    """A grid whose points were shuffled: as a band it takes no time."""
    side = 60
    n = side * side
    order = np.random.default_rng(1).permutation(n).reshape(side, side)
    rows: list[dict[int, float]] = [{} for _ in range(n)]
    for (i, j), point in np.ndenumerate(order):
        rows[point][int(point)] = 4.0
        for k, m in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
            if 0 <= k < side and 0 <= m < side:
                rows[point][int(order[k, m])] = -1.0
    offsets = np.cumsum([0, *map(len, rows)]).astype("i4")
    columns = np.array([column for row in rows for column in sorted(row)], "i4")
    values = np.array([row[column] for row in rows for column in sorted(row)])
    b, x, singular = numbers((n,), "f8"), np.zeros(n), ctypes.c_int()
    caller = Solver(solver, "cusolver")
    for name in ("chol", "qr", "luHost"):
        function = getattr(solver, f"cusolverSpDcsrlsv{name}")
        assert function(caller.handle, n, len(values), DESCRIPTION, at(values), at(offsets),
                        at(columns), at(b), ctypes.c_double(0), 1, at(x),
                        ctypes.byref(singular)) == 0  # fmt: skip
        products = values * x[columns]
        assert abs(np.add.reduceat(products, offsets[:-1]) - b).max() < 1e-11


@pytest.mark.parametrize("kind", ["chol", "qr", "luHost"])
def test_a_matrix_that_is_singular(solver: ctypes.CDLL, kind: str) -> None:
    A = np.diag(np.arange(1.0, 6))
    A[3, 3] = 1e-9
    caller, b = Solver(solver, "cusolver"), np.ones(5)
    assert caller.solve(kind, A, b, tolerance=1e-12)[1] == -1
    assert caller.solve(kind, A, b, tolerance=1e-4)[1] == 3


def test_qr_does_not_grow_where_elimination_does(solver: ctypes.CDLL) -> None:
    """Of this matrix elements double with each row under partial pivoting (Higham, 9.4)."""
    A = np.eye(N) - np.tril(np.ones((N, N)), -1)
    A[:, -1] = 1
    b = numbers((N,), "f8", 5)
    for vendor in ("hipsolver", "cusolver"):
        x, singular = Solver(solver, vendor).solve("qr", A, b)
        size = (abs(A) @ abs(x) + abs(b)).max()
        assert singular == -1 and abs(A @ x - b).max() <= 4 * N * np.finfo("f8").eps * size


@pytest.mark.parametrize("dtype", LETTERS)
def test_batches_of_systems_with_common_places(solver: ctypes.CDLL, dtype: str) -> None:
    letter, batch = LETTERS[dtype], 3
    caller, info = Solver(solver, "cusolver"), ctypes.c_void_p()
    matrices = [matrix(dtype, "qr") * (1 + i) for i in range(batch)]
    lines = [Lines(A, "i4", 1) for A in matrices]
    values = np.concatenate([each.values for each in lines])
    b = numbers((batch, N), dtype, 5)
    x, sizes = np.zeros_like(b), (ctypes.c_size_t * 2)()
    places = (at(lines[0].offsets), at(lines[0].indices))
    told = (caller.handle, N, N, lines[0].count, DESCRIPTION)
    call = lambda name: getattr(solver, f"cusolverSp{name}")  # noqa: E731
    assert call("CreateCsrqrInfo")(ctypes.byref(info)) == 0
    solve = (*told, at(values), *places, at(b), at(x), batch, info, None)
    assert call(f"{letter}csrqrsvBatched")(*solve) == 3, "before the analysis"
    assert call("XcsrqrAnalysisBatched")(*told, *places, info) == 0
    room = (ctypes.byref(sizes), ctypes.byref(sizes, 8))
    ask = call(f"{letter}csrqrBufferInfoBatched")
    assert ask(*told, at(values), *places, batch, info, *room) == 0
    assert call(f"{letter}csrqrsvBatched")(*solve) == 0
    for A, right, found in zip(matrices, b, x, strict=True):
        size = (abs(A) @ abs(found) + abs(right)).max()
        assert abs(A @ found - right).max() <= 4 * N * np.finfo(dtype).eps * size
    assert [call("DestroyCsrqrInfo")(info) for _ in range(2)] == [0, 1]


def test_symmetric_places_and_orders(solver: ctypes.CDLL) -> None:
    caller, answer = Solver(solver, "cusolver"), ctypes.c_int(7)
    A = sparse((N, N), "f8")
    for matrix_, expected in ((A, 0), (A + A.T + np.eye(N), 1)):
        lines = Lines(matrix_, "i4", 1)
        assert solver.cusolverSpXcsrissymHost(
            caller.handle, N, lines.count, DESCRIPTION, at(lines.offsets), at(lines.offsets[1:]),
            at(lines.indices), ctypes.byref(answer)) == 0  # fmt: skip
        assert answer.value == expected
    shuffled = np.random.default_rng(4).permutation(N)
    chain = np.eye(N) + np.eye(N, k=1) + np.eye(N, k=-1)
    lines, order = Lines(chain[shuffled][:, shuffled]), np.zeros(N, "i4")
    assert solver.cusolverSpXcsrsymrcmHost(
        caller.handle, N, lines.count, DESCRIPTION, at(lines.offsets), at(lines.indices),
        at(order)) == 0  # fmt: skip
    assert (abs(np.diff(shuffled[order])) == 1).all()


@pytest.mark.parametrize(("vendor", "none"), [("hipsolver", 1), ("cusolver", 1)])
def test_mistakes(solver: ctypes.CDLL, vendor: str, none: int) -> None:
    caller, lines = Solver(solver, vendor), Lines(np.eye(2))
    b, x, singular = np.ones(2), np.ones(2), ctypes.c_int()
    arrays = [at(each) for each in (lines.values, lines.offsets, lines.indices, b)]
    behind = [ctypes.c_double(0), 0, at(x), ctypes.byref(singular)]
    good = [caller.handle, 2, 2, DESCRIPTION, *arrays, *behind]
    function = getattr(solver, f"{vendor}SpDcsrlsvqr")
    assert function(*good) == 0
    for place in (3, 4, 5, 6, 7, 10, 11):
        assert function(*good[:place], None, *good[place + 1 :]) == 3, place
    assert function(None, *good[1:]) == none
    assert function(good[0], -1, *good[2:]) == 3
    destroy = getattr(solver, f"{vendor}SpDestroy")
    assert [destroy(caller.handle), destroy(caller.handle)] == [0, none]
