"""Tunes kernels of a port, writes the choices into it, and compares them with what is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from porter.project.launches import largest_block
from porter.tune.choices import AS_IT_IS
from porter.tune.clock import Clock
from porter.tune.header import Header, write
from porter.tune.tuner import Kernel, Tuned, Tuner
from porter.tune.unrolling import Unrolled
from porter.tune.writing import copied, macro_of, name_kernel, source_files


def tune(
    tuner: Tuner,
    wanted: list[Kernel],
    kernels: list[Kernel],
    timing: str | None,
    header: Header,
    on_progress: Callable[[str], None],
) -> list[Tuned]:
    """Try the choices for kernels.

    Args:
        tuner: compiles and ranks.
        wanted: the kernels to tune.
        kernels: all of the port's.
        timing: a command whose time decides, on a machine with an AMD GPU; None for the model.
        header: what the port's header says.
        on_progress: called with what is tried next.

    Returns:
        One for each kernel that was tuned.

    Raises:
        PorterError: the port does not build.
    """
    root = tuner.report.root
    files = source_files(root)
    with ExitStack() as stack:
        clock = None
        if timing is not None and wanted:
            copy = stack.enter_context(copied(root))
            clock = Clock(copy, timing, lambda one: macro_of(one, kernels), header)
        return tuner.tune(
            wanted,
            lambda kernel: largest_block(files, kernel.name),
            on_progress,
            clock,
        )


def write_choices(
    port: Path,
    results: Sequence[Tuned],
    kernels: list[Kernel],
    header: Header,
) -> None:
    """Write what was chosen into the port's header, and its macros before the kernels.

    Attributes that stand there of other names stay: the choice was compiled with them.
    """
    for result in results:
        if result.chosen.choice == AS_IT_IS:
            continue
        macro = macro_of(result.kernel, kernels)
        name_kernel(port, result.kernel, macro)
        header.choose(macro, result.kernel.processor, result.chosen.choice, result.gain)
    write(port, header)


def take_back(
    port: Path,
    worse: Sequence[Tuned],
    kernels: list[Kernel],
    before: Header,
    header: Header,
) -> None:
    """Write what stood in the port's header before, for kernels that spill more when built."""
    for result in worse:
        macro = macro_of(result.kernel, kernels)
        del header.attributes[macro][result.kernel.processor]
        if earlier := before.attributes.get(macro, {}).get(result.kernel.processor):
            header.attributes[macro][result.kernel.processor] = earlier
    write(port, header)


def otherwise(
    built: Sequence[Kernel], results: Sequence[Tuned], loops: Sequence[Unrolled]
) -> Iterator[tuple[Kernel, Tuned, int]]:
    """Yield the kernels that spill otherwise when built than their choice did when tried.

    With each comes what it spilled when tried.
    """
    after = {(one.name, one.arch): one for one in built}
    tried = {id(one.result): one.chosen.spills for one in loops}
    for result in results:
        now = after[result.kernel.name, result.kernel.arch]
        spills = tried.get(id(result), result.chosen.spills)
        if now.spills != spills:
            yield now, result, spills
