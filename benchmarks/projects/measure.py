"""Converts a project, builds its programs by its own build system, and runs them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.peers import CONVERTERS, Port
from benchmarks.projects.kept import Kept, state
from benchmarks.projects.outcome import Outcome, Reached
from benchmarks.projects.table import Program
from porter.compile.feedback.output import cause_of
from porter.processes.child_python import python
from porter.processes.group import run_in_group

_REASONS = (
    re.compile(r"(?m)^.*\b(?:fatal )?error: .*$"),
    re.compile(
        r"(?m)^(?!porter-hipcc:).*(?:\berror\b|Error\b|undefined|No rule|not found|cannot).*$"
    ),
)
#: Seconds that a build may take.
_BUILDING = 900
_TIME_IS_OVER = 124


class Way(NamedTuple):
    """How programs are measured.

    Attributes:
        archs: the architectures.
        converter: what converts.
        seconds: how long a program may run.
    """

    archs: Sequence[str]
    converter: str = "porter"
    seconds: float = 600


def measure(
    source: Path,
    name: str,
    programs: Sequence[Program],
    way: Way,
    kept: Kept | None = None,
    without: Sequence[str] = (),
) -> Iterator[Outcome]:
    """Convert a checkout once, and build and run its programs for each architecture.

    Args:
        source: the checkout.
        name: its repository.
        programs: its programs.
        way: how they are measured.
        kept: what is known of them, and where outcomes go.
        without: patterns of folders that are taken away first.
    """
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / source.name
        shutil.copytree(source, tree, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        for folder in [one for pattern in without for one in tree.glob(pattern)]:
            shutil.rmtree(folder)
        port = CONVERTERS[way.converter](tree, Path(scratch) / "port")
        for program in programs:
            known = state(program, port) if kept else ""
            for arch in way.archs:
                outcome = kept.of(name, program, arch, known) if kept else None
                if outcome is None:
                    built = Path(scratch) / arch
                    if not built.is_dir():
                        shutil.copytree(port.root, built, symlinks=True)
                    outcome = Outcome(
                        name, program, arch, *_reached(program, built, port, tree, way)
                    )
                    if kept:
                        kept.keep(outcome, known)
                yield outcome


def _reached(
    program: Program, built: Path, port: Port, upstream: Path, way: Way
) -> tuple[Reached, str, str]:
    """Build and run a program in a copy of the port; return how far it came, why not further."""
    folder = built / program.folder
    status, output = build(program, built, port)
    if status:
        kind = cause_of(output, folder, built, port.causes(upstream, built)).kind
        return Reached.CONVERTED, _reason(output), kind.value
    if not program.is_run:
        return Reached.BUILT, "", ""
    status, output = run_program(program, built, way.seconds)
    return judged(program, status, output, way.seconds)


def judged(program: Program, status: int, output: str, seconds: float) -> tuple[Reached, str, str]:
    """Return how far a program that was built came, and why not further."""
    if status == _TIME_IS_OVER:
        return Reached.STARTED, f"runs on after {seconds:g} s", ""
    if status:
        return Reached.BUILT, f"exit status {status}: {_reason(output)}", ""
    if program.passes and not re.search(program.passes, output):
        return Reached.RAN, f"does not say {program.passes!r}", ""
    if program.fails and re.search(program.fails, output):
        return Reached.RAN, f"says {program.fails!r}", ""
    return Reached.PASSED, "", ""


def build(program: Program, built: Path, port: Port) -> tuple[int, str]:
    """Build a program in a copy of the port, named as its architecture; return status, output."""
    folder, arch = built / program.folder, built.name
    if program.build == "nvcc":
        tool = Path(sys.executable).with_name("porter-hipcc")
        source = Path(port.path(program.label)).name  # which a converter may call otherwise
        return run((str(tool), source, "-o", "a.out"), folder, arch, _BUILDING)
    where = folder if program.tree is None else built / program.tree
    command = [*python("-m", "porter"), "build", str(where), "--native", "--arch", arch]
    command += ["--on", "cpu", "--with", program.build]
    if program.build == "cmake":  # which else builds in porter's home directory
        command += ["--folder", str(where / "build")]
    if program.target:
        command += ["--target", program.target]
    command += [word for one in program.variables for word in ("-D", one)]
    return run(command, folder, arch, _BUILDING)


def run_program(program: Program, built: Path, seconds: float) -> tuple[int, str]:
    """Run a program where it was built; return its exit status and what it said."""
    folder = built / program.folder
    if program.build == "cmake" and program.tree is None:
        folder = folder / "build" / "out"
    return run(program.run or ("./a.out",), folder, built.name, seconds)


def run(command: Sequence[str], folder: Path, arch: str, seconds: float) -> tuple[int, str]:
    """Run a command for an architecture; return its exit status and what it said."""
    environment = {**os.environ, "PORTER_CPU_ARCH": arch}
    try:
        done = run_in_group(list(command), timeout=seconds, cwd=folder, env=environment)
    except OSError as error:
        return 127, f"error: {shlex.join(command[:1])}: {error.strerror}"
    output = done.stderr + done.stdout
    if done.timed_out:
        return _TIME_IS_OVER, f"{output}\nerror: no end after {seconds:g} s"
    return done.returncode, output


def _reason(output: str) -> str:
    """Return the first line that tells an error, else the last."""
    for pattern in _REASONS:
        if found := pattern.search(output):
            return found[0].strip()[:200]
    lines = output.strip().splitlines()
    return (lines[-1] if lines else "no output").strip()[:200]
