"""How near to what is allowed results come, by type."""

from __future__ import annotations

import math

import numpy as np

from porter.verify.comparison.arrays import compare_arrays
from porter.verify.comparison.bound import bound, nearest
from porter.verify.comparison.output import compare_output
from porter.verify.comparison.tolerances import BITS, tolerance


def test_the_worst_element_is_a_share_of_what_is_allowed_there() -> None:
    reference = np.array([1.0, 2.0, 4.0], np.float32)
    actual = reference + np.array([0, 2, 0], np.float32) * np.spacing(reference)
    (found,) = compare_arrays(reference, actual).comparison.bounds
    assert found.dtype == "float32" and found.share == 0.5
    assert found.origin == "4 ulps, functions of both libraries"


def test_the_origin_names_sums_and_what_they_are_summed_in() -> None:
    assert tolerance("float16", terms=64).origin == (
        "1 ulp, rounded once on each side; 2γ of 64 terms summed in float32"
    )
    assert "copy" in BITS.origin


def test_where_nothing_is_allowed_any_error_is_infinitely_much() -> None:
    found = compare_arrays(np.array([1, 2], np.int32), np.array([1, 3], np.int32)).comparison
    assert found.bounds[0].share == math.inf
    same = compare_arrays(np.array([1, 2], np.int32), np.array([1, 2], np.int32)).comparison
    assert same.bounds[0].share == 0


def test_of_each_type_the_nearest_counts() -> None:
    bounds = [bound("a", 1, 4, "x"), bound("b", 1, 8, "y"), bound("a", 3, 4, "z")]
    assert [(one.dtype, one.share, one.origin) for one in nearest(bounds)] == [
        ("a", 0.75, "z"), ("b", 0.125, "y"),
    ]  # fmt: skip


def test_printed_numbers_have_the_tolerance_of_their_case() -> None:
    found = compare_output("sum 2.0", "sum 2.001", rtol=1e-3, atol=0)
    assert found.bounds[0].dtype == "printed" and 0.49 < found.bounds[0].share < 0.51
