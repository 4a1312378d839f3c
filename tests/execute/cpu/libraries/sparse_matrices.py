"""Sparse matrices from dense ones, and calls of cuSPARSE's generic interface with them."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

WIDE = ctypes.c_int64
#: hipDataType, which is cudaDataType: by NumPy's names.
TYPES = {"f4": 0, "f8": 1, "f2": 2, "i1": 3, "c8": 4, "c16": 5, "i4": 10}
#: NumPy's names of types by the letters of functions.
LETTERS = {"S": "f4", "D": "f8", "C": "c8", "Z": "c16"}
INDICES = {"i4": 2, "i8": 3}
CSR, CSC, COO = 1, 2, 3
OPERATIONS = {"N": 0, "T": 1, "C": 2}


def at(array: Any) -> Any:
    return None if array is None else ctypes.c_void_p(array.ctypes.data)


def applied(op: str, A: Any) -> Any:
    return {"N": A, "T": A.T, "C": A.conj().T}[op]


def numbers(shape: tuple[int, ...], dtype: str, seed: int = 3) -> Any:
    random = np.random.default_rng(seed)
    if dtype in ("i1", "i4"):
        return random.integers(-5, 6, shape).astype(dtype)
    made = random.uniform(-1, 1, shape)
    made = made + 1j * random.uniform(-1, 1, shape) if dtype[0] == "c" else made
    return made.astype(dtype)


def sparse(shape: tuple[int, int], dtype: str, seed: int = 3) -> Any:
    """Return a dense matrix of which about a third is not zero, with an empty row."""
    made = numbers(shape, dtype, seed)
    made[np.random.default_rng(seed + 1).uniform(size=shape) < 0.6] = 0
    made[1] = 0
    return made


class Lines:
    """Offsets, indices and values of compressed rows; of columns for a transposed matrix."""

    def __init__(self, dense: Any, index: str = "i4", base: int = 0) -> None:
        rows, self.places = np.nonzero(dense)
        self.rows = (rows + base).astype(index)
        self.indices = (self.places + base).astype(index)
        self.values = dense[rows, self.places].copy()
        counts = np.bincount(rows, minlength=len(dense))
        self.offsets = (np.concatenate([[0], np.cumsum(counts)]) + base).astype(index)
        self.count = len(self.values)


class Generic:
    """The generic functions of a vendor, with descriptors that live as long as this."""

    def __init__(self, library: ctypes.CDLL, prefix: str) -> None:
        self.library, self.prefix = library, prefix
        self.handle = ctypes.c_void_p()
        self.kept: list[Any] = []
        assert self("Create", ctypes.byref(self.handle)) == 0

    def __call__(self, name: str, *words: Any) -> int:
        status: int = getattr(self.library, self.prefix + name)(*words)
        return status

    def call(self, name: str, *words: Any) -> None:
        """Call a function with the handle; it has to succeed."""
        assert self(name, self.handle, *words) == 0, name

    def sized(self, name: str, *words: Any) -> None:
        """Ask for a work area, prepare if there is such a function, and call."""
        size = ctypes.c_size_t(0)
        self.call(f"{name}_bufferSize", *words, ctypes.byref(size))
        area = np.zeros(size.value, "u1")
        if hasattr(self.library, f"{self.prefix}{name}_preprocess"):
            self.call(f"{name}_preprocess", *words, at(area))
        self.call(name, *words, at(area))

    def made(self, name: str, *words: Any) -> ctypes.c_void_p:
        """Create a descriptor."""
        descriptor = ctypes.c_void_p()
        assert self(f"Create{name}", ctypes.byref(descriptor), *words) == 0, name
        self.kept.append(words)
        return descriptor

    def vector(self, values: Any) -> ctypes.c_void_p:
        self.kept.append(values)
        return self.made("DnVec", WIDE(len(values)), at(values), TYPES[values.dtype.str[1:]])

    def some(self, size: int, indices: Any, values: Any, base: int = 0) -> ctypes.c_void_p:
        self.kept += [indices, values]
        kinds = INDICES[indices.dtype.str[1:]], base, TYPES[values.dtype.str[1:]]
        return self.made("SpVec", WIDE(size), WIDE(len(values)), at(indices), at(values), *kinds)

    def dense(self, values: Any, *, by_rows: bool = True) -> ctypes.c_void_p:
        """Describe a matrix, which is C's where `by_rows` and Fortran's otherwise."""
        self.kept.append(values)
        rows, columns = values.shape
        ld = values.strides[0 if by_rows else 1] // values.itemsize
        return self.made("DnMat", WIDE(rows), WIDE(columns), WIDE(ld), at(values),
                         TYPES[values.dtype.str[1:]], 2 if by_rows else 1)  # fmt: skip

    def matrix(
        self, dense: Any, form: str = "Csr", index: str = "i4", base: int = 0
    ) -> ctypes.c_void_p:
        lines = Lines(dense.T if form == "Csc" else dense, index, base)
        self.kept.append(lines)
        return self.of(lines, dense.shape, form)

    def of(self, lines: Lines, shape: tuple[int, int], form: str = "Csr") -> ctypes.c_void_p:
        first = lines.rows if form == "Coo" else lines.offsets
        kind = INDICES[lines.indices.dtype.str[1:]]
        base = int(lines.offsets[0])
        kinds = (kind,) if form == "Coo" else (kind, kind)
        return self.made(form, WIDE(shape[0]), WIDE(shape[1]), WIDE(lines.count), at(first),
                         at(lines.indices), at(lines.values), *kinds, base,
                         TYPES[lines.values.dtype.str[1:]])  # fmt: skip


def kind(old: Generic, base: int = 0) -> ctypes.c_void_p:
    """Describe a matrix to the older interface, whose indices count from `base`."""
    made = old.made("MatDescr")
    assert old("SetMatIndexBase", made, base) == 0
    return made
