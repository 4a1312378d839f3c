"""The kernels of a build: read from its objects, or from a report that was kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from porter.compile.commands import HOST
from porter.compile.report import BuildReport, read_log
from porter.compile.resources import kernel_usage
from porter.errors import PorterError
from porter.files.regular import read_regular_text
from porter.listing import listed
from porter.machine.kernel import KernelCode, read_kernels
from porter.toolchain.model import Toolchain

#: The largest report that is read.
_LARGEST = 512 << 20


def kernels_of(
    report: BuildReport,
    toolchain: Toolchain,
    *,
    turns: int = 0,
    row_of: Callable[[str], int | None] = lambda _: None,
) -> list[KernelCode]:
    """Return the kernels of a build that has just been made; the rest is as of `read_kernels`."""
    return [
        one
        for unit in report.units
        for target in unit.targets
        if target.ok and target.target != HOST
        for one in read_kernels(
            toolchain,
            unit.source,
            target.log.with_name(f"{target.target}.co"),
            [kernel for kernel in unit.kernels if kernel.arch == target.target],
            turns=turns,
            row_of=row_of,
        )
    ]


def other_build(
    place: Path,
    toolchain: Toolchain,
    archs: Iterable[str],
    row_of: Callable[[str], int | None] = lambda _: None,
) -> list[dict[str, Any]]:
    """Return the kernels of another build, as JSON values.

    Args:
        place: what `porter build --report kernels --json` wrote, or the folder of a build.
        toolchain: whose tools read code objects.
        archs: the architectures that are wanted.
        row_of: gives the threads of a row of a kernel's blocks; a report has its own.

    Raises:
        PorterError: it is neither, or has no kernel for any of them.
    """
    if place.is_file():
        return _reported(place, list(archs))
    kernels = []
    for arch in archs:
        for path in sorted(place.rglob(f"units/**/{arch}.co")):
            remarks = read_log(path.with_name(path.name + ".log"))
            unit = path.parent.as_posix().rpartition("/units/")[2]
            usage = kernel_usage(toolchain, path, arch, remarks)
            found = read_kernels(toolchain, unit, path, usage, row_of=row_of)
            kernels += [one.to_json() for one in found]
    if not kernels:
        raise PorterError(
            f"holds no code object for {', '.join(archs)}", path=place,
            hint="name the --folder of another build, or its report as JSON",
        )  # fmt: skip
    return kernels


def _reported(report: Path, archs: Sequence[str]) -> list[dict[str, Any]]:
    """Return what a report as JSON says of the kernels for some architectures."""
    try:
        found = json.loads(read_regular_text(report, _LARGEST))["kernels"]
        by_arch = [(str(one["usage"]["arch"]), one) for one in found]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PorterError(
            "is no report of kernels", path=report,
            hint="`porter build --report kernels --json` writes one",
        ) from error  # fmt: skip
    wanted = [one for arch, one in by_arch if arch in archs]
    if found and not wanted:
        there = listed(dict.fromkeys(arch for arch, _ in by_arch))
        raise PorterError(
            f"has no kernel for {listed(archs)}: it is of a build for {there}", path=report,
            hint="compare builds for the same architectures",
        )  # fmt: skip
    return wanted
