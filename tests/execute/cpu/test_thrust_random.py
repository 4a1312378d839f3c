"""Thrust's random numbers follow the C++ standard and Thrust's own distributions, on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from statistics import NormalDist

import pytest

from porter.execute import cpu

pytestmark = pytest.mark.toolchain

PROGRAM = Path(__file__).parent / "programs" / "thrust_random.cu"
#: The 10000th number of each engine (C++20, [rand.predef]; `taus88` is Boost's); Thrust's ranlux
#: have the standard's parameters and another first state, for which its headers give theirs.
ENGINES = (1043618065, 399268537, 7937952, 192113843633948)
_LARGEST = 2147483646


def minstd(state: int) -> Iterator[int]:
    """Yield the numbers of `minstd_rand`."""
    while True:
        state = state * 48271 % (_LARGEST + 1)
        yield state


def normal(word: int) -> float:
    """Return a number with mean 1 and deviation 2, by the inverse of the distribution."""
    place, span = word - 1, _LARGEST - 1
    lower = min(place, span - place) if place > span // 2 else place
    deviate = NormalDist().inv_cdf(lower / span + 0.5 / span)
    return 1 + 2 * (deviate if lower == place else -deviate)


def drawn() -> Iterator[float]:
    """Yield what the program draws from its distributions."""
    words = minstd(7)
    for _ in range(5):
        yield normal(next(words))
        yield (next(words) - 1) / _LARGEST * 4 - 1
        yield int((next(words) - 1) / _LARGEST * 7 + 3)


@pytest.mark.parametrize("arch", ["sm_80", "gfx942"])
def test_engines_and_distributions(arch: str, tmp_path: Path) -> None:
    program = PROGRAM
    if arch != "sm_80":
        program = tmp_path / "thrust_random.hip"
        program.write_text(f"#include <hip/hip_runtime.h>\n{PROGRAM.read_text()}")
    run = cpu.build(program, arch=arch).run(timeout=120)
    assert run.returncode == 0, run.stderr
    numbers = [float(word) for word in run.stdout.split()]
    half = len(numbers) // 2
    for of_one in (numbers[:half], numbers[half:]):
        assert of_one[: len(ENGINES)] == [*ENGINES]
        assert of_one[6:] == pytest.approx([*chain(drawn())], rel=1e-12)
    assert numbers[4:6] == numbers[half + 4 : half + 6]
