"""Every function of hipBLAS and cuBLAS, in all its variants, beside NumPy."""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from porter.execute.cpu.libraries.blas_names import Entry, entries
from porter.execute.cpu.libraries.blas_table import Family, families

from .blas_arguments import COLUMNS, DTYPES, LETTERS, REAL, Arguments, Calling
from .blas_reference import REFERENCES
from .handles import handle_by

pytestmark = pytest.mark.toolchain

#: Tested by what the rotations do: test_blas_rotations.
APART = {"rotg", "rotg_complex", "rotm", "rotmg"}
FAMILIES = [f for f in families() if f.name not in APART and any(entries(f))]


@pytest.fixture(scope="module")
def handles(blas: ctypes.CDLL) -> dict[str, ctypes.c_void_p]:
    return {"Hip": handle_by(blas.hipblasCreate), "Cuda": handle_by(blas.cublasCreate_v2)}


def test_there_is_a_reference_for_each() -> None:
    assert {family.name for family in FAMILIES} - REFERENCES.keys() == set()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_results(blas: ctypes.CDLL, handles: dict[str, Any], family: Family) -> None:
    random = np.random.default_rng(1)
    kinds = [(one.name, LETTERS[one.kind]) for one in family.parameters if one.kind in LETTERS]
    choices = [
        dict(zip([name for name, _ in kinds], letters, strict=True))
        for letters in product(*(letters for _, letters in kinds))
    ]
    steps = (2, -2) if any(p.kind == "vector" for p in family.parameters) else (1,)
    for entry in entries(family):
        if entry.letter == "b":  # NumPy has no such type: test_blas_types
            continue
        calling = Calling(blas, handles[entry.vendor])
        for letters, step in product(choices, steps if not family.forward else (2,)):
            count = 3 if entry.variant else 1
            check(calling, entry, letters, step, count, random)


def check(
    calling: Calling, entry: Entry, letters: dict[str, str], step: int, count: int, random: Any
) -> None:
    family, letter = entry.family, entry.letter
    members = [Arguments(family, letter, letters, step, random) for _ in range(count)]
    for member in members[1:]:  # a batch has its scalars in common
        member.values = members[0].values
    expected = [member.exact() for member in members]
    sizes = [member.sizes() for member in members]
    for one in (*expected, *sizes):
        REFERENCES[family.name](one)
    results = calling.call(entry, members)
    # Terms of a sum, products of complex numbers of four roundings each, scalars; halves are
    # rounded once from floats, and floats then by themselves.
    unit = np.finfo(REAL[letter]).eps
    lost = (4 * COLUMNS + 8) * unit
    where = f"{entry.name} {letters} {step}"
    for i, member in enumerate(members):
        if results:
            assert abs(results[i] - expected[i].answer) <= lost * abs(sizes[i].answer), where
        for name, array in member.arrays.items():
            bound = lost * abs(sizes[i][name])
            assert (abs(array - expected[i][name]) <= bound).all(), (where, name)
            assert array.dtype in (DTYPES[letter], REAL[letter])
