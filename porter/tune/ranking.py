"""Which choice is best for a kernel: by the static model, or by a clock."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from porter.compile.resources import KernelUsage
from porter.machine.kernel import KernelCode
from porter.machine.occupancy import waves_of
from porter.tune.choices import AS_IT_IS, Choice

#: Cycles that differ by less are the same: then more waves, then the simpler choice.
_SAME = 0.01
#: Bytes of a lane's register.
_REGISTER = 4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A choice for a kernel and what came of it, all instances of a template together.

    Attributes:
        choice: what was tried.
        spills: registers spilled, the most of an instance.
        scratch: bytes of a lane, the most of an instance.
        arrays: those of them that hold no spilled registers, the most of an instance.
        waves: of a SIMD unit, the fewest of an instance.
        cycles: of the hot loop, the geometric mean of the instances; 0 when not known.
        instances: how many there are.
        seconds: what a clock said; None when nothing ran.
    """

    choice: Choice
    spills: int
    scratch: int
    arrays: int
    waves: int
    cycles: float
    instances: int
    seconds: float | None = None

    def __str__(self) -> str:
        timed = "" if self.seconds is None else f", {self.seconds:.4g} s"
        return (
            f"{self.spills} spilled, {self.scratch} bytes of scratch, {self.waves} waves, "
            f"{self.cycles:.0f} cycles{timed}"
        )


def candidate(choice: Choice, kernels: Sequence[KernelCode]) -> Candidate:
    """Return what a choice amounts to for the instances of a kernel."""
    cycles = [one.hot.cycles for one in kernels if one.hot is not None and one.hot.cycles]
    return Candidate(
        choice,
        max(one.spills for one in kernels),
        max(one.usage.scratch for one in kernels),
        max(arrays_of(one.usage) for one in kernels),
        min(waves_of(one.usage) for one in kernels),
        math.exp(sum(map(math.log, cycles)) / len(cycles)) if cycles else 0.0,
        len(kernels),
    )


def arrays_of(usage: KernelUsage) -> int:
    """Return the bytes of a lane's scratch that hold arrays, not registers that were spilled."""
    return max(0, usage.scratch - _REGISTER * usage.vgpr_spills)


def best(candidates: Sequence[Candidate]) -> Candidate:
    """Return the best of the candidates for one kernel.

    A clock decides where there was one. Otherwise what spills least, then takes the fewest cycles,
    then has the most waves; of equals the kernel as it is, then the attribute that asks for least.
    """
    if all(one.seconds is not None for one in candidates):
        return min(candidates, key=lambda one: (one.seconds, one.choice != AS_IT_IS))
    least = min((one.spills, one.scratch) for one in candidates)
    good = [one for one in candidates if (one.spills, one.scratch) == least]
    fewest = min(one.cycles for one in good)
    good = [one for one in good if one.cycles <= fewest * (1 + _SAME)]
    most = max(one.waves for one in good)
    good = [one for one in good if one.waves == most]
    return min(good, key=lambda one: _asked(one.choice))


def _asked(choice: Choice) -> tuple[int, list[tuple[bool, int]]]:
    """Order choices by how many attributes they ask for, and by what these leave open."""
    each = [(name != _FIRST, -value) for name, value in choice.attributes]
    return len(each), each


#: The attribute that leaves the compiler most of its freedom.
_FIRST = "amdgpu_waves_per_eu"
