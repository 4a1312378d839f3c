"""Large public projects, each converted whole: the share of its units that type-checks.

    python -m benchmarks.large --sources DIR [NAMES…] [--include DIR] [--most N]

`--sources` holds checkouts of the repositories in `large.toml`, made beforehand, with the
submodules that are to be had; `--include` names folders with the headers of libraries that a
project wants, and with those that its build makes. The units are those of the port that use HIP:
sources that the conversion has nothing to do with are left out; `--most` draws as many of each
project. What fails is counted by its cause: the conversion reported the place, something is absent,
or the failure is unreported.

A run that was stopped goes on where it was; verdicts are kept until the port, the units' flags or
the compiler change.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.peers import Port
from benchmarks.projects.table import checkout
from benchmarks.typecheck import check, converted, state
from benchmarks.verdicts import Checked, Kept
from porter.compile.feedback.causes import Kind
from porter.compile.header_search import HeaderSearch
from porter.compile.read.unit import Language, Unit
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.project.discover import discover
from porter.toolchain.discovery import find
from porter.toolchain.home import porter_home

_TABLE = Path(__file__).with_name("large.toml")
#: Which units are drawn.
_SEED = 16


@dataclass(frozen=True, slots=True)
class Large:
    """A project of the table; see the head of `large.toml`."""

    repository: str
    revision: str
    exclude: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    scale: str = ""
    note: str = ""


def projects() -> list[Large]:
    """Return the projects of the table."""
    tables = tomllib.loads(_TABLE.read_text("utf-8"))["project"]
    lists = {"exclude", "lacks"}
    found = []
    for table in tables:
        values: dict[str, Any] = {
            key: tuple(value) if key in lists else value for key, value in table.items()
        }
        found.append(Large(**values))
    return found


def measure(
    project: Large,
    source: Path,
    includes: Sequence[Path],
    archs: Sequence[str],
    jobs: int,
    most: int | None = None,
) -> tuple[list[Checked], int]:
    """Convert a checkout and type-check its units.

    Args:
        project: its line of the table.
        source: the checkout.
        includes: folders of headers beside it.
        archs: architectures.
        jobs: compilers at a time.
        most: how many units are drawn; all without it.

    Returns:
        The verdicts, whose `reason` is the cause of a failure, and how many units there are.
    """
    folder = porter_home() / "typecheck" / project.repository.replace("/", "+")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / source.name
        shutil.copytree(source, tree, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        port = converted("porter", tree, folder, Path(scratch))
        units = units_of(project, port, includes, folder / "configured")
        every = len(units)
        if most is not None and most < every:
            units = random.Random(_SEED).sample(units, most)
        kept = Kept(folder / "porter.verdicts", state(port, units, archs))
        if (known := kept.read()) is not None:
            return known, every
        found = check("porter", port, port, units, folder, archs, jobs)
        return kept.write([_with_cause(one, port, tree) for one in found]), every


def units_of(project: Large, port: Port, includes: Sequence[Path], configured: Path) -> list[Unit]:
    """Return the units of a port that use HIP, themselves or through a header."""
    found = discover(port.root, project.exclude)
    provided = (*find().include_dirs, *includes)
    search = HeaderSearch(port.root, [entry.path for entry in found.entries], provided)
    units = []
    for unit in find_units(port.root, project.exclude, provided, configured):
        folders = [str(one.relative_to(port.root)) for one in unit.includes if _is_in(one, port)]
        uses_hip = unit.language is Language.HIP or search.uses(unit.source, folders).hip
        if uses_hip and not found.is_vendored(unit.source):
            units.append(replace(unit, includes=(*unit.includes, *includes)))
    return units


def _is_in(folder: Path, port: Port) -> bool:
    return folder.is_relative_to(port.root)


def _with_cause(one: Checked, port: Port, upstream: Path) -> Checked:
    """Return a verdict with the cause of its failure."""
    if one.passes:
        return one
    place, _, message = one.error.partition(": ")
    path, _, line = place.rpartition(":")
    cause = port.causes(upstream, port.root).of(path, int(line) if line.isdecimal() else 0, message)
    return replace(one, reason=cause.kind.value)


def table(measured: Sequence[tuple[Large, Sequence[Checked], int]]) -> str:
    """Return the figures as a Markdown table."""
    causes = list(Kind)
    lines = [
        f"| project | units | checked | type-check | {' | '.join(causes)} | not there "
        "| SCALE 1.7.1, gfx90a |",
        f"|--|--:|--:|--:|{'--:|' * len(causes)}--|--|",
    ]
    for project, checked, every in measured:
        counted = Counter(one.reason for one in checked if not one.passes)
        failed = " | ".join(str(counted[cause]) for cause in causes)
        passed = sum(one.passes for one in checked)
        lacks = ", ".join(project.lacks)
        lines.append(
            f"| {project.repository} | {every} | {len(checked)} | {passed} | {failed} "
            f"| {lacks} | {project.scale} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure the projects that are named, or all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a repository's name")
    parser.add_argument("--sources", type=Path, required=True, metavar="DIR")
    parser.add_argument("--include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--arch", default="gfx942")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=int, metavar="N", help="draw N units of each project")
    parser.add_argument("--json", type=Path, help="write what became of each unit")
    arguments = parser.parse_args()
    measured = []
    for project in projects():
        if arguments.names and not any(name in project.repository for name in arguments.names):
            continue
        source = checkout(arguments.sources, project.repository, project.revision)
        includes = [one.resolve() for one in arguments.include]
        archs = arguments.arch.split(",")
        checked, every = measure(project, source, includes, archs, arguments.jobs, arguments.most)
        measured.append((project, checked, every))
        for one in checked:
            if not one.passes:
                print(f"  {one.source}: {one.error}  ({one.reason})", flush=True)
    print(table(measured))
    if arguments.json is not None:
        units = {one.repository: [asdict(unit) for unit in found] for one, found, _ in measured}
        arguments.json.write_text(json.dumps(units, indent=1) + "\n")


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"{error}\n{error.hint}")
