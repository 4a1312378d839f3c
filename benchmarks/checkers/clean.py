"""Watches programs that should be clean with all checks: own ones, and those of public projects.

    python -m benchmarks.checkers.clean [NAMES…] --kept FILE [--sources DIR] [--seconds S]

Own programs are those of `csrc_cuda/warp_kit` for sm_80 and of `ported/warp_kit` for gfx942. With
`--sources` come the ports of the programs in `benchmarks/projects.toml`, built by their own build
systems for gfx942, where the table says how to run them; NAMES are parts of names.

Each is watched for everything at once, in the usual order and in a shuffled one. What is found is
printed, a line for each kind and source line. What is known stays in the file, which a run that
was stopped goes on from; remove a name from it to watch the program again.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.peers import CONVERTERS
from benchmarks.projects.measure import build, judged, run, run_program
from benchmarks.projects.outcome import Reached
from benchmarks.projects.table import Project, checkout, projects
from porter.errors import PorterError
from porter.execute.cpu.checking.findings import Finding, read
from porter.execute.cpu.checking.settings import CHECKS, Watch
from porter.processes.child_python import python
from porter.toolchain.discovery import find

_ROOT = Path(__file__).parents[2]
_OWN = {"csrc_cuda/warp_kit": "sm_80", "ported/warp_kit": "gfx942"}
_ARCH = "gfx942"
_WATCHES = {
    "usual": Watch(tuple(CHECKS)),
    "shuffled": Watch(("memory", "races", "barriers"), seed=7),
}
#: What a program says of a run: whether it is right, and the reason where it is not.
Run = Callable[[], tuple[bool, str]]
Row = dict[str, Any]


def watched(watch: Watch, work: Run) -> Row:
    """Do the work, watched; return what became of it and what was found."""
    began = time.monotonic()
    with watch.watching() as folder:
        is_right, why = work()
        found = read(folder, find())
    seconds = round(time.monotonic() - began, 1)
    return {
        "right": is_right,
        "why": why,
        "seconds": seconds,
        "found": sorted(set(map(_line, found))),
    }


def _line(one: Finding) -> str:
    """Return what was found, the same for each run: neither addresses nor indices of threads."""
    inside = [frame for frame in one.place if not str(frame.file).startswith("/usr")]
    place = inside[0] if inside else None
    where = f"{Path(place.file).name}:{place.line}" if place else "?"
    kernel = one.item.kernel.partition("(")[0] if one.item else ""
    what = f"{one.memory.name}" if one.memory else one.space
    return f"{one.check}: {one.kind}: {where} {kernel} {what}".rstrip()


def own(names: list[str]) -> Iterator[tuple[str, dict[str, Run]]]:
    """Yield the programs of this repository, with what runs them."""
    for folder, arch in _OWN.items():
        for source in sorted((_ROOT / folder).glob("*.cu")):
            name = f"{folder}/{source.name}"
            if any(part in name for part in names):
                command = [*python("-m", "porter"), "run", "--arch", arch, str(source)]

                def work(command: list[str] = command, arch: str = arch) -> tuple[bool, str]:
                    status, output = run(command, _ROOT, arch, 600)
                    return status == 0, "" if status == 0 else output[-300:]

                yield name, dict.fromkeys(_WATCHES, work)


def of_project(
    project: Project, sources: Path, is_wanted: Callable[[str], bool], seconds: float
) -> Iterator[tuple[str, dict[str, Run]]]:
    """Yield the programs of a project that say how they are run, with what builds and runs them."""
    programs = [one for one in project.programs if one.is_run]
    named = {f"{project.repository}/{one.label}": one for one in programs}
    wanted = {name: one for name, one in named.items() if is_wanted(name)}
    if not wanted:
        return
    source = checkout(sources, project.repository, project.revision)
    with tempfile.TemporaryDirectory() as scratch:
        tree, built = Path(scratch) / source.name, Path(scratch) / _ARCH
        shutil.copytree(source, tree, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        port = CONVERTERS["porter"](tree, Path(scratch) / "port")
        shutil.copytree(port.root, built, symlinks=True)
        for name, program in wanted.items():

            def first(program: Any = program) -> tuple[bool, str]:
                status, _ = build(program, built, port)
                return again(program) if status == 0 else (False, "does not build")

            def again(program: Any = program) -> tuple[bool, str]:
                status, output = run_program(program, built, seconds)
                reached, why, _ = judged(program, status, output, seconds)
                return reached == Reached.PASSED, why

            yield name, {"usual": first, "shuffled": again}


def main() -> None:
    """Watch the programs; print what is found in each, and how many are clean."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--kept", type=Path, required=True, metavar="FILE")
    parser.add_argument("--sources", type=Path, metavar="DIR", help="checkouts of public projects")
    parser.add_argument("--seconds", type=float, default=120, help="how long a program may run")
    given = parser.parse_args()
    known: dict[str, dict[str, Row]] = {}
    if given.kept.is_file():
        known = json.loads(given.kept.read_bytes())

    def is_wanted(name: str) -> bool:
        return name not in known and any(part in name for part in given.names or [""])

    def take(name: str, runs: dict[str, Run]) -> None:
        known[name] = {}
        for order, work in runs.items():
            known[name][order] = watched(_WATCHES[order], work)
            if not known[name][order]["right"]:
                break
        print(_told(name, known[name]), flush=True)
        given.kept.write_text(json.dumps(known, indent=1) + "\n")

    for name, runs in own(given.names or [""]):
        if name not in known:
            take(name, runs)
    for project in projects() if given.sources else ():
        try:
            for name, runs in of_project(project, given.sources, is_wanted, given.seconds):
                take(name, runs)
        except PorterError as error:
            print(f"{project.repository}: {error}", file=sys.stderr)
    _count(known)


def _told(name: str, orders: dict[str, Row]) -> str:
    lines = [name]
    for order, row in orders.items():
        state = "" if row["right"] else f", {row['why']}"
        lines.append(f"  {order}: {row['seconds']} s, {len(row['found'])} found{state}")
        lines += [f"    {line}" for line in row["found"]]
    return "\n".join(lines)


def _count(known: dict[str, dict[str, Row]]) -> None:
    """Print how many programs ran to their end in both orders, and how many are clean."""
    ran = {n: rows for n, rows in known.items() if all(row["right"] for row in rows.values())}
    clean = [name for name, rows in ran.items() if not any(row["found"] for row in rows.values())]
    print(f"{len(known)} programs, {len(ran)} ran to their end, {len(clean)} of them are clean")


if __name__ == "__main__":
    main()
