"""Whole public projects: converted, built by their own build system, run, judged by their check.

    python -m benchmarks.projects --sources DIR [NAMES…] [--arch ARCHS] [--converter porter]
        [--build make] [--draw N --seed S] [--seconds S] [--kept FILE [--retry]]

`--sources` holds checkouts of the repositories in `projects.toml`, made beforehand. Each is
converted as a newcomer would, without further options; the port is built by `porter build
--native`, which runs its own make or CMake against the cpu executor, and its programs run with the
arguments of the table. A line a program and architecture says how far it came, with the first
reason where that is not the end. What does not build is counted by its cause: the
conversion reported the place, something is absent, or the failure is unreported.

`--draw` draws as many of the programs that a project's patterns find, each time the same by
`--seed`. With `--kept` a run that was stopped goes on where it was: what is known of a program
is kept in the file until its port or the executor changes; `--retry` measures again what was not
whole.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.peers import CONVERTERS
from benchmarks.projects.kept import Kept
from benchmarks.projects.measure import Way, measure
from benchmarks.projects.outcome import Outcome, shares
from benchmarks.projects.table import Program, Project, checkout, drawn, projects
from porter.errors import PorterError


def main() -> None:
    """Measure the projects that are named; print a line a program, and the shares."""
    arguments = _arguments()
    way = Way(arguments.arch.split(","), arguments.converter, arguments.seconds)
    kept = Kept(arguments.kept, arguments.retry) if arguments.kept else None
    outcomes: list[Outcome] = []
    for project in projects():
        wanted = _wanted(project, arguments)
        if not wanted:
            continue
        label = project.repository
        source = checkout(arguments.sources, label, project.revision)
        for one in measure(source, label, wanted, way, kept, project.without):
            outcomes.append(one)
            print(one.line, flush=True)
    print("", *shares(outcomes), sep="\n")


def _wanted(project: Project, arguments: argparse.Namespace) -> list[Program]:
    """Return the programs of a project that are named; patterns need a name of their project."""
    names = arguments.names or [""]
    label = project.repository
    programs = list(project.programs)
    if project.patterns and any(name in label for name in names):
        source = checkout(arguments.sources, label, project.revision)
        for build in arguments.build.split(","):
            found = [one for one in project.found(source) if one.build == build]
            programs += drawn(found, arguments.draw, arguments.seed)
    return [
        one
        for one in programs
        if one.build in arguments.build.split(",")
        and any(name in f"{label}/{one.label}" for name in names)
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a repository or folder")
    parser.add_argument("--sources", type=Path, required=True, metavar="DIR")
    parser.add_argument("--arch", default="gfx942,gfx1100")
    parser.add_argument("--converter", choices=CONVERTERS, default="porter")
    parser.add_argument("--build", default="make,cmake,nvcc", help="which build systems count")
    parser.add_argument("--draw", type=int, metavar="N", help="of the programs that patterns find")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=600, help="how long a program may run")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="where outcomes are kept")
    parser.add_argument("--retry", action="store_true", help="measure failures again")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"{error}\n{error.hint}")
