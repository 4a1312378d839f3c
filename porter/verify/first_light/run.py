"""Runs ports on an AMD GPU and on the cpu executor that follows its architecture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from porter.compile.driver import build
from porter.compile.report import BuildReport
from porter.errors import PorterError
from porter.execute import amd
from porter.project.settings.settings import ProjectSettings
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.status import take_stock
from porter.verify.first_light.result import FirstLight, PortLight, paired
from porter.verify.kept import alike
from porter.verify.options import Options
from porter.verify.place import Amd, Cpu, Place
from porter.verify.run import Steps, gather, run
from porter.verify.verdict import Verdict


def place_of(on: str) -> tuple[Place, str]:
    """Return where ports run and the architecture that they are compiled for.

    Args:
        on: "hip:gpu", or "hip:cpu:ARCH" to rehearse without a GPU.

    Raises:
        PorterError: there is no AMD GPU, or no such place.
    """
    side, _, arch = on.partition("hip:cpu:")
    if not side and arch and "," not in arch:
        return Cpu(arch), arch
    if on != "hip:gpu":
        raise PorterError(
            f"first-light is not for {on!r}", hint="known: hip:gpu, and hip:cpu:ARCH to rehearse"
        )
    found = amd.device()
    if found is None:
        raise PorterError(
            "no AMD GPU with hipcc on this machine",
            hint="`porter toolchain status` says what is there; --on hip:cpu:gfx942 rehearses",
        )
    return Amd(), found.name


def first_light(
    projects: Sequence[ProjectSettings], on: str, options: Options, steps: Steps, kept: Path
) -> FirstLight:
    """Compile ports for the processor that is there, run each case there and on the executor.

    Args:
        projects: the ports.
        on: where, as `place_of` reads it.
        options: of all checks.
        steps: shows progress.
        kept: a folder; what the ports leave is kept in `gpu` and in `executor` of it.

    Raises:
        PorterError: there is no such place.
    """
    place, arch = place_of(on)
    parts = tuple(take_stock(Prefix(porter_home())))
    is_rehearsal = isinstance(place, Cpu)
    ports = tuple(_port(project, place, arch, options, steps, kept) for project in projects)
    return FirstLight(str(place), arch, is_rehearsal, parts, ports)


def _port(
    project: ProjectSettings, place: Place, arch: str, options: Options, steps: Steps, kept: Path
) -> PortLight:
    built, not_built = _built(project, arch)
    there, here = kept / "gpu" / project.name, kept / "executor" / project.name
    keeping = replace(options, keep=there)
    on_gpu, broken = _verdicts(project, place, "on the GPU", keeping, steps)
    on_executor = on_gpu
    if place != Cpu(arch):
        keeping = replace(options, keep=here)
        on_executor, _ = _verdicts(project, Cpu(arch), "on the executor", keeping, steps)
    pairs = paired(on_gpu, on_executor)
    same, different = alike(there, here)
    return PortLight(
        project.name, built, not_built, pairs, tuple(broken), tuple(same), tuple(different)
    )


def _built(project: ProjectSettings, arch: str) -> tuple[BuildReport | None, str]:
    """Return what compiling a port gave, or why it could not be tried."""
    try:
        return build(project.port, [arch]), ""
    except PorterError as error:
        return None, str(error)


def _verdicts(
    project: ProjectSettings, place: Place, where: str, options: Options, steps: Steps
) -> tuple[list[Verdict], list[Verdict]]:
    """Return the verdicts of a port at a place, and what stands for files of cases in error."""
    found, broken = gather((project,), (place,), options.ref)
    return run(found, options, steps, f"{project.name} {where}"), broken
