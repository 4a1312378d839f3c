"""Rotations of hipBLAS and cuBLAS under all their names: batched, strided, of 64-bit sizes."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from porter.execute.cpu.libraries.blas_names import Entry, entries
from porter.execute.cpu.libraries.blas_table import families

from .blas_arguments import REAL, Arguments, Calling
from .handles import handle_by

pytestmark = pytest.mark.toolchain

ENTRIES = [
    entry
    for family in families()
    if family.name in ("rotg", "rotg_complex", "rotm", "rotmg")
    for entry in entries(family)
]


@pytest.fixture(scope="module")
def handles(blas: ctypes.CDLL) -> dict[str, ctypes.c_void_p]:
    return {"Hip": handle_by(blas.hipblasCreate), "Cuda": handle_by(blas.cublasCreate_v2)}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_rotations(blas: ctypes.CDLL, handles: dict[str, Any], entry: Entry) -> None:
    random = np.random.default_rng(4)
    count = 3 if entry.variant else 1
    members = [Arguments(entry.family, entry.letter, {}, 1, random) for _ in range(count)]
    for member in members:
        if entry.family.name == "rotmg":
            for array in member.arrays.values():
                array[:] = abs(array)
        elif entry.family.name == "rotm":
            member["param"][:5] = (-1, 2, 3, 4, 5)
    before = [{name: array.copy() for name, array in one.arrays.items()} for one in members]
    Calling(blas, handles[entry.vendor]).call(entry, members)
    eps = float(np.finfo(REAL[entry.letter]).eps)
    for member, given in zip(members, before, strict=True):
        if entry.family.name == "rotm":
            turned_once(member, given, eps)
        elif entry.family.name == "rotmg":
            keeps_the_length(member, given, eps)
        else:
            turns_the_second_to_zero(member, given, eps)


def turned_once(member: Arguments, given: dict[str, Any], eps: float) -> None:
    n = member.n
    x, y = given["x"][:n].astype("f8"), given["y"][:n].astype("f8")
    lost = 8 * eps * 5 * (abs(x) + abs(y))
    assert (abs(member["x"][:n] - (2 * x + 4 * y)) <= lost).all()
    assert (abs(member["y"][:n] - (3 * x + 5 * y)) <= lost).all()
    assert (member["x"][n:] == given["x"][n:]).all()


def keeps_the_length(member: Arguments, given: dict[str, Any], eps: float) -> None:
    d1, d2, x1, y1 = (float(given[name][0]) for name in ("d1", "d2", "x1", "y1"))
    before = d1 * x1**2 + d2 * y1**2
    after = float(member["d1"][0]) * float(member["x1"][0]) ** 2
    assert abs(after - before) <= 16 * eps * before
    assert member["y1"][0] == given["y1"][0]


def turns_the_second_to_zero(member: Arguments, given: dict[str, Any], eps: float) -> None:
    a, b = given["a"][0], given["b"][0]
    c, s, r = member["c"][0], member["s"][0], member["a"][0]
    size = np.hypot(abs(a), abs(b))
    assert abs(c**2 + abs(s) ** 2 - 1) <= 8 * eps
    assert abs(c * a + s * b - r) <= 8 * eps * size
    assert abs(c * b - np.conj(s) * a) <= 8 * eps * size
