"""Values of constants that the code leaves open, each tried by compiling the port with it.

A constant has one value for host and device and for all architectures: what launches a kernel has
to agree with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from porter.tune.header import Header, write
from porter.tune.ranking import Candidate
from porter.tune.tuner import Tuner
from porter.tune.writing import copied, name_constant


@dataclass(frozen=True, slots=True)
class Open:
    """A constant and the values to try."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """What came of a value, of all kernels that changed with any of them.

    Attributes:
        value: the value.
        spills: registers spilled, the sum of the kernels on all architectures.
        cycles: of the hot loops relative to the first value's, the geometric mean.
    """

    value: int
    spills: int
    cycles: float

    def __str__(self) -> str:
        return f"{self.spills} spilled in all, {self.cycles:.3f} of the cycles"


def try_values(
    tuner: Tuner,
    constant: Open,
    header: Header,
    progress: Callable[[str], None],
) -> list[Value]:
    """Return what becomes of the port with each value, what it has today first.

    A turn of a loop does other work with another value, so cycles compare values only where the
    loop does not turn on it: they decide between values that spill alike.

    Raises:
        PorterError: there is no such constant, or the port does not compile with a value.
    """
    builds: dict[int, Mapping[tuple[str, str], Candidate]] = {}
    with copied(tuner.report.root) as copy:
        today = name_constant(copy, constant.name)
        builds[today] = tuner.as_built()
        for value in constant.values:
            if value in builds:
                continue
            progress(f"{constant.name} = {value}")
            tried = header.copy()
            tried.constants[constant.name] = (value, "")
            write(copy, tried)
            folder = tuner.report.folder / "constants" / constant.name
            other = Tuner(copy, tuner.archs, folder, tuner.jobs, tuner.rocm, exclude=tuner.exclude)
            builds[value] = other.as_built()
    return compared(builds)


def compared(builds: Mapping[int, Mapping[tuple[str, str], Candidate]]) -> list[Value]:
    """Return the values by what their builds are, relative to the first."""
    base = next(iter(builds.values()))
    found = []
    for value, now in builds.items():
        ratios = [
            math.log(now[key].cycles / base[key].cycles)
            for key in now.keys() & base.keys()
            if now[key].cycles and base[key].cycles
        ]
        mean = math.exp(sum(ratios) / len(ratios)) if ratios else 1.0
        found.append(Value(value, sum(one.spills for one in now.values()), mean))
    return found


def best_value(values: Sequence[Value]) -> Value:
    """Return the value that spills least; of equals today's, which comes first."""
    return min(values, key=lambda one: one.spills)
