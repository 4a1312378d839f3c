"""Times of both sides: of one GPU, or of two that stand beside one another."""

from math import isnan

from porter.verify.timing import timing


def test_medians_and_their_ratio() -> None:
    found = timing("NVIDIA H200", [2.0, 1.0, 9.0], [3.0, 4.0, 2.0, 3.0])
    assert found is not None
    assert (found.reference, found.actual, found.ratio, found.runs) == (2.0, 3.0, 1.5, 3)


def test_a_side_that_ran_elsewhere_is_not_compared() -> None:
    assert timing("NVIDIA H200", [], [1.0]) is None
    assert timing("NVIDIA H200", [1.0], []) is None


def test_a_recordings_times_stand_beside_those_of_an_amd_gpu() -> None:
    found = timing("AMD gfx942", [2.0], [3.0, 5.0], "NVIDIA H200")
    assert found is not None
    assert (found.reference, found.actual, found.ratio) == (2.0, 4.0, 2.0)
    assert found.reference_device == "NVIDIA H200"


def test_the_port_is_timed_without_a_recordings_times() -> None:
    found = timing("AMD gfx942", [], [3.0, 5.0], "NVIDIA H200")
    assert found is not None and found.actual == 4.0 and found.runs == 2
    assert isnan(found.reference) and isnan(found.ratio) and not found.reference_device
