"""Operations by bytes of a loop, held against what a processor can compute and fetch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from porter.machine.code import Instruction, halves
from porter.machine.kinds import access_of, arithmetic_of, atomic_of, scalar_bytes_of
from porter.tables.processors import Processor

_GIGA_IN_TERA = 1000


@dataclass(frozen=True, slots=True)
class Roofline:
    """Where a loop stands under the roofline.

    Attributes:
        operations: floating-point or matrix operations of a wave's turn.
        bytes: what a wave's turn reads and writes of global memory and of scratch, each byte as if
            it came from memory itself; atomic accesses do both, and scalar loads read once for all
            lanes.
        type: the unit and type of most operations, "vector f32".
        peak: tera-operations a second of that type; 0 where the processor has none.
        ridge: operations by byte from which on memory is not what limits.
    """

    operations: int
    bytes: int
    type: str
    peak: float
    ridge: float

    @property
    def intensity(self) -> float | None:
        """Operations by byte; None where no memory is touched."""
        return self.operations / self.bytes if self.bytes else None

    @property
    def bound(self) -> str:
        """Return "memory" or "arithmetic"; "neither" where there is nothing of both."""
        if not self.bytes:
            return "arithmetic" if self.operations else "neither"
        return "memory" if self.operations / self.bytes < self.ridge else "arithmetic"


def roofline_of(code: Sequence[Instruction], processor: Processor, wave: int) -> Roofline:
    """Return the roofline of one turn of `code`.

    Args:
        code: the instructions of a turn.
        processor: where it runs.
        wave: lanes of a wave.
    """
    operations: dict[tuple[str, str], int] = {}
    size = 0
    for one in code:
        access = access_of(one.name)
        size += scalar_bytes_of(one.name)
        if access is not None and access.space in ("global", "scratch"):
            size += access.width * access.times * wave
        atomic = atomic_of(one.name)
        if atomic is not None and atomic.space == "global":
            size += 2 * atomic.width * wave
        for part in halves(one):
            arithmetic = arithmetic_of(part.name)
            if arithmetic is not None:
                key = (arithmetic.unit, arithmetic.type)
                lanes = wave if arithmetic.unit == "vector" else 1
                operations[key] = operations.get(key, 0) + arithmetic.operations * lanes
    unit, kind = max(operations, key=lambda key: operations[key], default=("vector", "f32"))
    peaks = processor.matrix if unit == "matrix" else processor.vector
    peak = peaks.get(kind, processor.vector["f32"] if unit == "vector" else 0.0)
    ridge = peak * _GIGA_IN_TERA / processor.bandwidth
    return Roofline(sum(operations.values()), size, f"{unit} {kind}", peak, ridge)
