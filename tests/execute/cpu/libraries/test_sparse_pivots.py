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


#: Numbers that solvers of triangles are given first, for two rows or one block of two by two.
TRIANGLES = {
    "bsrsv2": (0, 0, 1, 1), "bsrsm2": (0, 0, 0, 1, 1, 1), "csrsv2": (0, 2, 4),
    "csrsm2": (0, 0, 0, 2, 1, 4),
}  # fmt: skip


class System:
    """A lower triangle of two rows, or of one block, and a right-hand side of ones."""

    def __init__(self, generic: Generic, name: str) -> None:
        self.generic, self.name = generic, name
        self.kind, self.ending = generic.made("MatDescr"), f"{name.capitalize()}Info"
        self.info = generic.made(self.ending)
        self.is_block = name.startswith("bsr")
        self.places = (np.array([0, 1], "i4"), np.zeros(1, "i4"))
        if not self.is_block:
            self.places = OFFSETS, COLUMNS
        self.made = np.zeros(2)

    def __call__(self, values: Any) -> None:
        """Analyse and solve."""
        front, one, right = TRIANGLES[self.name], np.ones(1), np.ones(2)
        matrix = [self.kind, at(values), *map(at, self.places)]
        ends, none = ([2, self.info] if self.is_block else [self.info]), (0, None)
        if self.name == "csrsm2":  # in place
            self.made[:] = 1
            words = [*front, at(one), *matrix, at(self.made), 2, *ends, *none]
            self.generic.call("Dcsrsm2_analysis", *words)
            self.generic.call("Dcsrsm2_solve", *words)
            return
        self.generic.call(f"D{self.name}_analysis", *front, *matrix, *ends, *none)
        ld = [2] if self.name == "bsrsm2" else []
        sides = [at(right), *ld, at(self.made), *ld]
        self.generic.call(f"D{self.name}_solve", *front, at(one), *matrix, *ends, *sides, *none)

    def zero_pivot(self) -> tuple[int, int]:
        """Return the status and the place."""
        place = ctypes.c_int(-7)
        words = (self.generic.handle, self.info, ctypes.byref(place))
        return self.generic(f"X{self.name}_zeroPivot", *words), place.value


@pytest.mark.parametrize(
    ("vendor", "name"),
    [("hipsparse", name) for name in TRIANGLES] + [("cusparse", "bsrsv2"), ("cusparse", "bsrsm2")],
)
def test_triangles_tell_a_zero_of_the_diagonal(
    sparse_library: ctypes.CDLL, vendor: str, name: str
) -> None:
    generic = Generic(sparse_library, vendor)
    system = System(generic, name)
    system(np.array([2.0, 0, 1, 0]))
    assert system.zero_pivot() == (ZERO_PIVOT, 0 if system.is_block else 1)
    system(np.array([2.0, 0, 1, 4]))
    assert system.zero_pivot() == (0, -1)
    assert (system.made == [0.5, 0.125]).all()
    end = f"Destroy{system.ending}"
    assert [generic(end, system.info), generic(end, system.info) != 0] == [0, True]
    assert system.zero_pivot()[0] not in (0, ZERO_PIVOT)
