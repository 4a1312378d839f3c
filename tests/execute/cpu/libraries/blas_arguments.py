"""The arguments of one call of a BLAS function: made up, given to the library, and to NumPy."""

from __future__ import annotations

import copy
import ctypes
from typing import Any

import numpy as np

from porter.execute.cpu.libraries.blas_names import Entry
from porter.execute.cpu.libraries.blas_table import Family, Parameter

Array = np.ndarray[Any, Any]
DTYPES = {"s": "f4", "d": "f8", "c": "c8", "z": "c16", "h": "f2"}
REAL = {"s": "f4", "d": "f8", "c": "f4", "z": "f8", "h": "f2"}
LETTERS = {
    "op": "NTC", "transpose": "NT", "adjoint": "NC", "uplo": "UL", "side": "LR", "diag": "NU",
}  # fmt: skip
_HIP = {"N": 111, "T": 112, "C": 113, "U": 121, "L": 122}
_CUDA = {"N": 0, "T": 1, "C": 2, "U": 1, "L": 0}
SIZES = {"m": 5, "n": 4, "k": 3, "kl": 1, "ku": 2}
#: Leading dimension, columns, and the step of vectors, more than any function needs.
LD, COLUMNS, LENGTH = 7, 6, 16


def code(vendor: str, kind: str, letter: str) -> int:
    """Return a vendor's enumerator."""
    hip = vendor == "Hip"
    if kind == "side":
        return (141 if hip else 0) + "LR".index(letter)
    if kind == "diag":
        return (131 if hip else 0) + "NU".index(letter)
    return (_HIP if hip else _CUDA)[letter]


class Arguments:
    """What a function is called with; sizes, letters, scalars and arrays by the names of the table.

    Args:
        family: the row.
        letter: the type of elements.
        letters: the enumerators.
        step: of vectors.
        random: where numbers come from.
    """

    def __init__(
        self, family: Family, letter: str, letters: dict[str, str], step: int, random: Any
    ) -> None:
        self.name, self.letter, self.step = family.name, letter, step
        self.minus, self.band_rows = -1, 0
        self.answer: Any = None
        self.arrays: dict[str, Array] = {}
        self.values: dict[str, Any] = dict(letters)
        for one in family.parameters:
            dtype = np.dtype(REAL[letter] if one.type == "real" else DTYPES[letter])
            if one.kind == "size":
                self.values[one.name] = SIZES[one.name]
            elif one.kind == "scalar":
                self.values[one.name] = numbers((), dtype, random)[()]
            elif one.is_array:
                shape = (LD, COLUMNS) if one.kind == "matrix" else (LENGTH,)
                made = numbers(shape, dtype, random)
                if one.kind == "matrix" and family.name.startswith(("trs", "tbs", "trt")):
                    made = made + 3 * np.eye(*shape)  # far from singular
                    made[:3] += 3 if family.name == "tbsv" else 0
                if one.kind == "packed" and family.name == "tpsv":
                    made = made + 4
                self.arrays[one.name] = np.asfortranarray(made.astype(dtype))

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["values"][name]
        except KeyError as error:
            raise AttributeError(name) from error

    def __getitem__(self, name: str) -> Array:
        return self.arrays[name]

    def vector(self, name: str, length: int) -> Array:
        """Return a vector's elements in their order, which a step below zero reverses."""
        picked = self.arrays[name][: length * abs(self.step) : abs(self.step)]
        return (picked[::-1] if self.step < 0 else picked).copy()

    def set_vector(self, name: str, values: Array) -> None:
        ordered = values[::-1] if self.step < 0 else values
        self.arrays[name][: len(values) * abs(self.step) : abs(self.step)] = ordered

    def set_matrix(self, name: str, values: Array) -> None:
        self.arrays[name][: values.shape[0], : values.shape[1]] = values

    def result(self, value: Any) -> None:
        self.answer = value

    def exact(self) -> Arguments:
        """Return the same in a precision in which roundings do not count."""
        return self._mapped(
            lambda values: values.astype("c32" if values.dtype.kind == "c" else "f16")
        )

    def sizes(self) -> Arguments:
        """Return the absolute values, to be added up."""
        made = self.exact()._mapped(abs)
        made.minus = 1
        return made

    def _mapped(self, change: Any) -> Arguments:
        made = copy.copy(self)
        made.arrays = {name: np.array(change(array)) for name, array in self.arrays.items()}
        made.values = {
            name: change(value) if isinstance(value, np.generic) else value
            for name, value in self.values.items()
        }
        return made


def numbers(shape: tuple[int, ...], dtype: np.dtype[Any], random: Any) -> Array:
    """Return numbers between -1 and 1."""
    made = random.uniform(-1, 1, shape)
    if dtype.kind == "c":
        made = made + 1j * random.uniform(-1, 1, shape)
    return np.asarray(made, dtype)


class Calling:
    """Calls a function of the library on several sets of arguments, as its variant wants them.

    Args:
        library: the library.
        handle: of either vendor.
    """

    def __init__(self, library: ctypes.CDLL, handle: ctypes.c_void_p) -> None:
        self.library, self.handle = library, handle

    def call(self, entry: Entry, members: list[Arguments]) -> list[Any]:
        """Call; arrays are changed in place.

        Returns:
            The results of all members; nothing for functions without.
        """
        size = ctypes.c_int64 if entry.is_wide else ctypes.c_int
        words: list[Any] = [self.handle]
        kept: list[Any] = []
        copied: list[tuple[Arguments, str, Array]] = []
        results = None
        for one in entry.family.parameters:
            if one.kind == "result":
                kind = REAL if one.type == "real" else DTYPES
                integer = "i8" if entry.is_wide else "i4"
                dtype = integer if one.type == "int" else kind[entry.letter]
                results = np.zeros(len(members), dtype)
            elif one.is_array:
                words += self._array(entry, one, members, size, kept, copied)
            elif one.kind == "size":
                words.append(size(getattr(members[0], one.name)))
            elif one.kind == "scalar":
                kept.append(np.array(getattr(members[0], one.name)))
                words.append(kept[-1].ctypes.data_as(ctypes.c_void_p))
            else:
                letter = getattr(members[0], one.name)
                words.append(ctypes.c_int(code(entry.vendor, one.kind, letter)))
        if entry.variant:
            words.append(size(len(members)))
        if results is not None:
            words.append(results.ctypes.data_as(ctypes.c_void_p))
        status = getattr(self.library, entry.name)(*words)
        assert status == 0, f"{entry.name}: {status}"
        for member, name, array in copied:
            member.arrays[name] = array
        return [] if results is None else list(results)

    def _array(
        self,
        entry: Entry,
        one: Parameter,
        members: list[Arguments],
        size: Any,
        kept: list[Any],
        copied: list[tuple[Arguments, str, Array]],
    ) -> list[Any]:
        arrays = [member[one.name] for member in members]
        step = {"vector": members[0].step, "matrix": LD}.get(one.kind)
        steps = [] if step is None else [size(step)]
        if entry.variant == "batched":
            listed = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))
            kept.append(listed)
            return [listed, *steps]
        if entry.variant == "strided":
            flat = np.concatenate([array.ravel(order="F") for array in arrays])
            count = arrays[0].size
            for i, member in enumerate(members):
                part = flat[i * count : (i + 1) * count]
                copied.append((member, one.name, part.reshape(arrays[0].shape, order="F")))
            return [flat.ctypes.data_as(ctypes.c_void_p), *steps, ctypes.c_int64(count)]
        return [arrays[0].ctypes.data_as(ctypes.c_void_p), *steps]
