"""Unroll factors of loops, for kernels that spill whatever attributes they have.

A loop that is unrolled wholly holds the values of all of its turns; a factor lets it hold fewer. A
factor is part of the source, so each is a build of the kernel's units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from porter.listing import number_of
from porter.tune.header import Header, Loop, write
from porter.tune.loop_builds import LoopBuilds
from porter.tune.ranking import Candidate
from porter.tune.tuner import Tuned, Tuner
from porter.tune.writing import Place, copied, name_loops

#: As often as a loop is unrolled, the least change first; 1 is not at all.
FACTORS = (8, 4, 2, 1)
#: What aligning may add to scratch, bytes.
_ALIGNED = 16
_EVERY = f"unrolled {', '.join(map(str, FACTORS[:-1]))} times, and not"


@dataclass(frozen=True, slots=True)
class Trial:
    """A factor of a loop, and what came of the kernel.

    Attributes:
        loop: its name in the header; empty for all loops of the kernel.
        factor: what was tried; 0 for what the code says.
        candidate: what the kernel is with it and with the factors that were kept before.
    """

    loop: str
    factor: int
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Unrolled:
    """What came of the factors of a kernel's loops on one architecture.

    Attributes:
        result: the kernel's best attributes, with which the factors were tried.
        trials: all that was tried, in that order.
        loops: the loops, and where the code says how often they are unrolled.
        factors: loop -> the factor to keep, where one is better.
        chosen: what the kernel is with those.
    """

    result: Tuned
    trials: tuple[Trial, ...]
    loops: dict[str, Place]
    factors: dict[str, int]
    chosen: Candidate

    @property
    def gain(self) -> str:
        """What the factors gained, in one line."""
        before = self.result.chosen
        gain = f"spilled {before.spills} -> {self.chosen.spills}"
        if before.waves != self.chosen.waves:
            gain += f", waves {before.waves} -> {self.chosen.waves}"
        return gain


def unrolled(
    tuner: Tuner, result: Tuned, macro: str, header: Header, progress: Callable[[str], None]
) -> Unrolled:
    """Try factors for the loops of a kernel.

    All loops get a factor together first, then one after the other gets that with which least is
    spilled, as long as something is; then what was needless is given up.

    Args:
        tuner: the port as it is.
        result: the kernel and its best attributes.
        macro: the kernel's name in the header.
        header: what the port's header says.
        progress: called with a line before each loop.

    Raises:
        PorterError: the port does not compile with a factor.
    """
    with ExitStack() as stack:
        copies = [stack.enter_context(copied(tuner.report.root)) for _ in FACTORS]
        search = Search(LoopBuilds(tuner, result, macro, header, copies), result.chosen)
        search.together(progress)
        improved = True
        while improved and search.best.spills:
            improved = search.one_by_one(progress)
        search.without_needless()
        return search.found(result)


class Search:
    """The factors that are kept, from trial to trial.

    Args:
        builds: builds the kernel with factors.
        start: the kernel without any.
    """

    def __init__(self, builds: LoopBuilds, start: Candidate) -> None:
        self.builds = builds
        self.start = self.best = start
        self.kept: dict[str, int] = {}
        self.trials: list[Trial] = []

    def found(self, result: Tuned) -> Unrolled:
        """Return what came of it."""
        return Unrolled(result, tuple(self.trials), self.builds.loops, self.kept, self.best)

    def together(self, progress: Callable[[str], None]) -> None:
        """Try each factor for all loops."""
        loops = self.builds.loops
        if len(loops) > 1:
            progress(f"{number_of(len(loops), 'loop')} {self.builds.kernel.arch}: {_EVERY}")
            self._try("", [dict.fromkeys(loops, factor) for factor in FACTORS])

    def one_by_one(self, progress: Callable[[str], None]) -> bool:
        """Try each factor for loop after loop; return whether one was kept."""
        before = self.kept
        for loop, place in self.builds.loops.items():
            if self.best.spills and loop not in self.kept:
                progress(f"{place} {self.builds.kernel.arch}: {_EVERY}")
                self._try(loop, [{**self.kept, loop: factor} for factor in FACTORS])
        return self.kept != before

    def without_needless(self) -> None:
        """Give up each factor without which the kernel is as good."""
        for loop in self.kept:
            if len(self.kept) > 1:
                rest = {name: factor for name, factor in self.kept.items() if name != loop}
                (candidate,) = self.builds.tried([rest])
                self.trials.append(Trial(loop, 0, candidate))
                if self._cost(candidate) <= self._cost(self.best):
                    self.kept, self.best = rest, candidate

    def _try(self, loop: str, choices: Sequence[dict[str, int]]) -> None:
        found = self.builds.tried(choices)
        self.trials += map(Trial, [loop] * len(FACTORS), FACTORS, found)
        number = min(range(len(found)), key=lambda n: self._cost(found[n]))
        if self._cost(found[number]) < self._cost(self.best):
            self.kept, self.best = choices[number], found[number]

    def _cost(self, one: Candidate) -> tuple[bool, int, int, int]:
        """Return what counts between factors: a turn of the loop does other work with another.

        An array that a loop walks through lies in registers only while the loop is unrolled: what
        it takes of scratch is no register spilled, and costs as much.
        """
        loses_arrays = one.arrays > self.start.arrays + _ALIGNED
        return loses_arrays, one.spills, one.scratch, -one.waves


def write_factors(port: Path, one: Unrolled, macro: str, header: Header) -> None:
    """Write the factors that were chosen into the port's header, and its macros at the loops."""
    name_loops(port, one.result.kernel, macro, one.factors)
    for name, factor in one.factors.items():
        loop = header.loops.setdefault(name, Loop(one.loops[name].factor))
        loop.factors[one.result.kernel.processor] = (factor, one.gain)
    write(port, header)
