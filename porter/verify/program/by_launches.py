"""Programs that print nothing of their results are compared by their launches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from porter.errors import PorterError
from porter.execute.cpu import wave_order
from porter.execute.cpu.nudged_functions import DRAWS, nudged
from porter.verify import tracing
from porter.verify.comparison import poison
from porter.verify.comparison.result import Comparison, Difference
from porter.verify.options import Options
from porter.verify.place import Place
from porter.verify.spent import On, spent
from porter.verify.tracing import Run, TracedSides


class Launches(NamedTuple):
    """What launches tell of a program that says nothing of its results.

    Attributes:
        agree: all of them do.
        said: by how many, or where they part; or that they were not to be had.
        differ: they part where CUDA's side gives the same whatever nobody determines.
    """

    agree: bool
    said: str
    differ: bool = False

    def compared(self, because: str) -> Comparison:
        """Return the comparison that they make.

        Args:
            because: why nothing else was compared.
        """
        if self.differ:
            return Comparison(differences=(Difference("", self.said),), remarks=(because,))
        return Comparison(remarks=(f"{because}; {self.said}",))


#: What nobody determines, and a right program gives the same in: memory that nobody wrote, and the
#: order of waves, of lanes and of blocks.
_WAYS = (
    poison.environment(poison.PATTERNS[1]),
    wave_order.environment(backward=True),
    dict(wave_order.LANES_BACKWARD),
    dict(wave_order.SHUFFLED),
)
_REPEATS = (
    "CUDA's side gives the same in every order, whatever memory holds that nobody wrote, and by "
    "functions that round otherwise"
)
#: They are compared by themselves, since that was asked for.
APART = Launches(agree=False, said="")


def by_launches(
    sides: TracedSides, place: Place, options: Options, *, keeps_lanes: bool
) -> Launches:
    """Return whether all launches of both sides agree.

    Where they part, orders, rounding and memory that nothing determines may be why. So CUDA's side
    runs again with others of them: where it gives the same each time, to a launch of the same grid
    and values, the port is wrong. Else that is no verdict, and `--trace full` shows more of it.

    Args:
        sides: both sides, not run yet.
        place: where the port runs.
        options: of the check.
        keeps_lanes: the port has CUDA's warps of 32 lanes, so that what kernels hand to one another
            lies where it does on CUDA's side.
    """
    try:
        with spent(On.COMPARING):
            whole = replace(options, trace="full")
            found = tracing.compare(sides, place, whole, is_first_enough=True)
        first = f"launch by launch: {found.lines[0]}"
        if found.agrees:
            return Launches(agree=True, said=first)
        if found.is_alike and keeps_lanes:
            with spent(On.CUDA_AGAIN):
                others = _in_other_ways(sides.cuda.on_cpu)
                is_wrong = tracing.repeats(sides, others, found.parts_at)
            if is_wrong:
                return Launches(agree=False, said=f"{first}; {_REPEATS}", differ=True)
    except PorterError as error:
        return Launches(agree=False, said=f"(its launches cannot be compared: {error.message})")
    return Launches(agree=False, said=f"{first} (--trace full shows more)")


def _in_other_ways(run: Run) -> Iterator[Run]:
    """Yield what runs CUDA's side with other choices of all that nobody determines."""
    for way in _WAYS:
        yield partial(_in_a_way, run, way)
    for draw in DRAWS:
        yield partial(_by_nudged, run, draw)


def _in_a_way(run: Run, way: Mapping[str, str], variables: Mapping[str, str]) -> object:
    return run({**variables, **way})


def _by_nudged(run: Run, draw: int, variables: Mapping[str, str]) -> object:
    with nudged(draw):
        return run(variables)
