"""What the runs of one case add up to."""

from porter.errors import PorterError
from porter.verify.comparison.result import Comparison, Difference
from porter.verify.failure import RunFailed
from porter.verify.reference import Reference
from porter.verify.tally import Tally
from porter.verify.verdict import Label

LABEL = Label("kit", "kernel", "a.cu:k", "gfx942", "n=3")


def test_runs_add_up() -> None:
    tally = Tally()
    tally.against(Reference(None, "a GPU", "no recording"))
    for numbers, worst in ((3, 0.5), (4, 0.25)):
        tally.seconds += 0.5
        tally.add("sums, seed 0", Comparison(numbers=numbers, worst=worst))
    found = tally.verdict(LABEL)
    assert found.passed and found.label == LABEL
    assert (found.numbers, found.worst, found.seconds) == (7, 0.5, 1.0)
    assert (found.against, found.note, found.timing) == ("a GPU", "no recording", None)


def test_a_difference_has_its_place_within_what_was_compared() -> None:
    tally = Tally()
    tally.add("file log", Comparison((Difference("line 2", "2 instead of 1", "1", "2"),)))
    tally.add("", Comparison((Difference("line 3", "the text differs"),)))
    tally.add("y, seed 1", Comparison.failed("the port wrote beside the array"))
    found = tally.verdict(LABEL)
    assert not found.passed and not found.problem
    places = [difference.place for difference in found.differences]
    assert places == ["file log, line 2", "line 3", "y, seed 1"]
    assert found.differences[0].reference == "1"


def test_a_failure_is_told_with_the_side_and_keeps_what_was_compared() -> None:
    tally = Tally()
    tally.add("y", Comparison(numbers=3))
    error = PorterError("cannot build:\nnote: a\nx.cu:3:1: error: no such thing\nmore")
    tally.fail("port", error)
    found = tally.verdict(LABEL)
    assert tally.has_failed and not found.passed and found.numbers == 3
    assert found.problem == "port: cannot build: x.cu:3:1: error: no such thing"


def test_every_line_of_a_failed_run_is_kept_whatever_it_says() -> None:
    tally = Tally()
    tally.fail("port", RunFailed("the process ended with SIGABRT\nHIP error: 700\nlast words"))
    assert tally.verdict(LABEL).problem == (
        "port: the process ended with SIGABRT\nHIP error: 700\nlast words"
    )


def test_times_of_both_sides_give_medians() -> None:
    tally = Tally()
    tally.time((1.0, 3.0), (2.0, 4.0))
    assert tally.is_timed
    timing = tally.verdict(LABEL, gpu="a GPU").timing
    assert timing is not None and (timing.reference, timing.actual, timing.ratio) == (2, 3, 1.5)
    one_sided = Tally()
    one_sided.time((), (2.0,))
    assert one_sided.verdict(LABEL, gpu="a GPU").timing is None


def test_times_of_another_gpu_stand_beside_the_ports() -> None:
    tally = Tally()
    tally.against(Reference(None, "an H200, recorded", device="an H200"))
    tally.time((1.0,), (2.0, 4.0))
    timing = tally.verdict(LABEL, gpu="AMD gfx942", is_one_gpu=False).timing
    assert timing is not None and timing.reference_device == "an H200"
    assert (timing.device, timing.reference, timing.actual, timing.runs) == ("AMD gfx942", 1, 3, 1)
