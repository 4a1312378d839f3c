"""Every function of cuBLAS's first interface (cublas.h), beside NumPy.

They take no handle, letters for what is to be done and scalars by value, and return their results.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from porter.execute.cpu.libraries.blas_names import Entry
from porter.execute.cpu.libraries.blas_table import Family, families

from .blas_arguments import LD, LETTERS, Arguments
from .test_blas_functions import APART, check

pytestmark = pytest.mark.toolchain

FAMILIES = [family for family in families() if family.legacy]


class Single(ctypes.Structure):
    _fields_ = (("real", ctypes.c_float), ("imag", ctypes.c_float))


class Double(ctypes.Structure):
    _fields_ = (("real", ctypes.c_double), ("imag", ctypes.c_double))


SCALARS: dict[str, Any] = {
    "s": ctypes.c_float, "d": ctypes.c_double, "c": Single, "z": Double,
}  # fmt: skip
PARTS = {"c": "s", "z": "d"}


class FirstCalling:
    """Calls a function as programs for the first interface do."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library

    def call(self, entry: Entry, members: list[Arguments]) -> list[Any]:
        """Call; arrays are changed in place; return the result where there is one."""
        (member,) = members
        function = getattr(self.library, entry.name)
        function.restype = None
        words: list[Any] = []
        for one in entry.family.parameters:
            letter = PARTS.get(entry.letter, entry.letter) if one.type == "real" else entry.letter
            if one.kind == "result":
                function.restype = ctypes.c_int if one.type == "int" else SCALARS[letter]
            elif one.is_array:
                words.append(ctypes.c_void_p(member[one.name].ctypes.data))
                step = {"vector": member.step, "matrix": LD}.get(one.kind)
                words += [] if step is None else [step]
            elif one.kind == "size":
                words.append(getattr(member, one.name))
            elif one.kind == "scalar":
                value = complex(getattr(member, one.name))
                parts = (value.real, value.imag) if letter in PARTS else (value.real,)
                words.append(SCALARS[letter](*parts))
            else:
                words.append(ord(getattr(member, one.name)))
        given = function(*words)
        assert self.library.cublasGetError() == 0, entry.name
        if isinstance(given, (Single, Double)):
            given = complex(given.real, given.imag)
        return [] if function.restype is None else [given]


@pytest.fixture
def calling(blas: ctypes.CDLL) -> Iterator[FirstCalling]:
    assert blas.cublasInit() == 0
    yield FirstCalling(blas)
    assert blas.cublasShutdown() == 0


def entries(family: Family) -> Iterator[Entry]:
    for name, letter in family.names.items():
        yield Entry(f"cublas{name}", "Cuda", family, letter, "", is_wide=False)


@pytest.mark.parametrize(
    "family", [one for one in FAMILIES if one.name not in APART], ids=lambda family: family.name
)
def test_results(calling: FirstCalling, family: Family) -> None:
    random = np.random.default_rng(2)
    kinds = [(one.name, LETTERS[one.kind]) for one in family.parameters if one.kind in LETTERS]
    steps = (2, -2) if any(p.kind == "vector" for p in family.parameters) else (1,)
    for entry in entries(family):
        for letters in product(*(letters for _, letters in kinds)):
            chosen = dict(zip([name for name, _ in kinds], letters, strict=True))
            for step in steps if not family.forward else (2,):
                check(calling, entry, chosen, step, 1, random)


@pytest.mark.parametrize(("letter", "dtype"), [("S", "f4"), ("D", "f8")])
def test_rotations(calling: FirstCalling, letter: str, dtype: str) -> None:
    library, eps = calling.library, np.finfo(dtype).eps
    names = [f"cublas{letter}{name}" for name in ("rotg", "rotmg", "rotm")]
    assert {entry.name for one in FAMILIES if one.name in APART for entry in entries(one)} >= {
        *names
    }

    def call(name: str, *words: Any) -> None:
        function = getattr(library, f"cublas{letter}{name}")
        function.restype = None
        function(*(ctypes.c_void_p(one.ctypes.data) if isinstance(one, np.ndarray) else one
                   for one in words))  # fmt: skip
        assert library.cublasGetError() == 0

    for d1, d2, x1, y1 in np.random.default_rng(7).uniform(0.1, 1, (20, 4)).astype(dtype):
        a, b, c, s = (np.array([one], dtype) for one in (x1, y1, 0, 0))
        call("rotg", a, b, c, s)
        size = np.hypot(x1, y1)
        assert abs(c[0] * x1 + s[0] * y1 - a[0]) <= 8 * eps * size
        assert abs(c[0] * y1 - s[0] * x1) <= 8 * eps * size
        scales = [np.array([one], dtype) for one in (d1, d2, x1, y1)]
        param = np.zeros(5, dtype)
        call("rotmg", *scales, param)
        x, y = np.array([x1], dtype), np.array([y1], dtype)
        call("rotm", 1, x, 1, y, 1, param)
        before = d1 * x1**2 + d2 * y1**2  # a modified rotation keeps the scaled length
        assert abs(scales[0][0] * x[0] ** 2 - before) <= 16 * eps * before
        assert abs(y[0]) <= 16 * eps * size * max(1, *abs(param[1:]))


def test_memory(calling: FirstCalling) -> None:
    library = calling.library
    place = ctypes.c_void_p()
    assert library.cublasAlloc(6, 4, ctypes.byref(place)) == 0
    values, back = np.arange(6, dtype="f4"), np.zeros((2, 3), "f4", order="F")
    assert library.cublasSetVector(6, 4, ctypes.c_void_p(values.ctypes.data), 1, place, 1) == 0
    where = ctypes.c_void_p(back.ctypes.data)
    assert library.cublasGetMatrix(2, 3, 4, place, 2, where, 2) == 0
    assert (back.ravel(order="F") == values).all()
    assert library.cublasSetKernelStream(None) == 0
    version = ctypes.c_int()
    assert library.cublasGetVersion(ctypes.byref(version)) == 0
    assert 11_000 <= version.value < 140_000
    assert library.cublasFree(place) == 0
    assert library.cublasAlloc(0, 4, ctypes.byref(place)) != 0
