"""Values of constants that the code leaves open, each tried by compiling the port with it.

A constant has one value for host and device and for all architectures: what launches a kernel has
to agree with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from porter.tune.choices import AS_IT_IS
from porter.tune.header import Attributes, Constants, write
from porter.tune.ranking import candidate
from porter.tune.tuner import Kernel, Tuner
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
    attributes: Attributes,
    constants: Constants,
    progress: Callable[[str], None],
) -> list[Value]:
    """Return what becomes of the port with each value, what it has today first.

    A turn of a loop does other work with another value, so cycles compare values only where the
    loop does not turn on it: they decide between values that spill alike.

    Raises:
        PorterError: there is no such constant, or the port does not compile with a value.
    """
    builds: dict[int, list[Kernel]] = {}
    with copied(tuner.report.root) as copy:
        today = name_constant(copy, constant.name)
        builds[today] = tuner.kernels()
        for value in constant.values:
            if value in builds:
                continue
            progress(f"{constant.name} = {value}")
            write(copy, attributes, {**constants, constant.name: (value, "")})
            folder = tuner.report.folder / "constants" / constant.name
            other = Tuner(copy, tuner.archs, folder, tuner.jobs, tuner.rocm)
            builds[value] = other.kernels()
    return compared(builds)


def compared(builds: Mapping[int, Sequence[Kernel]]) -> list[Value]:
    """Return the values by what their builds are, relative to the first."""
    first = next(iter(builds.values()))
    base = {(one.name, one.arch): candidate(AS_IT_IS, one.instances) for one in first}
    found = []
    for value, kernels in builds.items():
        now = {(one.name, one.arch): candidate(AS_IT_IS, one.instances) for one in kernels}
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
