"""Which unroll factors are kept, by what the builds come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from porter.compile.resources import KernelUsage
from porter.tune.choices import AS_IT_IS
from porter.tune.loop_builds import LoopBuilds
from porter.tune.ranking import Candidate, arrays_of
from porter.tune.unrolling import Search
from porter.tune.writing import Place


def built(spills: int, arrays: int = 0, waves: int = 4) -> Candidate:
    return Candidate(AS_IT_IS, spills, 4 * spills + arrays, arrays, waves, 100.0, 1)


@dataclass
class Kernel:
    arch: str = "gfx942"


class Builds:
    """Stands for the compiler: factors -> what the kernel is with them."""

    kernel = Kernel()

    def __init__(self, loops: int, of: Callable[[Mapping[str, int]], Candidate]) -> None:
        self.loops = {f"k_{n}": Place("k.hip", n, "") for n in range(1, loops + 1)}
        self.of = of

    def tried(self, factors: Sequence[Mapping[str, int]]) -> list[Candidate]:
        return [self.of(one) for one in factors]


def kept(builds: Builds, start: Candidate) -> dict[str, int]:
    search = Search(cast(LoopBuilds, builds), start)
    search.together(lambda line: None)
    while search.best.spills and search.one_by_one(lambda line: None):
        pass
    search.without_needless()
    return search.kept


def test_the_one_loop_that_matters_is_kept_with_its_largest_factor() -> None:
    def of(factors: Mapping[str, int]) -> Candidate:
        return built(0 if factors.get("k_2", 99) <= 4 else 9)

    assert kept(Builds(3, of), built(9)) == {"k_2": 4}


def test_spills_that_become_an_array_in_scratch_are_no_gain() -> None:
    """Its loop walked through registers while it was unrolled; 312 bytes of scratch were spills."""

    def of(factors: Mapping[str, int]) -> Candidate:
        return built(0, arrays=272) if factors else built(78)

    assert kept(Builds(1, of), built(78)) == {}
    assert kept(Builds(2, of), built(78)) == {}


def test_loops_that_matter_together() -> None:
    def of(factors: Mapping[str, int]) -> Candidate:
        return built(0 if {"k_1", "k_3"} <= factors.keys() else 9)

    assert kept(Builds(3, of), built(9)) == {"k_1": 8, "k_3": 8}


def test_scratch_without_spilled_registers_is_arrays() -> None:
    usage = KernelUsage(name="k", symbol="k", arch="gfx942", vgpr_spills=10, scratch=56)
    assert arrays_of(usage) == 16
