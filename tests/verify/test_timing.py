"""Times of both sides, only where one GPU ran both."""

from porter.verify.timing import timing


def test_medians_and_their_ratio() -> None:
    found = timing("NVIDIA H200", [2.0, 1.0, 9.0], [3.0, 4.0, 2.0, 3.0])
    assert found is not None
    assert (found.reference, found.actual, found.ratio, found.runs) == (2.0, 3.0, 1.5, 3)


def test_a_side_that_ran_elsewhere_is_not_compared() -> None:
    assert timing("NVIDIA H200", [], [1.0]) is None
    assert timing("NVIDIA H200", [1.0], []) is None
