"""Guards that hold for a whole block are left out: never where one work-item fails."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

ITEMS = 100
LARGEST = 2**31 - 1


@pytest.fixture(scope="module")
def module() -> Module:
    return Module.load(Path(__file__).parent / "kernels" / "guards.hip", arch="gfx942")


def passed(module: Module, name: str, start: int, limit: int) -> list[int]:
    """Return how often each work-item of a block passed the guard."""
    out = np.zeros(ITEMS, np.int32)
    module.kernel(name)[1, ITEMS](start, limit, out)
    return [int(times) for times in out]


@pytest.mark.parametrize(
    ("start", "limit"),
    [(0, 100), (0, 99), (0, 0), (0, 1), (5, 1000), (2**31 - 50, LARGEST), (2**31 - 50, -LARGEST),
     (2**32 - 10, 0), (2**32 - 10, 89), (2**32 - 10, 90), (2**31 - 100, LARGEST)],
)  # fmt: skip
def test_rising_numbers(module: Module, start: int, limit: int) -> None:
    numbers = (np.uint32(start) + np.arange(ITEMS, dtype=np.uint32)).astype(np.int32)
    assert passed(module, "below", start, limit) == list(numbers < limit)
    numbers = np.uint32(start) + np.arange(ITEMS, dtype=np.uint32)
    assert passed(module, "below_unsigned", start, limit % 2**32) == list(numbers < limit % 2**32)
    words = start + np.arange(ITEMS)
    assert passed(module, "wide", start, limit) == list(words < limit)


@pytest.mark.parametrize(("start", "limit"), [(300, 0), (296, 0), (297, 0), (0, 0), (-5, 7)])
def test_falling_numbers(module: Module, start: int, limit: int) -> None:
    numbers = start - 3 * np.arange(ITEMS)
    assert passed(module, "falling", start, limit) == list(numbers >= limit)


@pytest.mark.parametrize(
    ("low", "high"), [(0, 100), (-3, 500), (1, 100), (0, 99), (50, 50), (7, 60)]
)
def test_two_guards(module: Module, low: int, high: int) -> None:
    numbers = np.arange(ITEMS)
    assert passed(module, "between", low, high) == list((numbers >= low) & (numbers < high))


@pytest.mark.parametrize(("low", "high"), [(-1, 99), (-1, 98), (0, 99), (-9, 2**31 - 1), (40, 39)])
def test_two_guards_of_one_condition(module: Module, low: int, high: int) -> None:
    numbers = np.arange(ITEMS)
    assert passed(module, "inside", low, high) == list((numbers > low) & (numbers <= high))


@pytest.mark.parametrize(("low", "high"), [(0, 2**32 - 1), (0, 59), (1, 59), (60, 2**32 - 1)])
def test_numbers_without_a_sign_that_wrap_around(module: Module, low: int, high: int) -> None:
    numbers = np.arange(ITEMS, dtype=np.uint32) - np.uint32(40)
    expected = list((numbers >= low) & (numbers <= high))
    out = np.zeros(ITEMS, np.int32)
    module.kernel("unless")[1, ITEMS](low, high, out)
    assert [bool(times) for times in out] == expected


@pytest.mark.parametrize("name", ["inner", "neither"])
@pytest.mark.parametrize(("width", "height"), [(64, 12), (33, 5), (66, 14), (2, 2), (64, 7)])
def test_the_inner_elements_of_a_plane_once(
    module: Module, name: str, width: int, height: int
) -> None:
    out = np.zeros((height, width), np.int32)
    module.kernel(name)[(2, 3), (32, 4)](width, height, out)
    expected = np.zeros_like(out)
    rows, columns = min(height - 1, 12), min(width - 1, 64)
    expected[1:rows, 1:columns] = 1
    assert (out == expected).all()


@pytest.mark.parametrize(("width", "height"), [(64, 8), (33, 5), (32, 9), (1, 1), (64, 7)])
def test_each_element_of_a_plane_once(module: Module, width: int, height: int) -> None:
    out = np.zeros((height, width), np.int32)
    module.kernel("plane")[(2, 3), (32, 4)](width, height, out)
    assert (out == 1).all()
