"""What CUDA's own side does not determine says nothing of a port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.verify.comparison.poison import PATTERNS, poison
from porter.verify.comparison.result import Comparison
from porter.verify.extension.result import Result
from porter.verify.extension.undetermined import Undetermined

ABOUT = {"dtype": "float32", "accumulate": None, "terms": 1, "magnitude": None, "exact": False,
         "order": "fixed"}  # fmt: skip


def result(*numbers: float) -> Result:
    array: NDArray[np.float32] = np.array(numbers, np.float32)
    return Result({"y": array}, {"y": ABOUT}, 0.0)


def left(
    port: Result,
    filled: Result | None,
    backward: Result,
    lanes: Result | None = None,
    blocks: Result | None = None,
) -> Comparison | None:
    def run(variables: Mapping[str, str]) -> Result:
        if "PORTER_CPU_ORDER" in variables:
            return blocks or result(1, 2, 3)
        if "PORTER_CPU_LANES" in variables:
            return lanes or result(1, 2, 3)
        if "PORTER_CPU_WAVES" in variables:
            return backward
        if filled is None:
            raise PorterError("it ended")
        return filled

    return Undetermined(result(1, 2, 3), run).left_out("y", port)


def test_what_is_determined_differs() -> None:
    assert left(result(1, 2, 4), result(1, 2, 3), result(1, 2, 3)) is None
    assert left(result(1, 2, 4), None, result(1, 2, 3)) is None


def test_an_input_on_which_it_goes_outside_memory_with_other_contents() -> None:
    def run(variables: Mapping[str, str]) -> Result:
        raise PorterError("on the device: an illegal memory access was encountered")

    again = Undetermined(result(1, 2, 3), run)
    assert again.reads_what_is_unwritten()
    found = again.left_out("y", result(1, 2, 4))
    assert found is not None and not found.differences and "memory that nobody" in found.remarks[0]


def unwritten(*numbers: float, pattern: int) -> Result:
    """A result whose last element nobody wrote."""
    made = result(*numbers, 0)
    poison(made.arrays["y"][-1:], pattern)
    return made


def test_memory_that_nobody_wrote() -> None:
    expected, filled = (unwritten(1, 2, pattern=one) for one in PATTERNS)
    again = Undetermined(expected, lambda variables: filled)
    found = again.left_out("y", result(1, 2, 5))
    assert found is not None and not found.differences and found.numbers == 2
    assert found.remarks == (
        "1 of 3 elements of y are not compared: CUDA's side gives others with other contents of "
        "memory that nobody wrote and with the waves of each block in another order",
    )


def test_memory_that_nobody_wrote_in_what_was_drawn() -> None:
    """It stays as it is in further runs where an older run had left it there."""
    expected = unwritten(1, 2, pattern=PATTERNS[0])
    drawn = replace(expected, about={"y": {**ABOUT, "drawn": True}})
    found = Undetermined(drawn, lambda variables: expected).left_out("y", result(1, 2, 5))
    assert found is not None and not found.differences
    assert "CUDA's side reads memory that nobody wrote" in found.remarks[0]
    assert Undetermined(expected, lambda variables: expected).left_out("y", drawn) is None


def test_numbers_that_are_computed_of_such_memory() -> None:
    found = left(result(0, 2, 4), result(1, 2, 9), result(1, 2, 3))
    assert found is not None and not found.differences and not found.numbers
    assert "y is not compared: CUDA's side reads memory that nobody wrote" in found.remarks[0]


def test_the_order_of_waves() -> None:
    found = left(result(1, 9, 3), result(1, 2, 3), result(1, 7, 3))
    assert found is not None and not found.differences
    assert "the waves of each block in another order" in found.remarks[0]


def test_what_is_left_may_differ_all_the_same() -> None:
    found = left(result(0, 2, 4), result(1, 2, 3), result(1, 2, 9))
    assert found is not None
    assert "1 of 3 elements differ; the worst, [0] is 0 instead of 1" in found.differences[0].reason


def test_nothing_is_left() -> None:
    found = left(result(1, 2, 4), result(1, 2, 3), result(7, 8, 9))
    assert found is not None and not found.numbers and not found.differences


def test_code_that_counts_on_lockstep() -> None:
    """Lanes of CUDA's warps are independent; those of AMD's gave what was meant."""
    same = result(1, 2, 3)
    found = left(result(1, 9, 3), same, same, lanes=result(1, 5, 3))
    assert found is not None and not found.differences
    (remark,) = found.remarks
    assert "the lanes of each warp in another order" in remark and "(1 of 3 elements)" in remark


def test_the_order_of_lanes_is_asked_for_where_nothing_else_explains_a_difference() -> None:
    same, waves = result(1, 2, 3), result(1, 5, 3)
    found = left(result(1, 9, 3), same, waves, lanes=result(7, 2, 3))
    assert found is not None and found.numbers == 2
    assert left(result(1, 9, 3), same, same, lanes=same) is None


def test_places_that_atomics_hand_out() -> None:
    same = result(1, 2, 3)
    found = left(result(3, 1, 2), same, same, blocks=result(2, 1, 3))
    assert found is not None and not found.differences
    (remark,) = found.remarks
    assert "with its blocks in another order" in remark and "(2 of 3 elements)" in remark
