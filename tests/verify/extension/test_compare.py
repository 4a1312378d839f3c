"""Outputs of a type that says more than the numbers in it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from porter.verify.extension.compare import compare
from porter.verify.extension.result import Result

ABOUT: dict[str, Any] = {
    "dtype": "float64", "exact": False, "terms": 1, "accumulate": None, "magnitude": 0.0,
    "order": None,
}  # fmt: skip
SINGLE = np.linspace(0.1, 7, 50).astype(np.float32)


def compared(reference: NDArray[Any], actual: NDArray[Any]) -> tuple[bool, str]:
    """Return whether the sides agree, and the type whose bound counted."""
    sides = [Result({"y": one}, {"y": ABOUT}, 0.1) for one in (reference, actual)]
    ((_, found),) = compare(*sides)
    (bound,) = found.comparison.bounds
    return not found.comparison.differences, bound.dtype


def test_numbers_of_single_precision_in_double_have_its_bound() -> None:
    off = np.nextafter(SINGLE, np.float32(9)).astype(np.float64)
    assert compared(SINGLE.astype(np.float64), off) == (True, "float32")


@pytest.mark.parametrize("side", [0, 1])
def test_one_number_of_double_precision_makes_them_such(side: int) -> None:
    arrays = [SINGLE.astype(np.float64), np.nextafter(SINGLE, np.float32(9)).astype(np.float64)]
    arrays[side][3] += 1e-12
    assert compared(*arrays) == (False, "float64")


def test_large_errors_are_found_in_single_precision() -> None:
    off = (SINGLE * np.float32(1.001)).astype(np.float64)
    assert not compared(SINGLE.astype(np.float64), off)[0]
