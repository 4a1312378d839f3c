"""What the dense functions of hipSOLVER and cuSOLVER must do: a check for each routine.

Bounds are LAPACK's backward errors: a modest multiple of the order, the unit roundoff and the norm
(LAPACK Users' Guide, 4; Higham, Accuracy and Stability of Numerical Algorithms, 10 and 19).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from porter.execute.cpu.libraries.solver_table import Entry

from .solver_arguments import DTYPES, REAL, Calling, Matrices, Matrix, definite, hermitian, numbers

N, COLUMNS, COUNT = 6, 3, 3


class Run:
    """One function of one interface, called as often as its check wants."""

    def __init__(self, calling: Calling, entry: Entry, infos: dict[str, Any]) -> None:
        self.calling, self.entry, self.infos = calling, entry, infos
        self.letter, self.dtype = entry.letter, DTYPES[entry.letter]
        self.lost = 30 * N**2 * float(np.finfo(self.dtype).eps)
        self.adjoint = "C" if self.letter in "cz" else "T"

    def __call__(self, count: int = 1, **values: Any) -> Any:
        info = np.full(count, 99, "i4")
        assert self.calling.call(self.entry, values, info) == 0, self.entry.name
        for value in values.values():
            if isinstance(value, Matrix):
                assert value.is_intact(), self.entry.name
        return info

    def other(self, name: str) -> Run:
        """Return another routine of the same interface and type; cuSOLVER's where HIP has none."""
        from porter.execute.cpu.libraries.solver_table import entries, routines

        row = next(one for one in routines() if one.name == name)
        found = [one for one in entries(row) if one.letter == self.letter]
        same = [one for one in found if one.interface == self.entry.interface]
        return Run(self.calling, (same or found)[0], self.infos)

    def close(self, made: Any, exact: Any, scale: float = 1.0) -> None:
        size = max(float(np.linalg.norm(exact)), 1.0) * scale
        assert np.linalg.norm(made - exact) <= self.lost * size, self.entry.name

    def real(self, count: int) -> Any:
        return np.zeros(count, REAL[self.letter])

    def array(self, count: int) -> Any:
        return np.zeros(count, self.dtype)


def triangle(uplo: str, values: Any) -> Any:
    return np.triu(values) if uplo == "U" else np.tril(values)


def cholesky(run: Run) -> None:
    for uplo in "UL":
        exact = definite(N, run.letter)
        A = Matrix(exact)
        assert run(uplo=uplo, n=N, A=A) == [0]
        F = triangle(uplo, A.values)
        run.close(F.conj().T @ F if uplo == "U" else F @ F.conj().T, exact)
        other = "L" if uplo == "U" else "U"
        rest = triangle(other, A.values) - np.diag(np.diag(A.values))
        assert (rest == triangle(other, exact) - np.diag(np.diag(exact))).all()
    A = Matrix(-np.eye(N, dtype=run.dtype))
    assert run(uplo="U", n=N, A=A) == [1]


def cholesky_solution(run: Run) -> None:
    for uplo in "UL":
        exact, right = definite(N, run.letter), numbers((N, COLUMNS), run.letter)
        A, B = Matrix(exact), Matrix(right)
        run.other("potrf")(uplo=uplo, n=N, A=A)
        assert run(uplo=uplo, n=N, columns=COLUMNS, A=A, B=B) == [0]
        run.close(exact @ B.values, right)


def cholesky_batch(run: Run) -> None:
    exact = [definite(N, run.letter, seed) for seed in range(COUNT)]
    exact[1] = -exact[1]
    A = Matrices([Matrix(one) for one in exact])
    info = run(count=COUNT, uplo="L", n=N, A=A, batch=COUNT)
    assert list(info) == [0, 1, 0]
    for i in (0, 2):
        L = np.tril(A.members[i].values)
        run.close(L @ L.conj().T, exact[i])


