"""Whole public projects: converted, built by their own build system, run, judged by their check.

    python -m benchmarks.projects --sources DIR [NAMES…] [--arch ARCHS] [--converter porter]

`--sources` holds checkouts of the repositories in `projects.toml`, made beforehand. Each is
converted as a newcomer would, without further options; the port is built by `porter build
--native`, which runs its own make or CMake against the cpu executor, and its programs run with the
arguments of the table. A line a program and architecture says how far it came, with the first
reason where that is not the end. What does not build is counted by its cause: the
conversion reported the place, something is absent, or the failure is unreported.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from benchmarks.peers import CONVERTERS, Port
from porter.compile.feedback.causes import Kind
from porter.compile.feedback.output import cause_of
from porter.errors import PorterError

_TABLE = Path(__file__).with_name("projects.toml")
_REASON = re.compile(
    r"(?m)^(?!porter-hipcc:).*(?:error|Error|undefined|No rule|not found|cannot).*$"
)
_SECONDS = 600


class Reached(IntEnum):
    """How far a program came."""

    CONVERTED = 0
    BUILT = 1
    RAN = 2
    PASSED = 3


@dataclass(frozen=True, slots=True)
class Program:
    """A program of a project; see the head of `projects.toml`."""

    folder: str
    build: str = "make"
    source: str = ""
    run: tuple[str, ...] = ()
    passes: str = ""
    fails: str = ""

    @property
    def label(self) -> str:
        """Where it is in the repository."""
        return "/".join(part for part in (self.folder, self.source) if part) or "."

    @property
    def is_run(self) -> bool:
        """Whether it is run; its input is there."""
        return bool(self.run) or self.build == "nvcc"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a program on an architecture.

    Attributes:
        project: its repository.
        program: the program.
        arch: the architecture.
        reached: how far it came.
        reason: the first reason why it came no further.
        cause: what kind of reason that is, where it was not built.
    """

    project: str
    program: Program
    arch: str
    reached: Reached
    reason: str = ""
    cause: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it came as far as it can."""
        return self.reached >= (Reached.PASSED if self.program.is_run else Reached.BUILT)


def measure(
    source: Path, name: str, programs: Sequence[Program], archs: Sequence[str], converter: str
) -> Iterator[Outcome]:
    """Convert a checkout once, and build and run its programs for each architecture."""
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / source.name
        shutil.copytree(source, tree, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        port = CONVERTERS[converter](tree, Path(scratch) / "port")
        for arch in archs:
            built = Path(scratch) / arch
            shutil.copytree(port.root, built, symlinks=True)
            for program in programs:
                folder = built / program.folder
                status, output = _built(program, folder, arch, port)
                if status:
                    kind = cause_of(output, folder, built, port.causes(tree, built)).kind
                    yield Outcome(
                        name, program, arch, Reached.CONVERTED, _reason(output), kind.value
                    )
                else:
                    yield Outcome(name, program, arch, *_follow(program, folder, arch))


def _follow(program: Program, folder: Path, arch: str) -> tuple[Reached, str]:
    """Run a program that is built; return how far it came, and why not further."""
    if not program.is_run:
        return Reached.BUILT, ""
    place = folder / "build" / "out" if program.build == "cmake" else folder
    status, output = _run(program.run or ("./a.out",), place, arch)
    if status:
        return Reached.BUILT, f"exit status {status}: {_reason(output)}"
    if program.passes and not re.search(program.passes, output):
        return Reached.RAN, f"does not say {program.passes!r}"
    if program.fails and re.search(program.fails, output):
        return Reached.RAN, f"says {program.fails!r}"
    return Reached.PASSED, ""


def _built(program: Program, folder: Path, arch: str, port: Port) -> tuple[int, str]:
    if program.build == "nvcc":
        tool = Path(sys.executable).with_name("porter-hipcc")
        source = Path(port.path(program.label)).name  # which a converter may call otherwise
        return _run((str(tool), source, "-o", "a.out"), folder, arch)
    command = [sys.executable, "-m", "porter", "build", str(folder), "--native", "--arch", arch]
    if program.build == "cmake":  # which else builds in porter's home directory
        command += ["--folder", str(folder / "build")]
    return _run(command, folder, arch)


def _run(command: Sequence[str], folder: Path, arch: str) -> tuple[int, str]:
    try:
        done = subprocess.run(
            list(command),
            cwd=folder,
            env={**os.environ, "PORTER_CPU_ARCH": arch},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 124, f"error: no end after {_SECONDS} s"
    except OSError as error:
        return 127, f"error: {shlex.join(command[:1])}: {error.strerror}"
    return done.returncode, done.stdout.decode("utf-8", "replace")


def _reason(output: str) -> str:
    """Return the first line that tells an error, else the last."""
    found = _REASON.search(output)
    lines = output.strip().splitlines()
    return (found[0] if found else lines[-1] if lines else "no output").strip()[:200]


def projects() -> dict[str, tuple[str, list[Program]]]:
    """Return name -> (revision, programs) of the table."""
    found = {}
    for table in tomllib.loads(_TABLE.read_text("utf-8"))["project"]:
        programs = [
            Program(**{**one, "run": tuple(one.get("run", ()))}) for one in table["programs"]
        ]
        found[table["repository"]] = (table["revision"], programs)
    return found


def checkout(sources: Path, repository: str, revision: str) -> Path:
    """Return the checkout of a repository.

    Raises:
        PorterError: it is not there, or at another revision.
    """
    owner, _, name = repository.partition("/")
    for folder in (sources / name, sources / f"{owner}+{name}"):
        if folder.is_dir():
            break
    else:
        raise PorterError(f"no checkout of {repository}", path=sources, hint="clone it there")
    command = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    head = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    if head != revision:
        raise PorterError(
            f"is at {head or 'no revision'}", path=folder, hint=f"git checkout {revision}"
        )
    return folder


def main() -> None:
    """Measure the projects that are named; print a line a program, and the shares."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a repository or folder")
    parser.add_argument("--sources", type=Path, required=True, metavar="DIR")
    parser.add_argument("--arch", default="gfx942,gfx1100")
    parser.add_argument("--converter", choices=CONVERTERS, default="porter")
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    outcomes: list[Outcome] = []
    for repository, (revision, programs) in projects().items():
        wanted = [
            one
            for one in programs
            if not arguments.names
            or any(name in f"{repository}/{one.label}" for name in arguments.names)
        ]
        if not wanted:
            continue
        source = checkout(arguments.sources, repository, revision)
        archs = arguments.arch.split(",")
        for one in measure(source, repository, wanted, archs, arguments.converter):
            outcomes.append(one)
            told = f"{repository} {one.program.label} {one.arch}: {one.reached.name.lower()}"
            cause = f" ({one.cause})" if one.cause else ""
            print(f"{told}{cause}  {one.reason}".rstrip(), flush=True)
    _show_shares(outcomes)
    if arguments.json:
        rows = [
            (
                one.project,
                one.program.label,
                one.arch,
                one.reached.name.lower(),
                one.reason,
                one.cause,
            )
            for one in outcomes
        ]
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")


def _show_shares(outcomes: Sequence[Outcome]) -> None:
    kinds = Counter((one.program.build, one.arch) for one in outcomes)
    head = " ".join(f"{one.value:>14}" for one in Kind)
    print(f"\n{'build':6} {'arch':8} {'programs':>8} {'built':>6} {'whole':>6} {head}")
    for (build, arch), count in sorted(kinds.items()):
        these = [one for one in outcomes if (one.program.build, one.arch) == (build, arch)]
        built = sum(one.reached >= Reached.BUILT for one in these)
        whole = sum(one.is_whole for one in these)
        causes = Counter(one.cause for one in these)
        failed = " ".join(f"{causes[one.value]:14}" for one in Kind)
        print(f"{build:6} {arch:8} {count:8} {built:6} {whole:6} {failed}")


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"{error}\n{error.hint}")
