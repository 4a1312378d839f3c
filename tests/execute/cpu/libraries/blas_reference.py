"""What BLAS's functions do, in NumPy, after the reference BLAS's descriptions.

Each function is shown the arguments of a call and writes what the call has to write. In a second
run, where all numbers are their absolute values and `minus` adds, it gives a bound of what can be
lost: every rounding is at most half a unit of a term that was added there (Higham, Accuracy and
Stability of Numerical Algorithms, 3.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .blas_arguments import Arguments

Array = np.ndarray[Any, Any]
REFERENCES: dict[str, Callable[[Arguments], None]] = {}


def reference(*names: str) -> Callable[[Callable[[Arguments], None]], Callable[[Arguments], None]]:
    def note(function: Callable[[Arguments], None]) -> Callable[[Arguments], None]:
        REFERENCES.update(dict.fromkeys(names, function))
        return function

    return note


def op(letter: str, matrix: Array) -> Array:
    return {"N": matrix, "T": matrix.T, "C": matrix.conj().T}[letter]


def mirrored(letter: str, triangle: Array, *, hermitian: bool) -> Array:
    """Return the whole matrix of which a triangle is stored."""
    part = np.triu(triangle) if letter == "U" else np.tril(triangle)
    strict = np.triu(triangle, 1) if letter == "U" else np.tril(triangle, -1)
    if not hermitian:
        return part + strict.T
    diagonal = np.diag(np.diag(triangle).real).astype(triangle.dtype)
    return strict + diagonal + strict.conj().T


def triangular(uplo: str, diag: str, matrix: Array) -> Array:
    part = np.triu(matrix) if uplo == "U" else np.tril(matrix)
    if diag == "U":
        np.fill_diagonal(part, 1)
    return part


def written_triangle(a: Arguments, old: Array, new: Array, *, hermitian: bool) -> Array:
    keep = np.tril(np.ones(old.shape), -1) if a.uplo == "U" else np.triu(np.ones(old.shape), 1)
    made = np.where(keep == 1, old, new)
    if hermitian:
        np.fill_diagonal(made, np.diag(made).real)
    return made


def solved(a: Arguments, matrix: Array, right: Array, *, is_lower: bool) -> Array:
    """Return the solution by substitution, as every BLAS computes it."""
    n = len(matrix)
    x = right.copy()
    for i in range(n) if is_lower else reversed(range(n)):
        for j in range(i) if is_lower else range(i + 1, n):
            x[i] = x[i] + a.minus * matrix[i, j] * x[j]
        x[i] = x[i] / matrix[i, i]
    return x


def band(a: Arguments, rows: int, columns: int, above: int) -> Array:
    """Return the matrix of which diagonals are stored, `above` of them over the main one."""
    full = np.zeros((rows, columns), a["A"].dtype)
    for j in range(columns):
        for i in range(rows):
            place = above + i - j
            if 0 <= place < a.band_rows:
                full[i, j] = a["A"][place, j]
    return full


def packed(a: Arguments, n: int) -> Array:
    full = np.zeros((n, n), a["AP"].dtype)
    cells = packed_cells(a.uplo, n)
    for place, (i, j) in enumerate(cells):
        full[i, j] = a["AP"][place]
    return full


def packed_cells(uplo: str, n: int) -> list[tuple[int, int]]:
    return [(i, j) for j in range(n) for i in (range(j + 1) if uplo == "U" else range(j, n))]


def triangle_of(a: Arguments, name: str) -> Array:
    """Return the square matrix of a function, however it is stored."""
    if name[1] == "p":
        return packed(a, a.n)
    if name[1] == "b":
        a.band_rows = a.k + 1
        return band(a, a.n, a.n, a.k if a.uplo == "U" else 0)
    return a["A"][: a.n, : a.n]


@reference("iamax", "iamin")
def extreme(a: Arguments) -> None:
    x = a.vector("x", a.n)
    sizes = abs(x.real) + abs(x.imag)
    a.result(int((sizes.argmax() if a.name == "iamax" else sizes.argmin()) + 1))


@reference("asum")
def asum(a: Arguments) -> None:
    x = a.vector("x", a.n)
    a.result((abs(x.real) + abs(x.imag)).sum())


@reference("nrm2")
def nrm2(a: Arguments) -> None:
    a.result(np.sqrt((abs(a.vector("x", a.n)) ** 2).sum()))


@reference("axpy", "axpy_half")
def axpy(a: Arguments) -> None:
    a.set_vector("y", a.alpha * a.vector("x", a.n) + a.vector("y", a.n))


@reference("copy")
def copy(a: Arguments) -> None:
    a.set_vector("y", a.vector("x", a.n))


@reference("swap")
def swap(a: Arguments) -> None:
    x, y = a.vector("x", a.n), a.vector("y", a.n)
    a.set_vector("x", y)
    a.set_vector("y", x)


@reference("dot", "dotu", "dotc", "dot_half")
def dot(a: Arguments) -> None:
    x = a.vector("x", a.n)
    a.result(((x.conj() if a.name == "dotc" else x) * a.vector("y", a.n)).sum())


@reference("scal", "scal_real")
def scal(a: Arguments) -> None:
    a.set_vector("x", a.alpha * a.vector("x", a.n))


@reference("rot", "rot_real")
def rot(a: Arguments) -> None:
    x, y = a.vector("x", a.n), a.vector("y", a.n)
    a.set_vector("x", a.c * x + a.s * y)
    a.set_vector("y", a.c * y + a.minus * np.conj(a.s) * x)


@reference("gemv", "gbmv")
def gemv(a: Arguments) -> None:
    if a.name == "gbmv":
        a.band_rows = a.kl + a.ku + 1
    A = op(a.trans, a["A"][: a.m, : a.n] if a.name == "gemv" else band(a, a.m, a.n, a.ku))
    a.set_vector("y", a.alpha * A @ a.vector("x", A.shape[1]) + a.beta * a.vector("y", len(A)))


@reference("ger", "geru", "gerc")
def ger(a: Arguments) -> None:
    y = a.vector("y", a.n)
    product = np.outer(a.vector("x", a.m), y.conj() if a.name == "gerc" else y)
    a.set_matrix("A", a["A"][: a.m, : a.n] + a.alpha * product)


@reference("symv", "symv_complex", "hemv", "sbmv", "hbmv", "spmv", "hpmv")
def symv(a: Arguments) -> None:
    A = mirrored(a.uplo, triangle_of(a, a.name), hermitian=a.name[0] == "h")
    a.set_vector("y", a.alpha * A @ a.vector("x", a.n) + a.beta * a.vector("y", a.n))


@reference("syr", "syr_complex", "her", "spr", "hpr", "spr_complex")
def syr(a: Arguments) -> None:
    x = a.vector("x", a.n)
    hermitian = a.name[0] == "h"
    update(a, a.alpha * np.outer(x, x.conj() if hermitian else x), hermitian=hermitian)


@reference("syr2", "syr2_complex", "her2", "spr2", "hpr2")
def syr2(a: Arguments) -> None:
    x, y = a.vector("x", a.n), a.vector("y", a.n)
    if a.name[0] == "h":
        product = a.alpha * np.outer(x, y.conj()) + np.conj(a.alpha) * np.outer(y, x.conj())
        update(a, product, hermitian=True)
    else:
        update(a, a.alpha * (np.outer(x, y) + np.outer(y, x)), hermitian=False)


def update(a: Arguments, product: Array, *, hermitian: bool) -> None:
    """Add to a triangle, packed or not."""
    old = triangle_of(a, a.name)
    new = written_triangle(a, old, old + product, hermitian=hermitian)
    if a.name[1] == "p":
        for place, (i, j) in enumerate(packed_cells(a.uplo, a.n)):
            a["AP"][place] = new[i, j]
    else:
        a.set_matrix("A", new)


@reference("trmv", "tbmv", "tpmv", "trsv", "tbsv", "tpsv")
def trmv(a: Arguments) -> None:
    A, x = op(a.trans, triangular(a.uplo, a.diag, triangle_of(a, a.name))), a.vector("x", a.n)
    is_lower = (a.uplo == "L") == (a.trans == "N")
    a.set_vector("x", A @ x if a.name.endswith("mv") else solved(a, A, x, is_lower=is_lower))


@reference("tpttr")
def tpttr(a: Arguments) -> None:
    for place, (i, j) in enumerate(packed_cells(a.uplo, a.n)):
        a["A"][i, j] = a["AP"][place]


@reference("trttp")
def trttp(a: Arguments) -> None:
    for place, (i, j) in enumerate(packed_cells(a.uplo, a.n)):
        a["AP"][place] = a["A"][i, j]


@reference("gemm", "gemm3m", "gemm3m_double", "gemm_half")
def gemm(a: Arguments) -> None:
    A = op(a.transA, a["A"][: a.m, : a.k] if a.transA == "N" else a["A"][: a.k, : a.m])
    B = op(a.transB, a["B"][: a.k, : a.n] if a.transB == "N" else a["B"][: a.n, : a.k])
    a.set_matrix("C", a.alpha * (A @ B) + a.beta * a["C"][: a.m, : a.n])


@reference("symm", "hemm")
def symm(a: Arguments) -> None:
    size = a.m if a.side == "L" else a.n
    A = mirrored(a.uplo, a["A"][:size, :size], hermitian=a.name == "hemm")
    B = a["B"][: a.m, : a.n]
    product = A @ B if a.side == "L" else B @ A
    a.set_matrix("C", a.alpha * product + a.beta * a["C"][: a.m, : a.n])


@reference("syrk", "herk", "syr2k", "her2k", "syrkx", "herkx")
def syrk(a: Arguments) -> None:
    hermitian = a.name[0] == "h"
    shape = (slice(a.n), slice(a.k)) if a.trans == "N" else (slice(a.k), slice(a.n))
    A = op(a.trans, a["A"][shape])
    B = A if a.name.endswith("rk") else op(a.trans, a["B"][shape])
    product = a.alpha * (A @ (B.conj().T if hermitian else B.T))
    if a.name == "her2k":
        product = product + np.conj(a.alpha) * (B @ A.conj().T)
    elif a.name == "syr2k":
        product = product + a.alpha * (B @ A.T)
    old = a["C"][: a.n, : a.n]
    if hermitian:  # the parts of the diagonal that must be zero are not read
        old = old.copy()
        np.fill_diagonal(old, np.diag(old).real)
    new = written_triangle(a, old, product + a.beta * old, hermitian=hermitian)
    unread = written_triangle(a, a["C"][: a.n, : a.n], new, hermitian=False)
    a.set_matrix("C", unread)


@reference("geam")
def geam(a: Arguments) -> None:
    A = op(a.transA, a["A"][: a.m, : a.n] if a.transA == "N" else a["A"][: a.n, : a.m])
    B = op(a.transB, a["B"][: a.m, : a.n] if a.transB == "N" else a["B"][: a.n, : a.m])
    a.set_matrix("C", a.alpha * A + a.beta * B)


@reference("dgmm")
def dgmm(a: Arguments) -> None:
    A, is_left = a["A"][: a.m, : a.n], a.side == "L"
    x = a.vector("x", a.m if is_left else a.n)
    a.set_matrix("C", x[:, None] * A if is_left else A * x[None, :])


@reference("trmm_in_place")
@reference("trmm")
def trmm(a: Arguments) -> None:
    size = a.m if a.side == "L" else a.n
    A = op(a.transA, triangular(a.uplo, a.diag, a["A"][:size, :size]))
    B = a["B"][: a.m, : a.n]
    a.set_matrix("C" if "C" in a.arrays else "B", a.alpha * (A @ B if a.side == "L" else B @ A))


@reference("trsm")
def trsm(a: Arguments) -> None:
    is_left = a.side == "L"
    size = a.m if is_left else a.n
    A = op(a.transA, triangular(a.uplo, a.diag, a["A"][:size, :size]))
    is_lower = (a.uplo == "L") == (a.transA == "N")
    right = a.alpha * a["B"][: a.m, : a.n]
    if is_left:
        a.set_matrix("B", solved(a, A, right, is_lower=is_lower))
    else:
        a.set_matrix("B", solved(a, A.T, right.T, is_lower=not is_lower).T)


@reference("trtri")
def trtri(a: Arguments) -> None:
    A = triangular(a.uplo, a.diag, a["A"][: a.n, : a.n])
    inverse = solved(a, A, np.eye(a.n, dtype=A.dtype), is_lower=a.uplo == "L")
    a.set_matrix("invA", written_triangle(a, a["invA"][: a.n, : a.n], inverse, hermitian=False))
