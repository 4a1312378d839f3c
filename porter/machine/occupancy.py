"""How many waves of a kernel a SIMD unit holds, and what keeps it from holding more."""

from __future__ import annotations

from dataclasses import dataclass

from porter.compile.resources import KernelUsage
from porter.tables.processors import Processor, processor_of


@dataclass(frozen=True, slots=True)
class Occupancy:
    """The waves of a kernel on a SIMD unit.

    Attributes:
        waves: how many there are at most, whole blocks counted.
        limits: what alone would allow how many, `{"VGPR": 4, "LDS": 8}`.
        by: which of these is the smallest, "processor" when the most are there.
        block: the size of block that it holds for, threads.
    """

    waves: int
    limits: dict[str, int]
    by: str
    block: int


def occupancy_of(kernel: KernelUsage, processor: Processor, block: int | None = None) -> Occupancy:
    """Return the waves of a kernel on a SIMD unit.

    Dynamic shared memory is not known here: with it, there may be fewer.

    Args:
        kernel: what it takes.
        processor: where it runs.
        block: threads of a block; by default the largest that the kernel was compiled for.
    """
    threads = block or kernel.max_block or 1024
    waves_of_block = -(-threads // (kernel.wavefront or 64))
    limits = {"processor": processor.waves}
    if kernel.vgprs:
        granted = -(-kernel.vgprs // processor.granule) * processor.granule
        limits["VGPR"] = min(processor.waves, processor.registers // granted)
    for most, waves in processor.sgpr_waves:
        if kernel.sgprs <= most:
            limits["SGPR"] = waves
            break
    if kernel.lds:
        blocks = processor.lds // kernel.lds
        limits["LDS"] = min(processor.waves, _per_simd(blocks * waves_of_block, processor))
    least = min(limits.values())
    # A block is resident whole: its waves spread over the SIMD units.
    blocks = least * processor.simds // waves_of_block
    waves = max(1, _per_simd(blocks * waves_of_block, processor)) if blocks else 1
    limits["block"] = min(processor.waves, waves)
    order = ("processor", "VGPR", "SGPR", "LDS", "block")
    by = min((name for name in order if name in limits), key=lambda name: limits[name])
    return Occupancy(limits[by], limits, by, threads)


def waves_of(kernel: KernelUsage) -> int:
    """Return the waves of a kernel on a SIMD unit; the compiler's figure for a new processor."""
    processor = processor_of(kernel.arch)
    if processor is not None:
        return occupancy_of(kernel, processor).waves
    return kernel.occupancy or 0


def _per_simd(waves: int, processor: Processor) -> int:
    return waves // processor.simds if waves >= processor.simds else min(waves, 1)
