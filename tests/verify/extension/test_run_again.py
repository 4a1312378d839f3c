"""What a port does not give twice says nothing of it."""

from __future__ import annotations

import numpy as np

from porter.errors import PorterError
from porter.verify.extension.result import Result
from porter.verify.extension.run_again import RunAgain

ABOUT = {"dtype": "float32", "accumulate": None, "terms": 1, "magnitude": None, "exact": False,
         "order": "fixed"}  # fmt: skip


def result(*numbers: float) -> Result:
    return Result({"y": np.array(numbers, np.float32)}, {"y": ABOUT}, 0.0)


def test_an_output_that_changes_is_not_compared() -> None:
    found = RunAgain(result(1, 2), lambda: result(1, 3)).left_out("y")
    assert found is not None and not found.differences and not found.numbers
    assert found.remarks == (
        "y is not compared: the port gives others when it runs again, as code does whose blocks "
        "race",
    )


def test_an_output_that_is_given_again_stands() -> None:
    assert RunAgain(result(1, 2), lambda: result(1, 2)).left_out("y") is None
    assert RunAgain(result(1, 2), lambda: result(1, 2)).left_out("z") is None


def test_a_run_that_fails_tells_nothing() -> None:
    def run() -> Result:
        raise PorterError("it ended")

    assert RunAgain(result(1, 2), run).left_out("y") is None


def test_it_runs_once_for_all_outputs() -> None:
    runs = []

    def run() -> Result:
        runs.append(1)
        return result(3, 4)

    again = RunAgain(result(1, 2), run)
    assert again.left_out("y") and again.left_out("y") and len(runs) == 1
