"""Type-checks units, precompiling the heavy headers that several of them begin with.

Clang takes half a minute for PyTorch's headers and a few seconds to load them precompiled. What a
unit begins with and what is precompiled are the same tokens (`leading.py`), so a unit that passes
with them passes without. One that fails is compiled again without: what porter reports as an error
is what any build would say.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from porter.compile.commands import Commands, Step
from porter.compile.leading import Leading
from porter.compile.ninja import run_ninja
from porter.compile.precompiled import shared_prefixes
from porter.compile.read.unit import Unit
from porter.compile.weight import Weights
from porter.toolchain.precompiled_headers import taking

Progress = Callable[[int, int], None]


def check_syntax(
    commands: Commands, units: Sequence[Unit], jobs: int, progress: Progress
) -> dict[str, list[Step]]:
    """Type-check units for the host and every architecture.

    Args:
        commands: makes their steps.
        units: what to check.
        jobs: how many compilers at a time.
        progress: called with the number of finished steps and of all steps.

    Returns:
        For each unit, by its source, the steps that told.
    """
    plain = {unit.source: list(commands.syntax(unit)) for unit in units}
    everything = sum(map(len, plain.values()))
    headers: dict[tuple[str, str], Step] = {}
    # A compiler cache has its own ways with single units; and while every step has a processor of
    # its own, to wait for a header to be compiled first would only take longer.
    if not commands.launcher and everything > jobs:
        headers = _headers(commands, units)
    made = list({step.output: step for step in headers.values()}.values())
    total = everything + len(made)
    run_ninja(made, commands.folder / "precompiled", jobs, lambda done, _: progress(done, total))
    steps = {
        source: [_with_header(step, headers.get((source, step.target))) for step in group]
        for source, group in plain.items()
    }
    run_ninja(
        [step for group in steps.values() for step in group],
        commands.folder,
        jobs,
        lambda done, _: progress(len(made) + done, total),
    )
    while doubtful := _without_header(steps, plain):
        run_ninja(doubtful, commands.folder / "again", jobs, lambda done, _: None)
    return steps


def _without_header(steps: dict[str, list[Step]], plain: dict[str, list[Step]]) -> list[Step]:
    """Put plain steps in the place of failed ones, for each unit one, and return them to be run.

    A unit fails for sure when a plain step of it does; its other sides need no second try then.
    """
    again = []
    for source, group in steps.items():
        failed = [number for number, step in enumerate(group) if not step.output.is_file()]
        if failed and all(group[number] is not plain[source][number] for number in failed):
            group[failed[0]] = plain[source][failed[0]]
            again.append(group[failed[0]])
    return again


def _headers(commands: Commands, units: Sequence[Unit]) -> dict[tuple[str, str], Step]:
    """Return the steps that precompile headers, by the unit's source and the target."""
    if commands.torch is None:
        return {}
    leading = Leading(commands.root)
    weights = Weights(commands.torch.include_dirs)
    alike: dict[Unit, list[Unit]] = {}
    for unit in units:
        if unit.uses_torch:
            alike.setdefault(_settings(unit), []).append(unit)
    found = {}
    for settings, group in alike.items():
        begins = {unit.source: leading.lines(unit) for unit in group}
        for source, lines in shared_prefixes(begins, weights.of).items():
            header = _write(commands.folder / "precompiled", lines)
            for step in commands.precompile(settings, header):
                found[source, step.target] = step
    return found


def _settings(unit: Unit) -> Unit:
    """Return what units have in common that are compiled alike.

    The name of an extension differs from unit to unit; no header looks at it, and one that did
    would not compile without it.
    """
    return replace(
        unit, source="", origin="", torch_extension=None, module="", left_out=(), notes=()
    )


def _write(folder: Path, lines: Sequence[str]) -> Path:
    text = "".join(f"{line}\n" for line in lines)
    data = os.fsencode(text)
    digest = hashlib.sha256(data).hexdigest()[:16]
    path = folder / f"{digest}.hpp"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


def _with_header(step: Step, header: Step | None) -> Step:
    """Return a step that starts from a precompiled header, when that could be made."""
    if header is None or not header.output.is_file():
        return step
    words = [*step.command, *taking(header.output)]
    return replace(step, command=words, inputs=(*step.inputs, header.output))
