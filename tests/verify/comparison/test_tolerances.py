"""Tolerances: wide enough for any order of a sum, too narrow for a mistake."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.errors import PorterError
from porter.verify.comparison.arrays import compare_arrays
from porter.verify.comparison.tolerances import EXACT, gamma, tolerance


def tree_sum(values: np.ndarray) -> np.ndarray:
    while len(values) > 1:
        half = len(values) // 2
        rest = values[2 * half :]
        values = np.concatenate([values[:half] + values[half : 2 * half], rest])
    return values


def sequential_sum(values: np.ndarray) -> np.ndarray:
    return np.add.accumulate(values)[-1:]


@given(
    st.sampled_from(["float16", "float32", "float64"]),
    st.integers(1, 3000),
    st.integers(0, 2**32),
    st.sampled_from(["normal", "uniform"]),
)
def test_sums_in_any_order_agree(name: str, count: int, seed: int, shape: str) -> None:
    generator = np.random.default_rng(seed)
    values = getattr(generator, shape)(size=count).astype(name)
    other = generator.permutation(values)
    magnitude = float(np.abs(values.astype(np.float64)).sum())
    allowed = tolerance(name, terms=count, accumulate=name, magnitude=magnitude)
    result = compare_arrays(sequential_sum(values), tree_sum(other), allowed=allowed)
    assert result.passed, result


@given(st.integers(2, 5000), st.integers(0, 2**32))
def test_a_lost_term_is_found(count: int, seed: int) -> None:
    values = np.random.default_rng(seed).uniform(0.5, 1, count).astype(np.float32)
    allowed = tolerance("float32", terms=count)
    exact = values.astype(np.float64).sum(keepdims=True)
    assert compare_arrays(exact, exact.astype(np.float32), allowed=allowed).passed
    lost = (exact - values[0]).astype(np.float32)
    assert not compare_arrays(exact, lost, allowed=allowed).passed


@pytest.mark.parametrize("function", [np.exp, np.sin, np.tanh, np.sqrt, np.log1p])
def test_one_function_is_within_its_ulps(function) -> None:
    x = np.random.default_rng(0).uniform(0, 10, 10_000)
    narrow = function(x.astype(np.float32))
    assert compare_arrays(function(x.astype(np.float32).astype(np.float64)), narrow).passed
    assert not compare_arrays(function(x), (narrow * np.float32(1 + 1e-5))).passed


def test_the_certain_bound_is_taken_while_it_is_smaller() -> None:
    unit = 2.0**-24
    assert gamma(1, unit) == 0.0
    assert gamma(3, unit) == pytest.approx(2 * unit, rel=1e-6)
    assert gamma(1_000_001, unit) == pytest.approx(6 * 1000 * unit, rel=1e-2)
    assert math.isinf(gamma(10**9, 2.0**-4))


def test_narrow_outputs_are_summed_in_float32() -> None:
    assert tolerance("bfloat16", terms=1000).norm == tolerance("float32", terms=1000).norm
    wide = tolerance("bfloat16", terms=1000, accumulate="bfloat16").norm
    assert wide > 1000 * tolerance("bfloat16", terms=1000).norm


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_functions_one_after_the_other_round_on_the_way(name: str) -> None:
    values = np.random.default_rng(0).normal(size=2000)
    wide = values.astype(name)
    steps = np.exp(wide - wide.dtype.type(1)) + wide.dtype.type(1)
    rounded = np.log(steps) - wide.dtype.type(0.5) * wide
    longer = wide.astype(np.longdouble)
    reference = (np.log(np.exp(longer - 1) + 1) - 0.5 * longer).astype(name)
    once, often = (
        compare_arrays(reference, rounded, dtype=name, allowed=tolerance(name, roundings=n)).passed
        for n in (1, 6)
    )
    assert often
    assert not once
    shifted = reference + reference.dtype.type(0.02 * float(abs(reference).max()))
    allowed = tolerance(name, roundings=6)
    assert not compare_arrays(reference, shifted, dtype=name, allowed=allowed).passed
    assert "6 roundings one after the other" in allowed.origin


def test_integers_are_exact() -> None:
    assert tolerance("int32", terms=1000) == EXACT


def test_a_flushed_subnormal_is_allowed_when_asked_for() -> None:
    reference, actual = np.array([1e-40], np.float32), np.zeros(1, np.float32)
    assert not compare_arrays(reference, actual).passed
    assert compare_arrays(reference, actual, allowed=tolerance("float32", flush=True)).passed


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(PorterError, match="float12"):
        tolerance("float12")
