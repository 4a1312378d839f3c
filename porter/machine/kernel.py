"""What a compiler made of each kernel: all that can be read out of its code object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from porter.compile.resources import KernelUsage
from porter.machine.atomics import looped_additions
from porter.machine.code import Function, Instruction, functions_of, with_scratch
from porter.machine.kinds import access_of, atomic_of, kind_of
from porter.machine.latency import latencies
from porter.machine.loops import Block, Loop, blocks_of, code_of, hot_loop, loops_of, with_turns
from porter.machine.naming import base_name
from porter.machine.occupancy import Occupancy, occupancy_of
from porter.machine.patterns import Patterns, patterns_of
from porter.machine.roofline import Roofline, roofline_of
from porter.machine.units import busy
from porter.tables.processors import Processor, processor_of
from porter.toolchain.model import Toolchain


@dataclass(frozen=True, slots=True)
class HotLoop:
    """The loop in which a kernel spends its time.

    Attributes:
        depth: how many loops it is in, itself among them; 0 when the kernel has no loop and all of
            its code stands here.
        instructions: how many it has.
        kinds: how many of each kind.
        latency: cycles of a turn for a wave that is alone, by llvm-mca; None when not known.
        unknown: instructions that llvm-mca did not take.
        busy: cycles of a turn for which each unit works.
        cycles: cycles of a turn with as many waves as there are: the larger of the busiest unit's
            and a wave's share of the latency.
        roofline: operations by byte.
    """

    depth: int
    instructions: int
    kinds: dict[str, int]
    latency: float | None
    unknown: int
    busy: dict[str, float]
    cycles: float
    roofline: Roofline

    @property
    def limited_by(self) -> str:
        """The busiest unit, or "latency" when waves are too few to keep it so."""
        unit = max(self.busy, key=lambda name: self.busy[name])
        return unit if self.busy[unit] >= self.cycles else "latency"


@dataclass(frozen=True, slots=True)
class KernelCode:
    """A kernel on one architecture.

    Attributes:
        unit: the source it is from.
        usage: registers, memory, matrix instructions.
        instructions: how many it has.
        kinds: how many of each kind.
        widths: how many accesses of each space and width in bytes, atomic ones among them,
            `{"global load 16": 4, "global atomic 4": 1}`.
        additions: how many additions of floating-point numbers in memory are loops, by type, where
            `-munsafe-fp-atomics` makes instructions of them.
        occupancy: waves, and what limits them; None for processors that are not in the table.
        conflicts: accesses of LDS that take twice the cycles or more, as (instruction, cost), the
            instruction with its source line where the code object tells it.
        uncoalesced: accesses of memory that touch twice the lines or more, likewise.
        row: threads of a row of its blocks; None when launches do not tell.
        seen: of how many accesses the lanes are known.
        accesses: how many accesses there are.
        hot: the hot loop; None for processors that are not in the table.
    """

    unit: str
    usage: KernelUsage
    instructions: int
    kinds: dict[str, int]
    widths: dict[str, int]
    additions: dict[str, int]
    occupancy: Occupancy | None
    conflicts: tuple[tuple[str, float], ...]
    uncoalesced: tuple[tuple[str, float], ...]
    row: int | None
    seen: int
    accesses: int
    hot: HotLoop | None

    @property
    def spills(self) -> int:
        """Registers spilled, vector and scalar ones."""
        return self.usage.spills

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        document = asdict(self)
        if self.hot is not None:
            document["hot"]["limited_by"] = self.hot.limited_by
            document["hot"]["roofline"]["intensity"] = self.hot.roofline.intensity
            document["hot"]["roofline"]["bound"] = self.hot.roofline.bound
        return document


def read_kernels(
    toolchain: Toolchain,
    unit: str,
    code_object: Path,
    kernels: Sequence[KernelUsage],
    *,
    turns: int = 0,
    row_of: Callable[[str], int | None] = lambda _: None,
) -> list[KernelCode]:
    """Return what is in a code object of each of its kernels.

    Args:
        toolchain: whose tools read it.
        unit: the source it is from.
        code_object: a linked code object, ELF.
        kernels: its kernels and what they take, all of one architecture.
        turns: count the cycles of all code in the place of the hot loop's, each loop taken to turn
            so often; 0 for the hot loop.
        row_of: gives the threads of a row of a kernel's blocks, by its name; None: not known.

    Raises:
        PorterError: it cannot be read.
    """
    if not kernels:
        return []
    arch = kernels[0].arch
    functions = functions_of(toolchain, code_object, arch)
    processor = processor_of(arch)
    found = [
        _read(unit, kernel, functions[kernel.symbol], processor, turns, row_of)
        for kernel in kernels
        if kernel.symbol in functions
    ]
    if processor is None:
        return [one for one, _ in found]
    codes = {one.usage.symbol: code for one, code in found}
    alone = latencies(toolchain, arch, processor, codes)
    return [_with_latency(one, alone) for one, _ in found]


def _read(
    unit: str,
    kernel: KernelUsage,
    function: Function,
    processor: Processor | None,
    turns: int,
    row_of: Callable[[str], int | None],
) -> tuple[KernelCode, tuple[Instruction, ...]]:
    if kernel.scratch:
        function = with_scratch(function)
    blocks = blocks_of(function)
    loops = loops_of(blocks)
    loop = None if turns else hot_loop(blocks, loops)
    code = code_of(function, blocks, loop)
    if turns > 1:
        code = with_turns(function, blocks, loops, turns)
    row = row_of(base_name(kernel.name))
    patterns = patterns_of(function, blocks, kernel.wavefront or 64, row)
    hot = None
    if processor is not None:
        hot = _hot(code, loop.depth if loop else 0, kernel, patterns, processor)
    read = KernelCode(
        unit=unit,
        usage=kernel,
        instructions=len(function.instructions),
        kinds=_kinds(function.instructions),
        widths=_widths(function.instructions),
        additions=_additions(function, blocks, loops, processor),
        occupancy=None if processor is None else occupancy_of(kernel, processor),
        conflicts=_shown(patterns, "LDS"),
        uncoalesced=_shown(patterns, "global"),
        row=row,
        seen=len(patterns.seen),
        accesses=patterns.accesses,
        hot=hot,
    )
    return read, code


def _hot(
    code: Sequence[Instruction],
    depth: int,
    kernel: KernelUsage,
    patterns: Patterns,
    processor: Processor,
) -> HotLoop:
    wave = kernel.wavefront or 64
    by_address = {one.instruction.address: one for one in patterns.seen}
    units = busy(code, processor, wave, by_address)
    roofline = roofline_of(code, processor, wave)
    return HotLoop(depth, len(code), _kinds(code), None, 0, units, max(units.values()), roofline)


def _with_latency(one: KernelCode, alone: Mapping[str, Any]) -> KernelCode:
    known = alone.get(one.usage.symbol)
    if known is None or one.hot is None or one.occupancy is None:
        return one
    cycles = max(*one.hot.busy.values(), known.cycles / one.occupancy.waves)
    hot = replace(one.hot, latency=known.cycles, unknown=known.unknown, cycles=cycles)
    return replace(one, hot=hot)


def _kinds(code: Iterable[Instruction]) -> dict[str, int]:
    return dict(Counter(kind_of(one.name) for one in code).most_common())


def _widths(code: Iterable[Instruction]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for one in code:
        if access := access_of(one.name):
            way = "store" if access.stores else "load"
            found[f"{access.space} {way} {access.width}"] += access.times
        elif atomic := atomic_of(one.name):
            way = "compare-and-swap" if atomic.compares else "atomic"
            found[f"{atomic.space} {way} {atomic.width}"] += 1
    return dict(sorted(found.items()))


def _additions(
    function: Function, blocks: Sequence[Block], loops: Sequence[Loop], processor: Processor | None
) -> dict[str, int]:
    offered = processor.additions if processor is not None else ()
    found = looped_additions(function, blocks, loops)
    return {name: count for name, count in found.items() if name in offered}


def _shown(patterns: Patterns, space: str) -> tuple[tuple[str, float], ...]:
    return tuple((one.instruction.placed, round(one.cost, 2)) for one in patterns.wasteful(space))
