"""The interfaces of hipSOLVER and cuSOLVER with 64-bit sizes and with refinement."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .solver_arguments import DTYPES, REAL, definite, hermitian, numbers

pytestmark = pytest.mark.toolchain

N, COLUMNS = 6, 3
CODES = {"s": 0, "d": 1, "c": 4, "z": 5}
LOWER = {"hipsolverDn": 122, "cusolverDn": 0}
PLAIN = {"hipsolverDn": 111, "hipsolver": 111, "cusolverDn": 0}
WIDE = ctypes.c_int64
#: Every name of solutions by refinement: what follows the letter of the type of elements.
REFINED = {"hipsolver": {"s": "S", "d": "D", "c": "C", "z": "Z"}}
REFINED["hipsolverDn"] = REFINED["hipsolver"]
REFINED["cusolverDn"] = {"s": "SHBX", "d": "DSHBX", "c": "CKEY", "z": "ZCKEY"}


def at(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def columns(values: Any) -> Any:
    return np.array(values, order="F", copy=True)


def lost(letter: str, size: Any) -> float:
    return float(100 * N**2 * np.finfo(DTYPES[letter]).eps * np.linalg.norm(size))


class Wide:
    """Functions of 64-bit sizes: each is asked for its work area, then called."""

    def __init__(self, library: ctypes.CDLL, prefix: str) -> None:
        self.library, self.prefix = library, prefix
        self.handle, self.params = ctypes.c_void_p(), ctypes.c_void_p()
        assert getattr(library, f"{prefix}Create")(ctypes.byref(self.handle)) == 0
        assert getattr(library, f"{prefix}CreateParams")(ctypes.byref(self.params)) == 0
        self.info = np.full(1, 9, "i4")

    def plain(self, name: str, *words: Any) -> None:
        function = getattr(self.library, self.prefix + name)
        self.info[0] = 9
        assert function(self.handle, self.params, *words, at(self.info)) == 0, name
        assert self.info[0] == 0, name

    def sized(
        self, name: str, *words: Any, behind: tuple[Any, ...] = (), host: bool = True
    ) -> None:
        sizes = [ctypes.c_size_t(77), ctypes.c_size_t(77)][: 2 if host else 1]
        function = getattr(self.library, f"{self.prefix}{name}_bufferSize")
        asked = [word for word in words if not isinstance(word, Pivots)]
        assert function(self.handle, self.params, *asked, *map(ctypes.byref, sizes)) == 0, name
        areas = [np.zeros(size.value + 1, "u1") for size in sizes]
        given = [word for area, size in zip(areas, sizes, strict=True) for word in (at(area), size)]
        words = tuple(at(word.array) if isinstance(word, Pivots) else word for word in words)
        self.info[0] = 9
        function = getattr(self.library, self.prefix + name)
        answer = function(self.handle, self.params, *words, *given, at(self.info), *behind)
        assert (answer, self.info[0]) == (0, 0), name


class Pivots:
    """What a factorisation takes and the question for its work area does not."""

    def __init__(self, array: Any) -> None:
        self.array = array


@pytest.mark.parametrize("prefix", ["hipsolverDn", "cusolverDn"])
@pytest.mark.parametrize("letter", CODES)
@pytest.mark.parametrize("generation", ["X", ""])
def test_systems(solver: ctypes.CDLL, prefix: str, letter: str, generation: str) -> None:
    if not generation and prefix != "cusolverDn":
        pytest.skip("cuSOLVER's older interface")
    wide, code, host = Wide(solver, prefix), CODES[letter], bool(generation)
    potrf, potrs, getrf, getrs, geqrf = (
        generation + (name if host else name.capitalize())
        for name in ("potrf", "potrs", "getrf", "getrs", "geqrf")
    )
    exact, right = definite(N, letter), numbers((N, COLUMNS), letter)
    A, B, n, k = columns(exact), columns(right), WIDE(N), WIDE(COLUMNS)
    wide.sized(potrf, LOWER[prefix], n, code, at(A), n, code, host=host)
    wide.plain(potrs, LOWER[prefix], n, k, code, at(A), n, code, at(B), n)
    assert np.linalg.norm(exact @ B - right) <= lost(letter, exact)
    exact = numbers((N, N), letter) + 2 * np.eye(N, dtype=DTYPES[letter])
    A, B, pivots = columns(exact), columns(right), np.zeros(N, "i8")
    wide.sized(getrf, n, n, code, at(A), n, Pivots(pivots), code, host=host)
    wide.plain(getrs, PLAIN[prefix], n, k, code, at(A), n, at(pivots), code, at(B), n)
    assert np.linalg.norm(exact @ B - right) <= lost(letter, exact)
    A, tau = columns(exact), np.zeros(N, DTYPES[letter])
    wide.sized(geqrf, n, n, code, at(A), n, code, at(tau), code, host=host)
    R = np.triu(A)
    normal = exact.conj().T @ exact
    assert np.linalg.norm(R.conj().T @ R - normal) <= lost(letter, normal)


@pytest.mark.parametrize("letter", CODES)
@pytest.mark.parametrize("generation", ["X", ""])
def test_cudas_spectra(solver: ctypes.CDLL, letter: str, generation: str) -> None:
    wide, code, host = Wide(solver, "cusolverDn"), CODES[letter], bool(generation)
    real, n = CODES[{"c": "s", "z": "d"}.get(letter, letter)], WIDE(N)
    exact = hermitian(N, letter)
    A, W = columns(exact), np.zeros(N, REAL[letter])
    wide.sized(generation + ("syevd" if host else "Syevd"), 1, 0, n, code, at(A), n, real, at(W),
               code, host=host)  # fmt: skip
    assert np.linalg.norm(A @ np.diag(W) @ A.conj().T - exact) <= lost(letter, exact)
    exact = numbers((N + 2, N), letter)
    A, S, m = columns(exact), np.zeros(N, REAL[letter]), WIDE(N + 2)
    U, V = columns(np.zeros((N + 2, N), A.dtype)), columns(np.zeros((N, N), A.dtype))
    job = ctypes.c_char(b"S")
    wide.sized(generation + ("gesvd" if host else "Gesvd"), job, job, m, n, code, at(A), m, real,
               at(S), code, at(U), m, code, at(V), n, code, host=host)  # fmt: skip
    assert np.linalg.norm(U @ np.diag(S) @ V - exact) <= lost(letter, exact)
    if not host:
        return
    A, error = columns(exact), ctypes.c_double(9)
    wide.sized("Xgesvdp", 1, 1, m, n, code, at(A), m, real, at(S), code, at(U), m, code, at(V), n,
               code, behind=(ctypes.byref(error),))  # fmt: skip
    assert np.linalg.norm(U @ np.diag(S) @ V.conj().T - exact) <= lost(letter, exact)
    exact, found = hermitian(N, letter), np.zeros(1, "i8")
    A = columns(exact)
    wide.sized("Xsyevdx", 0, 1002, 0, n, code, at(A), n, None, None, WIDE(2), WIDE(3), at(found),
               real, at(W), code)  # fmt: skip
    assert found[0] == 2
    assert abs(W[:2] - np.linalg.eigvalsh(exact)[1:3]).max() <= lost(letter, exact)


@pytest.mark.parametrize("letter", CODES)
def test_cudas_largest_singular_values(solver: ctypes.CDLL, letter: str) -> None:
    wide, code, k = Wide(solver, "cusolverDn"), CODES[letter], 2
    real = CODES[{"c": "s", "z": "d"}.get(letter, letter)]
    exact = numbers((N + 2, N), letter)
    A, S, m, n = columns(exact), np.zeros(k, REAL[letter]), WIDE(N + 2), WIDE(N)
    U, V = columns(np.zeros((N + 2, k), A.dtype)), columns(np.zeros((N, k), A.dtype))
    job, words = ctypes.c_char(b"S"), (WIDE(k), WIDE(1), WIDE(2))
    wide.sized("Xgesvdr", job, job, m, n, *words, code, at(A), m, real, at(S), code, at(U), m,
               code, at(V), n, code)  # fmt: skip
    assert abs(S - np.linalg.svd(exact, compute_uv=False)[:k]).max() <= lost(letter, exact)
    assert np.linalg.norm(exact @ V - U @ np.diag(S)) <= lost(letter, exact)
    assert np.linalg.norm(U.conj().T @ U - np.eye(k)) <= lost(letter, exact)


@pytest.mark.parametrize("letter", CODES)
def test_cudas_inverse_triangles(solver: ctypes.CDLL, letter: str) -> None:
    wide, n = Wide(solver, "cusolverDn"), WIDE(N)
    for is_lower, is_unit in ((True, False), (False, True)):
        whole = numbers((N, N), letter) + 3 * np.eye(N, dtype=DTYPES[letter])
        exact = np.tril(whole) if is_lower else np.triu(whole)
        if is_unit:
            np.fill_diagonal(exact, 1)
        A, info, sizes = columns(whole), np.full(1, 9, "i4"), (ctypes.c_size_t * 2)()
        words = [wide.handle, 0 if is_lower else 1, int(is_unit), n, CODES[letter], at(A), n]
        asked = (ctypes.byref(sizes, 0), ctypes.byref(sizes, 8))
        assert solver.cusolverDnXtrtri_bufferSize(*words, *asked) == 0
        areas = (None, ctypes.c_size_t(sizes[0]), None, ctypes.c_size_t(sizes[1]))
        assert solver.cusolverDnXtrtri(*words, *areas, at(info)) == 0
        assert info[0] == 0
        inverse = np.tril(A) if is_lower else np.triu(A)
        other = A - inverse
        assert (other == whole - (np.tril(whole) if is_lower else np.triu(whole))).all()
        if is_unit:
            np.fill_diagonal(inverse, 1)
        bound = lost(letter, exact) * np.linalg.norm(inverse)
        assert np.linalg.norm(exact @ inverse - np.eye(N)) <= bound


@pytest.mark.parametrize("prefix", REFINED)
@pytest.mark.parametrize("letter", CODES)
def test_solutions_by_refinement(solver: ctypes.CDLL, prefix: str, letter: str) -> None:
    handle, info, pivots = ctypes.c_void_p(), np.full(1, 9, "i4"), np.zeros(N, "i4")
    assert getattr(solver, f"{prefix}Create")(ctypes.byref(handle)) == 0
    square = numbers((N, N), letter) + 2 * np.eye(N, dtype=DTYPES[letter])
    tall = numbers((N + 3, N), letter)
    size, turns = ctypes.c_size_t(), ctypes.c_int(-9)
    area = [] if prefix == "hipsolver" else [None]
    for second in REFINED[prefix][letter]:
        for name, exact in (("gesv", square), ("gels", tall)):
            m = len(exact)
            right = numbers((m, COLUMNS), letter)
            A, B = columns(exact), columns(right)
            X = columns(np.zeros((N, COLUMNS), A.dtype))
            words = [handle, *([] if name == "gesv" else [m]), N, COLUMNS, at(A), m]
            words += [*([at(pivots)] if name == "gesv" else []), at(B), m, at(X), N]
            stem = f"{prefix}{letter.upper()}{second}{name}"
            ask = getattr(solver, f"{stem}_bufferSize")
            assert ask(*words, *area, ctypes.byref(size)) == 0, stem
            work = np.zeros(size.value, "u1")
            function = getattr(solver, stem)
            assert function(*words, at(work), size, ctypes.byref(turns), at(info)) == 0, stem
            assert info[0] == 0 and turns.value >= 0
            residual = exact.conj().T @ (exact @ X - right)
            assert np.linalg.norm(residual) <= lost(letter, exact) * np.linalg.norm(exact)


@pytest.mark.parametrize("letter", CODES)
def test_cudas_row_swaps(solver: ctypes.CDLL, letter: str) -> None:
    handle = ctypes.c_void_p()
    assert solver.cusolverDnCreate(ctypes.byref(handle)) == 0
    exact, pivots = numbers((N, COLUMNS), letter), np.array([3, 2, 6], "i4")
    A = columns(exact)
    swap = getattr(solver, f"cusolverDn{letter.upper()}laswp")
    assert swap(handle, COLUMNS, at(A), N, 1, 3, at(pivots), 1) == 0
    for i, other in enumerate(pivots - 1):
        exact[[i, other]] = exact[[other, i]]
    assert (exact == A).all()
