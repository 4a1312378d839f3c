"""Where generators of cuRAND's host interface go on after a call, as an H200's do."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from .conftest import loaded
from .test_rand import DTYPES, fnv, slow_if

pytestmark = pytest.mark.toolchain

RECORDED = Path(__file__).with_name("curand_calls.tsv")


class Row(NamedTuple):
    type: int
    function: str
    count: int
    sum: int


def rows() -> list[Row]:
    lines = [line.split("\t") for line in RECORDED.read_text().splitlines() if line[0] != "#"]
    return [Row(int(a), b, int(c), int(d)) for a, b, c, d in lines]


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row,
            id=f"{row.type}-{row.function}-{row.count}",
            marks=slow_if(row.count not in (6, 1000) or row.type == 142),
        )
        for row in rows()
    ],
)
def test_the_next_call_goes_on_where_an_h200_does(row: Row) -> None:
    rand, generator = loaded("rand"), ctypes.c_void_p()
    assert rand.curandCreateGenerator(ctypes.byref(generator), row.type) == 0
    assert rand.curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong(1234)) == 0
    first = np.zeros(row.count, DTYPES.get(row.function, "f4"))
    further: list[ctypes.c_float | ctypes.c_double] = []
    if "Normal" in row.function:
        number = ctypes.c_double if "Double" in row.function else ctypes.c_float
        further = [number(0), number(1)]
    elif row.function == "GeneratePoisson":
        further = [ctypes.c_double(10)]
    place, count = ctypes.c_void_p(first.ctypes.data), ctypes.c_size_t(row.count)
    assert getattr(rand, f"curand{row.function}")(generator, place, count, *further) == 0
    words = np.zeros(20_000, "u4")
    at = ctypes.c_void_p(words.ctypes.data)
    assert rand.curandGenerate(generator, at, ctypes.c_size_t(len(words))) == 0
    assert rand.curandDestroyGenerator(generator) == 0
    assert fnv(words.tobytes()) == row.sum
