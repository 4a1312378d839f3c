"""Pivots of incomplete factors in the older interface: where they vanish, what replaces them."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .sparse_matrices import Generic, at

pytestmark = pytest.mark.toolchain

LETTERS = {"f4": "S", "f8": "D", "c8": "C", "c16": "Z"}
ZERO_PIVOT = 9
OFFSETS, COLUMNS = np.array([0, 2, 4], "i4"), np.array([0, 1, 0, 1], "i4")


@pytest.fixture(params=["hipsparse", "cusparse"])
def generic(request: pytest.FixtureRequest, sparse_library: ctypes.CDLL) -> Generic:
    return Generic(sparse_library, str(request.param))


class Factor:
    """An incomplete factor of a full matrix of two rows, or of one block of two by two."""

    def __init__(self, generic: Generic, name: str, dtype: str) -> None:
        self.generic, self.name, self.letter = generic, name, LETTERS[dtype]
        self.is_block = name.startswith("bsr")
        self.kind = generic.made("MatDescr")
        self.info = generic.made(f"{name[:3].capitalize()}{name[3:]}Info")
        self.offsets = np.array([0, 1], "i4") if self.is_block else OFFSETS
        self.columns = np.zeros(1, "i4") if self.is_block else COLUMNS

    def words(self, values: Any) -> list[Any]:
        arrays = [self.kind, at(values), at(self.offsets), at(self.columns)]
        return [0, 1, 1, *arrays, 2, self.info] if self.is_block else [2, 4, *arrays, self.info]

    def __call__(self, values: Any) -> None:
        area, size = np.zeros(4096, "u1"), ctypes.c_int()
        name, words = self.letter + self.name, self.words(values)
        self.generic.call(f"{name}_bufferSize", *words, ctypes.byref(size))
        assert size.value <= area.size
        assert self.generic(f"{name}_analysis", self.generic.handle, *words, 0, at(area)) == 0
        self.generic.call(name, *words, 0, at(area))

    def zero_pivot(self) -> tuple[int, int]:
        """Return the status and the place."""
        place = ctypes.c_int(-7)
        words = (self.generic.handle, self.info, ctypes.byref(place))
        return self.generic(f"X{self.name}_zeroPivot", *words), place.value

    def end(self) -> None:
        assert (
            self.generic(f"Destroy{self.name[:3].capitalize()}{self.name[3:]}Info", self.info) == 0
        )


@pytest.mark.parametrize("dtype", LETTERS)
@pytest.mark.parametrize("name", ["csrilu02", "bsrilu02"])
def test_small_pivots_are_replaced(generic: Generic, name: str, dtype: str) -> None:
    values = np.array([1e-6, 1, 3, 4], dtype)
    factor, tolerance, boost = (
        Factor(generic, name, dtype),
        ctypes.c_double(1e-3),
        np.array(2, dtype),
    )
    generic.call(f"{factor.letter}{name}_numericBoost", factor.info, 1, ctypes.byref(tolerance),
                 at(boost))  # fmt: skip
    factor(values)
    assert (abs(values - [2, 1, 1.5, 2.5]) <= 8 * np.finfo(dtype).eps).all()
    assert factor.zero_pivot() == (0, -1)
    factor.end()


@pytest.mark.parametrize(
    ("name", "values", "place"),
    [
        ("csrilu02", [1, 1, 1, 1], 1),
        ("csrilu02", [0, 1, 1, 1], 0),
        ("csric02", [1, 1, 1, 1], 1),
        ("bsrilu02", [1, 1, 1, 1], 0),
        ("bsric02", [1, 1, 1, 1], 0),
    ],
)
def test_the_first_that_vanishes_is_told(
    generic: Generic, name: str, values: list[float], place: int
) -> None:
    factor = Factor(generic, name, "f8")
    factor(np.array(values, "f8"))
    assert factor.zero_pivot() == (ZERO_PIVOT, place)
    factor(np.array([4.0, 1, 1, 2]))
    assert factor.zero_pivot() == (0, -1)
    factor.end()
