"""What a page holds of a build: units against architectures, and what kernels take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from porter.report.html.charts import Bar, bars

if TYPE_CHECKING:
    from porter.compile.report import BuildReport, UnitReport
    from porter.compile.resources import KernelUsage

_MOST_BARS = 40


class Unit(NamedTuple):
    """A row of the matrix.

    Attributes:
        source: the unit.
        targets: for each target of the build whether it compiled; None where it was not asked.
        seconds: time of all compilers.
        error: the first error; empty where there is none.
        notes: what a person should know.
    """

    source: str
    targets: tuple[bool | None, ...]
    seconds: float
    error: str
    notes: tuple[str, ...]


class BuildView(NamedTuple):
    """A build, ready for a page.

    Attributes:
        title: the port.
        tools: compiler and ROCm.
        targets: heads of the matrix's columns.
        units: its rows, those that failed first.
        kernels: what each kernel takes on each architecture.
        charts: (title, chart) of what kernels take.
        good: how many units compile.
        remarks: what was not followed, and what linking gave.
    """

    title: str
    tools: str
    targets: tuple[str, ...]
    units: tuple[Unit, ...]
    kernels: tuple[KernelUsage, ...]
    charts: tuple[tuple[str, Markup], ...]
    good: int
    remarks: tuple[str, ...]


def build_view(report: BuildReport) -> BuildView:
    """Return what a page shows of a build."""
    targets = tuple(dict.fromkeys(one.target for unit in report.units for one in unit.targets))
    units = sorted((_unit(unit, targets) for unit in report.units), key=lambda one: not one.error)
    kernels = tuple(kernel for unit in report.units for kernel in unit.kernels)
    torch = f", torch {report.torch}" if report.torch else ""
    remarks = [f"{one.kind} {one.name}: {one.error or 'linked'}" for one in report.links]
    return BuildView(
        report.root.name or str(report.root),
        f"clang {report.llvm_version}, HIP {report.rocm_version}{torch}",
        targets,
        tuple(units),
        kernels,
        tuple(_charts(kernels)),
        len(report.units) - len(report.failed),
        (*remarks, *report.not_followed),
    )


def _unit(unit: UnitReport, targets: Sequence[str]) -> Unit:
    done = {one.target: one.ok for one in unit.targets}
    error = str(unit.error) if unit.error else ""
    sides = tuple(done.get(target) for target in targets)
    return Unit(unit.source, sides, unit.seconds, error, unit.notes)


def _charts(kernels: Sequence[KernelUsage]) -> list[tuple[str, Markup]]:
    """Return a chart for each thing that a kernel takes, greediest kernels first."""
    charts = []
    for title, value in _ASKED.items():
        rows = [
            Bar(f"{one.name} ({one.arch})", value(one), _style(one))
            for one in kernels
            if value(one)
        ]
        # Few waves are what is bad.
        rows.sort(key=lambda row: row.value, reverse=value is not _waves)
        if rows:
            more = f", {_MOST_BARS} of {len(rows)} kernels" if len(rows) > _MOST_BARS else ""
            charts.append((title + more, bars(title, rows[:_MOST_BARS])))
    return charts


def _registers(kernel: KernelUsage) -> int:
    return kernel.vgprs


def _spills(kernel: KernelUsage) -> int:
    return kernel.spills


def _lds(kernel: KernelUsage) -> int:
    return kernel.lds


def _waves(kernel: KernelUsage) -> int:
    return kernel.occupancy or 0


#: Title of a chart -> what its bars say of a kernel.
_ASKED: Mapping[str, Callable[[KernelUsage], int]] = {
    "Vector registers of a lane": _registers,
    "Registers spilled to memory": _spills,
    "Static LDS of a block, bytes": _lds,
    "Waves that fit on a SIMD": _waves,
}


def _style(kernel: KernelUsage) -> str:
    return "warning" if _spills(kernel) or kernel.scratch else "good"
