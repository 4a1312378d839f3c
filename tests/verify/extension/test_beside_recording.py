"""A port that differs from a GPU as CUDA's side on the executor does is not to blame."""

from __future__ import annotations

from collections.abc import Mapping

from porter.errors import PorterError
from porter.verify.comparison.result import Comparison
from porter.verify.extension.beside_recording import BesideRecording
from porter.verify.extension.result import Result

from .test_undetermined import result

GPU = result(1, 2, 3)


def left(port: Result, here: Result | None, filled: Result | None = None) -> Comparison | None:
    def run(variables: Mapping[str, str]) -> Result:
        if here is None:
            raise PorterError("it is not built")
        return filled if variables and filled is not None else here

    return BesideRecording(GPU, run).left_out("y", port)


def test_the_port_s_difference_stands_where_the_executor_is_as_the_gpu() -> None:
    assert left(result(1, 2, 4), here=GPU) is None
    assert left(result(1, 2, 4), here=None) is None


def test_it_stands_where_the_port_is_neither_as_the_one_nor_as_the_other() -> None:
    assert left(result(1, 2, 4), here=result(1, 2, 5)) is None


def test_it_is_told_where_the_port_is_as_the_executor() -> None:
    found = left(result(1, 2, 5), here=result(1, 2, 5))
    assert found is not None and not found.differences and not found.numbers
    assert found.remarks[0].startswith("y is not compared: CUDA's side gives others on the exec")


def test_it_is_told_what_the_reason_is_where_that_can_be_seen() -> None:
    found = left(result(1, 2, 5), here=result(1, 2, 5), filled=result(1, 2, 9))
    assert found is not None and not found.differences
    assert "reads memory that nobody wrote, or that is no tensor's" in found.remarks[0]