def cholesky_batch_solution(run: Run) -> None:
    exact = [definite(N, run.letter, seed) for seed in range(COUNT)]
    right = [numbers((N, 1), run.letter, seed) for seed in range(COUNT)]
    A, B = (Matrices([Matrix(one) for one in ones]) for ones in (exact, right))
    run.other("potrfBatched")(count=COUNT, uplo="U", n=N, A=A, batch=COUNT)
    assert run(uplo="U", n=N, columns=1, A=A, B=B, batch=COUNT) == [0]
    for matrix, x, b in zip(exact, B.members, right, strict=True):
        run.close(matrix @ x.values, b)


def cholesky_inverse(run: Run) -> None:
    for uplo in "UL":
        exact = definite(N, run.letter)
        A = Matrix(exact)
        run.other("potrf")(uplo=uplo, n=N, A=A)
        assert run(uplo=uplo, n=N, A=A) == [0]
        run.close(triangle(uplo, A.values), triangle(uplo, np.linalg.inv(exact)), 10)


def triangle_product(run: Run) -> None:
    for uplo in "UL":
        values = triangle(uplo, numbers((N, N), run.letter))
        np.fill_diagonal(values, abs(np.diag(values)))
        A = Matrix(values)
        assert run(uplo=uplo, n=N, A=A) == [0]
        exact = values @ values.conj().T if uplo == "U" else values.conj().T @ values
        run.close(triangle(uplo, A.values), triangle(uplo, exact))


def elimination(run: Run) -> None:
    for m, n in ((N, N), (N + 2, N), (N, N + 2)):
        exact, least = numbers((m, n), run.letter), min(m, n)
        A, pivots = Matrix(exact), np.zeros(least, "i4")
        assert run(m=m, n=n, A=A, pivots=pivots) == [0]
        L = np.tril(A.values, -1)[:, :least] + np.eye(m, least, dtype=run.dtype)
        permuted = exact.copy()
        for i, other in enumerate(pivots - 1):
            permuted[[i, other]] = permuted[[other, i]]
        run.close(L @ np.triu(A.values)[:least], permuted)
    plain = numbers((N, N), run.letter) + 2 * N * np.eye(N, dtype=run.dtype)
    A = Matrix(plain)
    assert run(m=N, n=N, A=A, pivots=None) == [0]
    L = np.tril(A.values, -1) + np.eye(N, dtype=run.dtype)
    run.close(L @ np.triu(A.values), plain)
    assert run(m=N, n=N, A=Matrix(np.zeros((N, N), run.dtype)), pivots=np.zeros(N, "i4")) == [1]


def elimination_solution(run: Run) -> None:
    for op in "NTC":
        exact = numbers((N, N), run.letter) + 2 * np.eye(N, dtype=run.dtype)
        right, pivots = numbers((N, COLUMNS), run.letter), np.zeros(N, "i4")
        A, B = Matrix(exact), Matrix(right)
        run.other("getrf")(m=N, n=N, A=A, pivots=pivots)
        assert run(op=op, n=N, columns=COLUMNS, A=A, pivots=pivots, B=B) == [0]
        applied = {"N": exact, "T": exact.T, "C": exact.conj().T}[op]
        run.close(applied @ B.values, right, 10)


def symmetric_elimination(run: Run) -> None:
    """The inverse is right when the factors are; these are checked by `sytri` on CUDA's side."""
    A, pivots = numbers((N, N), run.letter), np.zeros(N, "i4")
    exact = A + A.T
    for uplo in "UL":
        F = Matrix(exact)
        factor = run if run.entry.routine.name == "sytrf" else run.other("sytrf")
        assert factor(uplo=uplo, n=N, A=F, pivots=pivots) == [0]
        assert (abs(pivots) >= 1).all() and (abs(pivots) <= N).all()
        invert = run if run.entry.routine.name == "sytri" else run.other("sytri")
        assert invert(uplo=uplo, n=N, A=F, pivots=pivots) == [0]
        half = triangle(uplo, F.values)
        inverse = half + half.T - np.diag(np.diag(half))
        run.close(exact @ inverse, np.eye(N), 100)


def factor_of(run: Run, m: int, n: int) -> tuple[Any, Matrix, Any]:
    exact, tau = numbers((m, n), run.letter), run.array(min(m, n))
    A = Matrix(exact)
    qr = run if run.entry.routine.name == "geqrf" else run.other("geqrf")
    assert qr(m=m, n=n, A=A, tau=tau) == [0]
    return exact, A, tau


