"""`porter build --report kernels`: what the compiler made of each kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from porter.compile.report import BuildReport


def kernel_report(
    report: BuildReport, against: Path | None, rocm: str | None
) -> tuple[dict[str, Any], list[str], bool]:
    """Return the kernels of a build as JSON values and as lines, and whether something is worse.

    Args:
        report: the build.
        against: another build, as its report or its folder.
        rocm: the version of ROCm's headers that was asked for.
    """
    from porter.machine.build import kernels_of, other_build
    from porter.machine.comparison import compare
    from porter.report.kernels import compared, lines
    from porter.toolchain.discovery import find

    toolchain = find(archs=report.archs, rocm_version=rocm)
    row_of = rows(report.root)
    before = None if against is None else other_build(against, toolchain, report.archs, row_of)
    kernels = kernels_of(report, toolchain, row_of=row_of)
    document: dict[str, Any] = {"kernels": [kernel.to_json() for kernel in kernels]}
    text = list(lines(kernels))
    if before is None:
        return document, text, False
    comparison = compare(before, document["kernels"])
    document["against"] = asdict(comparison)
    return document, [*text, "", *compared(comparison)], bool(comparison.worse)


def rows(port: Path) -> Callable[[str], int | None]:
    """Return what gives the threads of a row of a kernel's blocks, by its name in the port."""
    from porter.project.launches import row_of_blocks
    from porter.tune.writing import source_files

    files = source_files(port)
    return cache(lambda kernel: row_of_blocks(files, kernel))  # a template has many instances


report_option = click.option(
    "--report",
    "about",
    type=click.Choice(["kernels"]),
    help="Tell of each kernel what the compiler made of it: waves and what limits them, kinds of "
    "instructions, widths and patterns of memory accesses, cycles of the hot loop, roofline.",
)
lines_option = click.option(
    "--lines",
    "with_lines",
    is_flag=True,
    help="With --report kernels: tell the source lines of accesses; compiles with line tables.",
)
against_option = click.option(
    "--against",
    "other_build",
    type=click.Path(exists=True, path_type=Path),
    help="With --report kernels: another build, as its JSON report or its --folder; what became "
    "worse is listed first.",
)
