"""Builds the ports in ported/ and prints what their kernels take, as a table in Markdown.

    python -m benchmarks.ported_kernels gfx90a gfx942 gfx950 gfx1100
    python -m benchmarks.ported_kernels --port ac4k

Instantiations of one kernel template are one row: figures that differ are given as a range. Kernels
of libraries (rocPRIM, hipCUB) are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from porter.compile.driver import build
from porter.compile.report import BuildReport
from porter.compile.resources import KernelUsage
from porter.machine.naming import base_name
from porter.toolchain.discovery import find

ARCHS = ("gfx90a", "gfx942", "gfx950", "gfx1100")
PORTED = Path(__file__).parents[1] / "ported"
HEAD = "| kernel | arch | instances | VGPR | AGPR | SGPR | spills | LDS | scratch | waves/SIMD |"
RULE = "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
_LIBRARIES = ("rocprim", "hipcub", "at::", "c10::")


def main() -> None:
    """Build the ports for the architectures named on the command line and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archs", nargs="*", help=f"by default {' '.join(ARCHS)}")
    parser.add_argument("--port", action="append", help="of these alone; by default all")
    given = parser.parse_args()
    archs = given.archs or list(ARCHS)
    can_link = find(archs=archs).hip_runtime is not None
    names = given.port or sorted(port.name for port in PORTED.iterdir())
    for port in (PORTED / name for name in names):
        report = build(port, archs, link_too=can_link)
        print(f"\n### {port.name}\n")
        print("\n".join(summary(report)), "\n")
        print("\n".join((HEAD, RULE, *rows(kernel for u in report.units for kernel in u.kernels))))


def summary(report: BuildReport) -> Iterator[str]:
    good = len(report.units) - len(report.failed)
    yield (
        f"{good} of {len(report.units)} units compile for {', '.join(report.archs)} "
        f"(clang {report.llvm_version}, HIP {report.rocm_version}); "
        f"{sum(link.ok for link in report.links)} of {len(report.links)} results link."
    )
    for unit in report.failed:
        yield f"- {unit.source}: {unit.error}"
    for link in report.links:
        if not link.ok:
            yield f"- {link.name}: {link.error}"


def rows(kernels: Iterable[KernelUsage]) -> Iterator[str]:
    groups: dict[tuple[str, str], list[KernelUsage]] = {}
    for kernel in kernels:
        # Where each architecture has kernels of its own, its name is a namespace.
        name = base_name(kernel.name).replace(f"::{kernel.arch}::", "::")
        if not name.startswith(_LIBRARIES):
            groups.setdefault((name, kernel.arch), []).append(kernel)
    for (name, arch), group in sorted(groups.items()):
        figures = (
            [k.vgprs for k in group],
            [k.agprs for k in group],
            [k.sgprs for k in group],
            [k.vgpr_spills + k.sgpr_spills for k in group],
            [k.lds for k in group],
            [k.scratch for k in group],
            [k.occupancy for k in group if k.occupancy is not None],
        )
        cells = [f"`{name}`", arch, str(len(group)), *map(_range, figures)]
        yield f"| {' | '.join(cells)} |"


def _range(values: list[int]) -> str:
    if not values:
        return "?"
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


if __name__ == "__main__":
    main()
