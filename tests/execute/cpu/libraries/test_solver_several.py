"""cuSOLVER's interface for several GPUs: tiles of columns lie with the devices in turns."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .handles import handle_by
from .solver_arguments import DTYPES, definite, hermitian, numbers

pytestmark = pytest.mark.toolchain

DEVICES, N, COLUMNS, ROW, COLUMN = 3, 7, 2, 2, 3
CODES = {"s": 0, "d": 1, "c": 4, "z": 5}


def at(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def grid_of(library: ctypes.CDLL, devices: int) -> ctypes.c_void_p:
    ids = np.arange(devices, dtype="i4")
    return handle_by(lambda made: library.cusolverMgCreateDeviceGrid(made, 1, devices, at(ids), 0))


class Shared:
    """A matrix in tiles of columns, of which each device has every third one."""

    def __init__(
        self, library: ctypes.CDLL, dtype: str, code: int, columns: int, tile: int
    ) -> None:
        self.tile, rows = tile, N + ROW
        blocks = -(-(columns + COLUMN) // tile)
        length = -(-blocks // DEVICES) * tile
        self.places = [np.full((length, rows), 3, dtype) for _ in range(DEVICES)]
        self.pivots = [np.zeros(length, "i4") for _ in range(DEVICES)]
        self.list = np.array([one.ctypes.data for one in self.places], "u8")
        self.pivot_list = np.array([one.ctypes.data for one in self.pivots], "u8")
        grid = grid_of(library, DEVICES)
        sizes = map(ctypes.c_int64, (rows, columns + COLUMN, rows, tile))
        words = *sizes, code, grid
        self.description = handle_by(lambda made: library.cusolverMgCreateMatrixDesc(made, *words))

    def words(self) -> tuple[Any, ...]:
        return at(self.list), ROW, COLUMN, self.description

    def column(self, j: int) -> Any:
        block, inside = divmod(COLUMN - 1 + j, self.tile)
        place = block // DEVICES * self.tile + inside
        return self.places[block % DEVICES][place, ROW - 1 : ROW - 1 + N]

    def put(self, values: Any) -> None:
        for j in range(values.shape[1]):
            self.column(j)[:] = values[:, j]

    def taken(self, columns: int) -> Any:
        return np.stack([self.column(j) for j in range(columns)], axis=1)


class Several:
    """The functions, for one type of elements."""

    def __init__(self, library: ctypes.CDLL, letter: str) -> None:
        self.library, self.letter, self.code = library, letter, CODES[letter]
        self.handle = handle_by(library.cusolverMgCreate)
        ids = np.arange(DEVICES, dtype="i4")
        assert library.cusolverMgDeviceSelect(self.handle, DEVICES, at(ids)) == 0

    def matrix(self, columns: int, tile: int = 2) -> Shared:
        return Shared(self.library, DTYPES[self.letter], self.code, columns, tile)

    def call(self, name: str, *words: Any, type_: int | None = None) -> None:
        code = self.code if type_ is None else type_
        needed = ctypes.c_int64(-1)
        asked = getattr(self.library, f"cusolverMg{name}_bufferSize")
        assert asked(self.handle, *words, code, ctypes.byref(needed)) == 0 and needed.value > 0
        info = np.full(1, 9, "i4")
        work = np.zeros(DEVICES, "u8")
        function = getattr(self.library, f"cusolverMg{name}")
        status = function(self.handle, *words, code, at(work), needed, at(info))
        assert (status, info[0]) == (0, 0), name


@pytest.fixture(params=list(CODES))
def several(solver: ctypes.CDLL, request: pytest.FixtureRequest) -> Several:
    return Several(solver, request.param)


def close(left: Any, right: Any) -> bool:
    eps = np.finfo(left.dtype).eps
    return bool(np.linalg.norm(left - right) <= 1000 * eps * (1 + np.linalg.norm(right)))


def test_cholesky(several: Several) -> None:
    A, B = definite(N, several.letter), numbers((N, COLUMNS), several.letter)
    a, b = several.matrix(N), several.matrix(COLUMNS, tile=5)
    a.put(A)
    b.put(B)
    several.call("Potrf", 0, N, *a.words())
    several.call("Potrs", 0, N, COLUMNS, *a.words(), *b.words())
    assert close(A @ b.taken(COLUMNS), B)
    several.call("Potri", 0, N, *a.words())
    lower = np.tril(a.taken(N))
    assert close(A @ (lower + np.tril(lower, -1).conj().T), np.eye(N))
    assert a.places[0][0, 0] == 3 and a.places[0][0, 1] == 3  # what lies beside the part


@pytest.mark.parametrize("trans", [0, 1, 2])
def test_lu(several: Several, trans: int) -> None:
    A, B = numbers((N, N), several.letter), numbers((N, COLUMNS), several.letter)
    a, b = several.matrix(N), several.matrix(COLUMNS)
    a.put(A)
    b.put(B)
    several.call("Getrf", N, N, *a.words(), at(a.pivot_list))
    several.call("Getrs", trans, N, COLUMNS, *a.words(), at(a.pivot_list), *b.words())
    operated = (A, A.T, A.conj().T)[trans]
    assert close(operated @ b.taken(COLUMNS), B)


def test_eigenvalues(several: Several) -> None:
    A = hermitian(N, several.letter)
    a = several.matrix(N)
    a.put(A)
    real = {4: 0, 5: 1}.get(several.code, several.code)
    W = np.zeros(N, A.real.dtype)
    several.call("Syevd", 1, 0, N, *a.words(), at(W), real)
    vectors = a.taken(N)
    assert close(A @ vectors, vectors * W)
    assert close(vectors.conj().T @ vectors, np.eye(N))


def test_mistakes(solver: ctypes.CDLL) -> None:
    several = Several(solver, "d")
    a = several.matrix(N)
    size = ctypes.c_int64()

    def asked(handle: Any, row: int = ROW, column: int = COLUMN, code: int = CODES["d"]) -> int:
        words = N, at(a.list), row, column, a.description, code, ctypes.byref(size)
        status: int = solver.cusolverMgPotrf_bufferSize(handle, 0, *words)
        return status

    assert asked(several.handle) == 0
    assert asked(None) == 1
    assert asked(several.handle, row=ROW + 2) == 3
    assert asked(several.handle, column=0) == 3
    assert asked(several.handle, code=CODES["s"]) == 9
    grid, ids = ctypes.c_void_p(), np.arange(2, dtype="i4")
    assert solver.cusolverMgCreateDeviceGrid(ctypes.byref(grid), 2, 1, at(ids), 0) == 9
    assert solver.cusolverMgDestroyMatrixDesc(a.description) == 0
    assert solver.cusolverMgDestroyGrid(grid_of(solver, 2)) == 0
    assert solver.cusolverMgDestroy(several.handle) == 0
