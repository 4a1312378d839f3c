"""What the kernels of a build are made of, as text: a paragraph a kernel and architecture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.listing import number_of
from porter.machine.comparison import Comparison
from porter.machine.kernel import HotLoop, KernelCode
from porter.source.build_files.quoting import visible
from porter.tables.processors import processor_of, processors

#: Kinds of instructions and accesses that are named one by one.
_NAMED = 6
_SHOWN = 3
#: The source line behind an instruction.
_PLACED = re.compile(r" \((?P<place>[^():\s]++:\d++)\)\Z")
LEGEND = (
    "waves: of a SIMD unit, without dynamic shared memory. Patterns: of accesses whose lanes are",
    "known, in blocks as they are launched; where launches give no number, a row of the block is",
    "taken for a wave or longer. Cycles: the larger of the busiest unit's (AMD's ISA references)",
    "and a wave's share of the latency (llvm-mca); caches are not modelled.",
)


def lines(kernels: Sequence[KernelCode]) -> Iterator[str]:
    """Yield the report, line by line."""
    if not kernels:
        yield "no kernel was compiled"
        return
    unit = ""
    for kernel in kernels:
        if kernel.unit != unit:
            unit = kernel.unit
            yield f"== {visible(unit)}"
        yield from _kernel(kernel)
    yield ""
    yield from LEGEND
    if others := {one.usage.arch for one in kernels if one.occupancy is None}:
        known = ", ".join(processors())
        yield f"No figures of processors for {', '.join(sorted(others))}: there are for {known}."
    yield _summed_up(kernels)
    for kernel in kernels:
        if kernel.spills:
            yield f"  {_spilled(kernel)}{visible(kernel.usage.name)} [{kernel.usage.arch}]"


def _summed_up(kernels: Sequence[KernelCode]) -> str:
    """Return in a line how many kernels want to be looked at."""
    spilling = sum(bool(kernel.spills) for kernel in kernels)
    conflicts = sum(bool(kernel.conflicts) for kernel in kernels)
    uncoalesced = sum(bool(kernel.uncoalesced) for kernel in kernels)
    return (
        f"{number_of(len(kernels), 'kernel')}: "
        f"{f'{spilling} spill' if spilling else 'nothing spilled'}, "
        f"bank conflicts in {conflicts or 'none'}, "
        f"uncoalesced accesses in {uncoalesced or 'none'}"
    )


def _spilled(kernel: KernelCode) -> str:
    usage = kernel.usage
    if not kernel.spills:
        return "nothing spilled, "
    return f"spilled {usage.vgpr_spills} VGPR and {usage.sgpr_spills} SGPR, "


def _kernel(kernel: KernelCode) -> Iterator[str]:
    usage = kernel.usage
    yield f"{visible(usage.name)} [{usage.arch}]"
    agprs = f", {usage.agprs} of them AGPR" if usage.agprs else ""
    yield (
        f"  registers   {usage.vgprs} VGPR{agprs}, {usage.sgprs} SGPR; {_spilled(kernel)}"
        f"{usage.scratch} bytes of scratch; {usage.lds} bytes of LDS"
    )
    if kernel.occupancy is not None:
        occupancy = kernel.occupancy
        each = ", ".join(f"{name} {waves}" for name, waves in occupancy.limits.items())
        yield (
            f"  waves       {occupancy.waves}, limited by {occupancy.by} ({each}; blocks of "
            f"{occupancy.block})"
        )
    yield f"  code        {number_of(kernel.instructions, 'instruction')}: {_shares(kernel.kinds)}"
    if usage.matrix:
        each = ", ".join(f"{count} {name}" for name, count in sorted(usage.matrix.items()))
        yield f"  matrix      {each}"
    if kernel.widths:
        each = ", ".join(f"{name} x{count}" for name, count in kernel.widths.items())
        yield f"  memory      bytes of a lane: {each}"
    for name, count in kernel.additions.items():
        many = number_of(count, "addition")
        yield (
            f"  atomics     {many} of {name} in memory by compare-and-swap; with "
            "-munsafe-fp-atomics an instruction, right where no such memory is the host's"
        )
    if kernel.accesses:
        seen = f"{kernel.seen} of {kernel.accesses}"
        rows = f" in rows of {kernel.row} threads" if kernel.row else ""
        yield f"  patterns    lanes of {seen} accesses known{rows}{_found(kernel)}"
    if kernel.hot is not None:
        yield from _hot(kernel.hot, usage.arch)


def _shares(kinds: dict[str, int]) -> str:
    total = sum(kinds.values()) or 1
    named = list(kinds.items())[:_NAMED]
    return ", ".join(f"{100 * count / total:.0f} % {name}" for name, count in named)


def _found(kernel: KernelCode) -> str:
    parts = ""
    for what, found in (
        ("bank conflicts", kernel.conflicts), ("uncoalesced", kernel.uncoalesced),
    ):  # fmt: skip
        if found:
            groups = _by_line(found)
            each = "; ".join(groups[:_SHOWN])
            more = f" and {len(groups) - _SHOWN} more" if len(groups) > _SHOWN else ""
            parts += f"; {what}: {each}{more}"
    return parts


def _by_line(found: Sequence[tuple[str, float]]) -> list[str]:
    """Return accesses with their cost, those of one source line as one, with the largest."""
    groups: dict[str, list[tuple[str, float]]] = {}
    for number, (text, cost) in enumerate(found):
        match = _PLACED.search(text)
        groups.setdefault(match["place"] if match else str(number), []).append((text, cost))
    return [
        f"{group[0][0]} {f'and {len(group) - 1} of the line ' if group[1:] else ''}"
        f"({max(cost for _, cost in group):g} times)"
        for group in groups.values()
    ]


def _hot(hot: HotLoop, arch: str) -> Iterator[str]:
    where = f"loop of depth {hot.depth}" if hot.depth else "no loop, all of it"
    alone = "latency not known" if hot.latency is None else f"{hot.latency:.0f} alone"
    unknown = f", {hot.unknown} instructions not modelled" if hot.unknown else ""
    units = ", ".join(f"{name} {cycles:.0f}" for name, cycles in hot.busy.items() if cycles)
    yield (
        f"  hot code    {where}: {number_of(hot.instructions, 'instruction')}, {hot.cycles:.0f} "
        f"cycles, limited by {hot.limited_by} ({alone}{unknown}; busy: {units})"
    )
    roofline = hot.roofline
    processor = processor_of(arch)
    if processor is None:
        return
    intensity = "no access of memory"
    if roofline.intensity is not None:
        intensity = f"{roofline.intensity:.2f} operations a byte"
    yield (
        f"  roofline    {intensity}, {roofline.type}; the ridge of {processor.product} is "
        f"{roofline.ridge:.1f}: bound by {roofline.bound}"
    )


def compared(comparison: Comparison) -> Iterator[str]:
    """Yield what differs from another build, what became worse first."""
    worse = comparison.worse
    yield f"{len(worse)} figures of {comparison.same} kernels became worse"
    yield from (f"  worse   {visible(str(change))}" for change in worse)
    better = [change for change in comparison.changes if not change.worse]
    yield from (f"  better  {visible(str(change))}" for change in better)
    for what, names in (("gone", comparison.only_before), ("new", comparison.only_now)):
        yield from (f"  {what:<7} {visible(name)}" for name in names)