def orthogonal(run: Run) -> None:
    exact, A, tau = factor_of(run, N + 2, N)
    R = np.triu(A.values)[:N]
    Q = Matrix(A.values.copy())
    assert run.other("orgqr")(m=N + 2, n=N, k=N, A=Q, tau=tau) == [0]
    run.close(Q.values @ R, exact)
    run.close(Q.values.conj().T @ Q.values, np.eye(N))


def orthogonal_product(run: Run) -> None:
    _, A, tau = factor_of(run, N, N)
    Q = Matrix(A.values.copy())
    run.other("orgqr")(m=N, n=N, k=N, A=Q, tau=tau)
    for side, op in product("LR", ("N", run.adjoint)):
        given = numbers((N, COLUMNS) if side == "L" else (COLUMNS, N), run.letter)
        C = Matrix(given)
        m, n = given.shape
        assert run(side=side, op=op, m=m, n=n, k=N, A=A, tau=tau, C=C) == [0]
        applied = Q.values if op == "N" else Q.values.conj().T
        run.close(C.values, applied @ given if side == "L" else given @ applied)


def bidiagonal(run: Run) -> None:
    m = N + 2
    exact = numbers((m, N), run.letter)
    A, D, E = Matrix(exact), run.real(N), run.real(N - 1)
    tau_q, tau_p = run.array(N), run.array(N)
    reduce = run if run.entry.routine.name == "gebrd" else run.other("gebrd")
    assert reduce(m=m, n=N, A=A, D=D, E=E, tauQ=tau_q, tauP=tau_p) == [0]
    Q, P = Matrix(A.values.copy()), Matrix(A.values[:N].copy())
    factor = run if run.entry.routine.name == "orgbr" else run.other("orgbr")
    assert factor(side="L", m=m, n=N, k=N, A=Q, tau=tau_q) == [0]
    assert factor(side="R", m=N, n=N, k=m, A=P, tau=tau_p) == [0]
    run.close(Q.values @ (np.diag(D) + np.diag(E, 1)) @ P.values, exact)


def tridiagonal(run: Run) -> None:
    for uplo in "UL":
        exact = hermitian(N, run.letter)
        A, D, E, tau = Matrix(exact), run.real(N), run.real(N - 1), run.array(N - 1)
        name = run.entry.routine.name
        assert (run if name == "sytrd" else run.other("sytrd"))(
            uplo=uplo, n=N, A=A, D=D, E=E, tau=tau) == [0]  # fmt: skip
        Q = Matrix(A.values.copy())
        assert (run if name == "orgtr" else run.other("orgtr"))(
            uplo=uplo, n=N, A=Q, tau=tau) == [0]  # fmt: skip
        T = np.diag(D) + np.diag(E, 1) + np.diag(E, -1)
        run.close(Q.values @ T @ Q.values.conj().T, exact)
        for side, op in product("LR", ("N", run.adjoint)):
            given = numbers((N, COLUMNS) if side == "L" else (COLUMNS, N), run.letter)
            C = Matrix(given)
            m, n = given.shape
            times = run if name == "ormtr" else run.other("ormtr")
            assert times(side=side, uplo=uplo, op=op, m=m, n=n, A=A, tau=tau, C=C) == [0]
            applied = Q.values if op == "N" else Q.values.conj().T
            run.close(C.values, applied @ given if side == "L" else given @ applied)


CHECKS: dict[str, Callable[[Run], None]] = {
    "potrf": cholesky, "potrs": cholesky_solution, "potrfBatched": cholesky_batch,
    "potrsBatched": cholesky_batch_solution, "potri": cholesky_inverse, "lauum": triangle_product,
    "getrf": elimination, "getrs": elimination_solution, "sytrf": symmetric_elimination,
    "sytri": symmetric_elimination, "geqrf": orthogonal, "orgqr": orthogonal,
    "ormqr": orthogonal_product, "gebrd": bidiagonal, "orgbr": bidiagonal, "sytrd": tridiagonal,
    "orgtr": tridiagonal, "ormtr": tridiagonal,
}  # fmt: skip
