"""Calls of hipSOLVER's and cuSOLVER's dense functions, as their table tells what they take."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from porter.execute.cpu.libraries.solver_table import Entry, Parameter

DTYPES = {"s": "f4", "d": "f8", "c": "c8", "z": "c16"}
REAL = {"s": "f4", "d": "f8", "c": "f4", "z": "f8"}
#: Enumerators by what LAPACK calls them: HIP's and CUDA's.
ENUMERATORS = {
    "uplo": {"U": (121, 1), "L": (122, 0)},
    "side": {"L": (141, 0), "R": (142, 1)},
    "op": {"N": (111, 0), "T": (112, 1), "C": (113, 2)},
    "jobz": {"N": (201, 0), "V": (202, 1)},
    "range": {"A": (221, 1001), "V": (222, 1003), "I": (223, 1002)},
    "itype": {"1": (211, 1), "2": (212, 2), "3": (213, 3)},
}
#: What a leading dimension has beyond the rows, so that gaps are seen to stay.
GAP = 2
UNTOUCHED = -77


def numbers(shape: tuple[int, ...], letter: str, seed: int = 3) -> Any:
    random = np.random.default_rng(seed)
    made = random.uniform(-1, 1, shape)
    made = made + 1j * random.uniform(-1, 1, shape) if letter in "cz" else made
    return made.astype(DTYPES[letter])


def definite(n: int, letter: str, seed: int = 3) -> Any:
    """Return a Hermitian matrix whose eigenvalues are between about 1 and 10."""
    A = numbers((n, n), letter, seed)
    return (A @ A.conj().T / n + np.eye(n)).astype(DTYPES[letter])


def hermitian(n: int, letter: str, seed: int = 3) -> Any:
    A = numbers((n, n), letter, seed)
    return ((A + A.conj().T) / 2).astype(DTYPES[letter])


class Matrix:
    """A matrix by columns, with rows between them that nobody may write."""

    def __init__(self, values: Any) -> None:
        rows, columns = values.shape
        self.memory = np.full((rows + GAP, columns), UNTOUCHED, values.dtype, order="F")
        self.memory[:rows] = values
        self.values = self.memory[:rows]

    @property
    def ld(self) -> int:
        return self.memory.shape[0]

    def is_intact(self) -> bool:
        return bool((self.memory[len(self.values) :] == UNTOUCHED).all())


class Matrices:
    """A list of matrices."""

    def __init__(self, members: list[Matrix]) -> None:
        self.members = members
        self.list = (ctypes.c_void_p * len(members))(*(one.memory.ctypes.data for one in members))


class Calling(NamedTuple):
    """Functions of a library, by entries of the table.

    Args:
        library: where they are.
        handles: by interface.
    """

    library: ctypes.CDLL
    handles: dict[str, ctypes.c_void_p]

    def call(self, entry: Entry, values: dict[str, Any], info: Any) -> int:
        """Call a function, after the one that tells the size of its work area."""
        routine, is_own = entry.routine, entry.interface == "own"
        handle = self.handles[entry.interface]
        size = ctypes.c_int(-1)
        words = [*self.words(entry, routine.takes, values)]
        if entry.has_work_area:
            before, behind = routine.sized or (routine.takes, routine.behind)
            if is_own and routine.name == "gesvd":
                before = (*routine.takes[:2], *before)
            status: int = getattr(self.library, f"{entry.name}_bufferSize")(
                handle, *self.words(entry, before, values), ctypes.byref(size),
                *self.words(entry, behind, values))  # fmt: skip
            assert status == 0 and size.value >= 0, entry.name
            area = np.zeros(max(1, size.value), DTYPES[entry.letter])
            words.append(ctypes.c_void_p(area.ctypes.data))
            if routine.counted or is_own:
                words.append(size.value)
        words += self.words(entry, routine.between, values)
        words += [ctypes.c_void_p(info.ctypes.data), *self.words(entry, routine.behind, values)]
        answer: int = getattr(self.library, entry.name)(handle, *words)
        return answer

    def words(
        self, entry: Entry, parameters: tuple[Parameter, ...], values: dict[str, Any]
    ) -> list[Any]:
        """Return what is passed for parameters."""
        made: list[Any] = []
        for name, kind in parameters:
            value = values.get(name)
            if name in ENUMERATORS:
                made.append(ENUMERATORS[name][value][entry.interface == "cuda"])
            elif kind == "number":
                made.append(int(value))
            elif kind == "letter":
                made.append(ctypes.c_char(value.encode()))
            elif kind == "value":
                is_single = REAL[entry.letter] == "f4"
                made.append((ctypes.c_float if is_single else ctypes.c_double)(value))
            elif kind == "list":
                made += [value.list, value.members[0].ld]
            elif kind in ("matrix", "strided"):
                made += [_pointer(value.memory), value.ld]
                if kind == "strided":
                    made.append(ctypes.c_longlong(values[f"stride{name}"]))
            elif kind == "info":
                made.append(value)
            else:
                made.append(None if value is None else _pointer(value))
                if kind == "steps":
                    made.append(ctypes.c_longlong(values[f"stride{name}"]))
        return made


def _pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
