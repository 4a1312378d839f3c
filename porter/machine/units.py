"""How long each unit of a SIMD works on code, by the figures of AMD's instruction set references.

However many waves hide one another's waiting, a turn of a loop takes a SIMD unit no less than its
busiest unit works on it. Caches are taken to hit; bank conflicts count where they are known, and so
do lines of memory beyond those that the bytes fill, which the first cache hands out one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from porter.machine.code import Instruction, halves
from porter.machine.kinds import access_of, arithmetic_of, kind_of
from porter.machine.patterns import Pattern
from porter.tables.processors import Processor

#: Kinds that the vector unit works on.
_VECTOR = {"float", "integer", "moves", "conversion", "accumulator moves", "lane exchange"}
_TERA = 1e12
_GIGA = 1e9


def busy(
    code: Sequence[Instruction],
    processor: Processor,
    wave: int,
    patterns: Mapping[int, Pattern],
) -> dict[str, float]:
    """Return the cycles for which one turn of `code` holds each unit.

    Args:
        code: the instructions of a turn.
        processor: where it runs.
        wave: lanes of a wave.
        patterns: how accesses lie, by their addresses in the code, as far as that is known.
    """
    found = {"vector": 0.0, "matrix": 0.0, "cache": 0.0, "LDS": 0.0, "scalar": 0.0}
    vector, transcendental = processor.valu
    double = processor.vector["f32"] / processor.vector["f64"] / 2  # peaks of f32 are of pairs
    for one in code:
        kind = kind_of(one.name)
        access = access_of(one.name)
        if access is not None:
            pattern = patterns.get(one.address)
            size = access.width * access.times * wave * (pattern.cost if pattern else 1)
            if access.space == "LDS":
                found["LDS"] += size / processor.shared
            else:
                found["cache"] += size / processor.l1
        elif kind == "matrix":
            found["matrix"] += _matrix(one, processor)
        elif kind == "transcendental":
            found["vector"] += transcendental
        elif kind in _VECTOR:
            parts = halves(one)
            is_double = any("_f64" in part.name for part in parts)
            found["vector"] += vector * (max(1.0, double) if is_double else 1)
            if one.name.startswith("ds_"):
                found["LDS"] += 4 * wave / processor.shared
        elif kind in ("scalar", "branches"):
            found["scalar"] += 1
    return found


def _matrix(one: Instruction, processor: Processor) -> float:
    arithmetic = arithmetic_of(one.name)
    if arithmetic is None:
        return 0.0
    peak = processor.matrix.get(arithmetic.type) or processor.matrix["f16"]
    a_cycle = peak * _TERA / (processor.units * processor.simds * processor.clock * _GIGA)
    return arithmetic.operations / a_cycle
