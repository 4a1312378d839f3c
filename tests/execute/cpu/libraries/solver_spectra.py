"""Checks of eigenvalues and singular values, by what they and their vectors stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .solver_arguments import REAL, Matrix, definite, hermitian, numbers
from .solver_checks import COUNT, N, Run


def eigenvalues(run: Run) -> None:
    info = run.infos["syevj"]
    for uplo in "UL":
        exact = hermitian(N, run.letter)
        expected = np.linalg.eigvalsh(exact)
        for jobz in "NV":
            A, W = Matrix(exact), run.real(N)
            assert run(jobz=jobz, uplo=uplo, n=N, A=A, W=W, params=info) == [0]
            run.close(W, expected)
        run.close(A.values @ np.diag(W) @ A.values.conj().T, exact)


def some_eigenvalues(run: Run) -> None:
    exact = hermitian(N, run.letter)
    expected = np.linalg.eigvalsh(exact)
    B = definite(N, run.letter, 5)
    if "itype" in (one.name for one in run.entry.routine.takes):
        root = np.linalg.inv(np.linalg.cholesky(B))
        expected = np.linalg.eigvalsh(root @ exact @ root.conj().T)
    middle = float(expected[1] + expected[2]) / 2
    for range_, chosen in (("A", slice(0, N)), ("V", slice(2, N)), ("I", slice(1, 3))):
        A, W, found = Matrix(exact), run.real(N), np.zeros(1, "i4")
        assert run(itype="1", jobz="V", range=range_, uplo="L", n=N, A=A, B=Matrix(B), vl=middle,
                   vu=100.0, il=2, iu=3, found=found, W=W) == [0]  # fmt: skip
        count = found[0]
        assert count == len(expected[chosen])
        run.close(W[:count], expected[chosen], 10)
        vectors = A.values[:, :count]
        right = B @ vectors if "itype" in (p.name for p in run.entry.routine.takes) else vectors
        run.close(exact @ vectors, right * W[:count], 100)


def pairs(run: Run) -> None:
    info = run.infos["syevj"]
    for itype in "123":
        exact, other = hermitian(N, run.letter), definite(N, run.letter, 5)
        A, B, W = Matrix(exact), Matrix(other), run.real(N)
        assert run(itype=itype, jobz="V", uplo="U", n=N, A=A, B=B, W=W, params=info) == [0]
        X = A.values
        left, right = {
            "1": (exact @ X, other @ X * W),
            "2": (exact @ other @ X, X * W),
            "3": (other @ exact @ X, X * W),
        }[itype]
        run.close(left, right, 1000)


def eigenvalue_batch(run: Run) -> None:
    exact = [hermitian(N, run.letter, seed) for seed in range(COUNT)]
    A = Matrix(np.hstack(exact))
    W = run.real(N * COUNT)
    info = run(count=COUNT, jobz="V", uplo="L", n=N, A=A, W=W, params=run.infos["syevj"],
               batch=COUNT)  # fmt: skip
    assert list(info) == [0] * COUNT
    for i, matrix in enumerate(exact):
        vectors, values = A.values[:, i * N : (i + 1) * N], W[i * N : (i + 1) * N]
        run.close(vectors @ np.diag(values) @ vectors.conj().T, matrix)


def singular_values(run: Run) -> None:
    m = N + 2
    exact = numbers((m, N), run.letter)
    expected = np.linalg.svd(exact, compute_uv=False)
    for job in "ASN":
        A, S = Matrix(exact), run.real(N)
        U, V = Matrix(np.zeros((m, m), run.dtype)), Matrix(np.zeros((N, N), run.dtype))
        rwork = run.real(5 * N)
        assert run(jobU=job, jobV=job, m=m, n=N, A=A, S=S, U=U, V=V, rwork=rwork) == [0]
        run.close(S, expected)
        if job != "N":
            run.close(U.values[:, :N] @ np.diag(S) @ V.values, exact)


def singular_columns(run: Run) -> None:
    for m, n in ((N + 2, N), (N, N + 2)):
        exact, least = numbers((m, n), run.letter), min(m, n)
        for jobz, economic in (("V", 0), ("V", 1), ("N", 0)):
            A, S = Matrix(exact), run.real(least)
            U, V = (Matrix(np.zeros((size, size), run.dtype)) for size in (m, n))
            assert run(jobz=jobz, economic=economic, m=m, n=n, A=A, S=S, U=U, V=V,
                       params=run.infos["gesvdj"]) == [0]  # fmt: skip
            run.close(S, np.linalg.svd(exact, compute_uv=False))
            if jobz == "V":
                made = U.values[:, :least] @ np.diag(S) @ V.values[:, :least].conj().T
                run.close(made, exact)


def singular_batch(run: Run) -> None:
    m = N + 2
    exact = [numbers((m, N), run.letter, seed) for seed in range(COUNT)]
    A, S = Matrix(np.hstack(exact)), run.real(N * COUNT)
    U, V = (Matrix(np.zeros((size, size * COUNT), run.dtype)) for size in (m, N))
    info = run(count=COUNT, jobz="V", m=m, n=N, A=A, S=S, U=U, V=V, params=run.infos["gesvdj"],
               batch=COUNT)  # fmt: skip
    assert list(info) == [0] * COUNT
    for i, matrix in enumerate(exact):
        left, right = U.values[:, i * m : i * m + N], V.values[:, i * N : (i + 1) * N]
        run.close(left @ np.diag(S[i * N : (i + 1) * N]) @ right.conj().T, matrix)


def largest_singular_values(run: Run) -> None:
    m, rank = N + 2, 3
    exact = [numbers((m, N), run.letter, seed) for seed in range(COUNT)]
    A, S = Matrix(np.hstack(exact)), run.real(rank * COUNT)
    U, V = (Matrix(np.zeros((size, rank * COUNT), run.dtype)) for size in (m, N))
    rest = np.zeros(COUNT, "f8")
    strides: dict[str, Any] = {"strideA": A.ld * N, "strideS": rank, "strideU": U.ld * rank,
                               "strideV": V.ld * rank}  # fmt: skip
    info = run(count=COUNT, jobz="V", rank=rank, m=m, n=N, A=A, S=S, U=U, V=V, residuals=rest,
               batch=COUNT, **strides)  # fmt: skip
    assert list(info) == [0] * COUNT
    for i, matrix in enumerate(exact):
        chosen = slice(i * rank, (i + 1) * rank)
        values = np.linalg.svd(matrix, compute_uv=False)
        run.close(S[chosen], values[:rank])
        made = U.values[:, chosen] @ np.diag(S[chosen]) @ V.values[:, chosen].conj().T
        run.close(np.array([np.linalg.norm(made - matrix)]), np.linalg.norm(values[rank:]))
        run.close(np.array([rest[i]]), np.linalg.norm(values[rank:]))
    assert S.dtype == REAL[run.letter]


SPECTRA: dict[str, Callable[[Run], None]] = {
    "syevd": eigenvalues, "syevj": eigenvalues, "syevdx": some_eigenvalues,
    "sygvdx": some_eigenvalues, "sygvd": pairs, "sygvj": pairs, "syevjBatched": eigenvalue_batch,
    "gesvd": singular_values, "gesvdj": singular_columns, "gesvdjBatched": singular_batch,
    "gesvdaStridedBatched": largest_singular_values,
}  # fmt: skip
