"""What `porter build` says of a build, as text."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porter.compile.feedback.compiled import Feedback
    from porter.compile.report import BuildReport
    from porter.compile.resources import KernelUsage


def build_text(report: BuildReport, found: Feedback | None, more: list[str]) -> str:
    """Return what is said of a build, coloured where standard output is a terminal.

    Args:
        report: the build.
        found: its errors beside the conversion's findings; None where there is nothing to say.
        more: lines about its kernels; without any, a table stands for them.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from porter.source.build_files.quoting import visible

    # In a pipe rich assumes 80 columns and would fold paths and messages.
    out = io.StringIO()
    terminal = sys.stdout.isatty()
    width = Console().width if terminal else 200
    console = Console(file=out, force_terminal=terminal, width=width)
    table = Table(box=None, pad_edge=False)
    for heading in ("unit", "targets", "time"):
        table.add_column(heading, justify="right" if heading == "time" else "left")
    table.add_column("first error, or notes", overflow="fold")
    for unit in report.units:
        sides = Text(" ").join(
            Text(target.target, style="green" if target.ok else "bold red strike")
            if console.is_terminal
            else Text(f"{target.target}:{'ok' if target.ok else 'failed'}")
            for target in unit.targets
        )
        remarks = [str(unit.error)] if unit.error else []
        remarks += [] if found is None else found.lines(unit.source)
        remarks += unit.notes
        if unit.left_out:
            remarks.append(f"left out, nvcc's own: {' '.join(unit.left_out)}")
        remarks += [f"{unit.origin}: left out, {refused}" for refused in unit.refused]
        shown = Text("\n".join(map(visible, remarks)))
        table.add_row(Text(visible(unit.source)), sides, f"{unit.seconds:.1f} s", shown)
    console.print(table)
    kernels = [kernel for unit in report.units for kernel in unit.kernels]
    for line in more:
        out.write(f"{line}\n")
    if kernels and not more:
        console.print()
        console.print(_kernel_table(kernels))
    good = len(report.units) - len(report.failed)
    torch = f", torch {report.torch}" if report.torch else ""
    lines = [
        f"{good} of {len(report.units)} units "
        f"{'type-check' if report.syntax_only else 'compile'} for {', '.join(report.archs)} "
        f"(clang {report.llvm_version}, HIP {report.rocm_version}{torch})"
    ]
    if found is not None:
        lines.append(found.summary())
    elif not report.ok:
        lines.append("what the conversion said is not known here: convert or sync the port again")
    for link in report.links:
        outcome = link.error or f"linked, {link.path}"
        lines.append(visible(f"{link.kind} {link.name}: {outcome}"))
    for note in report.not_followed:
        lines.append(visible(f"warning: {note}"))
    place = "logs" if report.syntax_only else "objects and logs"
    lines.append(f"{place}: {report.folder}")
    return out.getvalue() + "\n".join(lines)


def _kernel_table(kernels: list[KernelUsage]) -> object:
    from rich.table import Table
    from rich.text import Text

    from porter.source.build_files.quoting import visible

    table = Table(box=None, pad_edge=False)
    table.add_column("kernel", overflow="fold", ratio=1)
    numbers = ["arch", "wave", "VGPR", "AGPR", "SGPR", "spills", "LDS", "scratch", "waves/SIMD"]
    has_matrix = any(kernel.matrix for kernel in kernels)
    if has_matrix:
        numbers.append("MFMA/WMMA")
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    for kernel in kernels:
        values: tuple[object, ...] = (
            kernel.wavefront, kernel.vgprs, kernel.agprs, kernel.sgprs, kernel.spills, kernel.lds,
            kernel.scratch, "?" if kernel.occupancy is None else kernel.occupancy,
        )  # fmt: skip
        if has_matrix:
            values += (sum(kernel.matrix.values()),)
        style = "yellow" if kernel.spills or kernel.scratch else None
        table.add_row(Text(visible(kernel.name)), kernel.arch, *map(str, values), style=style)
    return table
