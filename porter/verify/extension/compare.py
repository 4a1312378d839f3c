"""The results of both sides of an extension's case compared: every output and gradient."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.verify.comparison.arrays import ArrayComparison, compare_arrays
from porter.verify.comparison.formats import encode, named
from porter.verify.comparison.poison import PATTERNS
from porter.verify.comparison.result import Comparison, Difference
from porter.verify.comparison.tolerances import BITS, tolerance
from porter.verify.extension.cases import OUT_OF_MEMORY
from porter.verify.extension.result import Result


def check_outputs(expected: Result, actual: Result) -> None:
    """Refuse a reference with other outputs.

    Raises:
        PorterError: the sides return other outputs.
    """
    if set(expected.arrays) != set(actual.arrays):
        port, reference = (", ".join(sorted(each.arrays)) for each in (actual, expected))
        raise PorterError(f"the port returns {port} and the reference {reference}")


def refusals(expected: str, actual: str) -> Comparison:
    """Return what comparing the refusals of two sides gives; "" where a side did not refuse."""
    if OUT_OF_MEMORY in (expected, actual):
        return Comparison(remarks=("a side is out of memory: nothing is compared",))
    if expected == actual:
        return Comparison(remarks=(f"both sides refuse: {actual}",))
    return Comparison((Difference("", "one side refuses", expected, actual),))


def compare(expected: Result, actual: Result) -> Iterator[tuple[str, ArrayComparison]]:
    """Yield each output's name and comparison; both sides have the same outputs."""
    for name in actual.about:
        yield name, _compared(name, expected, actual)


def differs(name: str, expected: Result, actual: Result) -> bool:
    """Tell whether an output is another, or is not there.

    Args:
        name: of the output, which `expected` has.
        expected: a result.
        actual: another one.
    """
    if name not in actual.about:
        return True
    return bool(_compared(name, expected, actual).comparison.differences)


def _compared(name: str, expected: Result, actual: Result) -> ArrayComparison:
    wanted, given, about = expected.arrays[name], actual.arrays[name], actual.about[name]
    places = expected.samples.get(name)
    if places is None or expected.shapes[name] != given.shape:
        return compare_output(wanted, given, about)
    found = compare_output(wanted, given.reshape(-1)[places], about)
    return _placed(found, places, given.shape)


def _placed(
    compared: ArrayComparison, places: NDArray[np.int64], shape: tuple[int, ...]
) -> ArrayComparison:
    """Return a comparison of samples with the place of the worst one in the whole output."""
    if compared.worst is None:
        return compared
    index = np.unravel_index(int(places[compared.worst.index[0]]), shape)
    return replace(compared, worst=replace(compared.worst, index=tuple(map(int, index))))


def compare_output(
    reference: NDArray[Any], actual: NDArray[Any], about: Mapping[str, Any]
) -> ArrayComparison:
    """Return what comparing an output gives.

    Args:
        reference: what the reference gave.
        actual: what the port gave.
        about: what the case says of the output.
    """
    dtype, accumulate = about["dtype"], about["accumulate"]
    if dtype == "float64" and _is_single(reference) and _is_single(actual):
        # Both sides computed in single precision what they hand out as double.
        dtype, accumulate = "float32", None if accumulate == "float64" else accumulate
        reference, actual = reference.astype(np.float32), actual.astype(np.float32)
    if about["exact"] and reference.dtype == np.float64:
        reference = encode(reference, named(dtype))
    allowed = BITS if about["exact"] else tolerance(
        dtype,
        terms=about["terms"],
        accumulate=accumulate,
        magnitude=about["magnitude"],
        roundings=about.get("roundings", 1),  # older recordings say nothing of them
    )  # fmt: skip
    return compare_arrays(
        reference, actual, dtype=dtype, allowed=allowed, order=about["order"], poison=PATTERNS[0]
    )


def _is_single(numbers: NDArray[Any]) -> bool:
    """Tell whether all numbers in double precision are such of single precision."""
    if numbers.dtype != np.float64 or not numbers.size:
        return False
    with np.errstate(over="ignore"):
        return bool(np.array_equal(numbers, numbers.astype(np.float32), equal_nan=True))
