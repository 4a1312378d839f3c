"""Points that are drawn, and what the code under test refuses of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from porter.exit_status import Exit
from porter.verify.extension.cases import OUT_OF_MEMORY, load
from porter.verify.extension.compare import refusals
from porter.verify.extension.sampling import returned
from porter.verify.verdict import Verdict, exit_status

FILE = """
from porter.verify.extension import at_most, even, parametrize, returned, sample
MODULE = "json"

@sample(6, a=[1, 2, 3], b=["x", "y"])
def case_drawn(module, generator, a, b):
    raise ValueError(f'refused at "/somewhere/a.cu":12 {a}')

@sample(6, 1, a=[1, 2, 3], b=["x", "y"])
def case_otherwise(module, generator, a, b):
    pass

@sample(2, count=[1, 2], seed=[3])
def case_of_any_name(module, generator, count, seed):
    pass

@even(3, "a", "b", "c", "d")
@at_most(10000, "a", "b", "c", "d")
@sample(12, a=[1, 7, 129], b=[1, 7, 129], c=[7, 129], d=[7, 129], e=[500])
def case_bounded(module, generator, a, b, c, d, e):
    pass
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "cases.py"
    path.write_text(FILE)
    return path


def test_every_value_is_drawn_and_the_same_points_come_again(path: Path) -> None:
    cases = load(path).cases
    points = cases["drawn"].points
    assert points == load(path).cases["drawn"].points != cases["otherwise"].points
    assert 3 <= len(points) <= 6
    assert set(Counter(point["a"] for point in points)) == {1, 2, 3}
    assert {point["b"] for point in points} == {"x", "y"}


def test_what_sizes_come_to_is_bounded(path: Path) -> None:
    """A point of 129 in five dimensions took a minute and 3 GB, and others were not begun."""
    points = load(path).cases["bounded"].points
    products = [point["a"] * point["b"] * point["c"] * point["d"] for point in points]
    assert all(one <= 10000 for one in products[:-3])
    assert any(point[name] == 129 for point in points[:-3] for name in "abcd")
    assert all(16**4 <= one <= 1 << 21 for one in products[-3:])
    assert all(point["e"] == 500 for point in points)


def test_a_refusal_of_both_sides_is_no_difference_and_one_of_one_side_is() -> None:
    assert not refusals("ValueError: no", "ValueError: no").differences
    assert refusals("ValueError: no", "ValueError: no").remarks
    for pair in (("", "ValueError: no"), ("ValueError: no", ""), ("a", "b")):
        assert refusals(*pair).differences


def test_a_case_that_was_refused_everywhere_was_not_compared() -> None:
    def verdict(case: str, numbers: int) -> Verdict:
        return Verdict("p", "extension", case, "gfx942", True, numbers=numbers)

    assert exit_status([verdict("a", 3), verdict("a", 0)]) is Exit.DONE
    assert exit_status([verdict("a", 3), verdict("b", 0)]) is Exit.NOT_COMPARED


@pytest.mark.parametrize(
    "sides", [(OUT_OF_MEMORY, ""), ("", OUT_OF_MEMORY), ("E: no", OUT_OF_MEMORY)]
)
def test_a_side_without_memory_says_nothing_of_the_other(sides: tuple[str, str]) -> None:
    found = refusals(*sides)
    assert not found.differences
    assert found.remarks == ("a side is out of memory: nothing is compared",)


def test_bytes_that_are_handed_out_may_be_scratch() -> None:
    torch = pytest.importorskip("torch")
    rows, image = torch.zeros(8, dtype=torch.uint8), torch.zeros(2, 3, dtype=torch.uint8)
    found = returned((rows, image, rows.float()), given=rows)
    assert {name: one.scratch for name, one in found.items()} == {
        "out0": True, "out1": False, "out2": False, "given": False,
    }  # fmt: skip
