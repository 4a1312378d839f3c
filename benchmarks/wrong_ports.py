"""What becomes of programs that were written to break the conversion.

    python -m benchmarks.wrong_ports FOLDER [NAME…] [--arch gfx942,gfx1100] [--warp 32,native]

Each `.cu` file of the folder, and each folder in it, is a program that checks itself: it ends with
another status than 0, or says FAIL, where it is wrong. It is converted, built and run on the cpu
executor, once an architecture, and CUDA's side beside it. A line a program says what became of it:

handled: its port is right on each architecture.
reported: it is not, and the conversion reports something there; the rules are named. Notes count,
    but for those about speed.
unreported: it does not build, and the conversion said nothing.
silently wrong: it builds, is wrong, and the conversion said nothing.

A program without `main` is built only; one that checks nothing has to print what CUDA's side does.
The exit status is 1 where something is silently wrong or unreported.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.execute import cpu
from porter.execute.cpu.compilation import Compiler
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.source.text.edits import Severity

_MAIN = re.compile(r"\bmain\s*\(")
_FAIL = re.compile(r"\bFAIL(?:ED|URE)?\b")
_PASS = re.compile(r"\bPASS(?:ED)?\b")
#: Rules whose notes say what is slow and computes the same.
_OF_SPEED = frozenset(("MEM01", "WRP32", "API58"))
#: Seconds for which a program may run, and a kernel wait for memory that nobody writes.
_LIMIT = 120
_SPIN = {"PORTER_CPU_SPIN_SECONDS": "2"}


class Ended(StrEnum):
    """How one side of a program ended."""

    RIGHT = "right"
    WRONG = "wrong"
    HANGS = "hangs"
    DOES_NOT_BUILD = "does not build"


class Verdict(StrEnum):
    """What became of a program."""

    HANDLED = "handled"
    REPORTED = "reported"
    UNREPORTED = "unreported"
    SILENT = "silently wrong"


class Side(NamedTuple):
    """One side of a program: how it ended, and what it printed."""

    ended: Ended
    output: str = ""


class Judged(NamedTuple):
    """A program.

    Attributes:
        name: file or folder.
        sides: architecture -> how its port ended there.
        cuda: how CUDA's side ended.
        rules: ids of the rules that report something.
    """

    name: str
    sides: Mapping[str, Side]
    cuda: Side
    rules: Sequence[str]

    @property
    def verdict(self) -> Verdict:
        """What became of it."""
        ended = {side.ended for side in self.sides.values()}
        if ended == {Ended.RIGHT}:
            return Verdict.HANDLED
        if self.rules:
            return Verdict.REPORTED
        return Verdict.SILENT if ended - {Ended.RIGHT, Ended.DOES_NOT_BUILD} else Verdict.UNREPORTED

    def line(self) -> str:
        """Return it as a row of a Markdown table."""
        ended = " | ".join(side.ended for side in self.sides.values())
        return (
            f"| {self.name} | {self.cuda.ended} | {ended} | {self.verdict} "
            f"| {', '.join(self.rules)} |"
        )


def programs(folder: Path, names: Sequence[str]) -> Iterator[Path]:
    """Yield the programs of a folder, those that are named or all."""
    for path in sorted(folder.iterdir()):
        holds = any(path.rglob("*.cu")) if path.is_dir() else path.suffix == ".cu"
        if holds and (not names or path.stem in names or path.name in names):
            yield path


def judged(program: Path, archs: Sequence[str], warp: str, folder: Path) -> Judged:
    """Convert, build and run a program.

    Args:
        program: a file, or a folder of them.
        archs: for which architectures.
        warp: what `--warp` says.
        folder: an empty one to work in.
    """
    destination = Destination(OutputMode.OUT, folder / "port")
    result = write_port([program], Options(warp=warp), destination)
    found = {
        one.finding.rule
        for _, one in result.conversion.findings
        if one.finding.severity is not Severity.NOTE or one.finding.rule not in _OF_SPEED
    }
    port = folder / "port" if program.is_dir() else folder / "port" / program.name
    cuda = _side(program, "sm_80")
    sides = {arch: _side(port, arch, cuda) for arch in archs}
    return Judged(program.name, sides, cuda, sorted(found))


def _side(program: Path, arch: str, cuda: Side | None = None) -> Side:
    """Build and run one side; `cuda` is what a program that checks nothing has to print."""
    sources = [*program.rglob("*.cu")] if program.is_dir() else [program]
    has_main = any(_MAIN.search(one.read_text("utf-8", "replace")) for one in sources)
    try:
        if not has_main:
            for one in sources:
                Compiler.default(arch).device_object(one)
            return Side(Ended.RIGHT)
        built = cpu.build(program, arch=arch)
    except PorterError as error:
        return Side(Ended.DOES_NOT_BUILD, str(error))
    try:
        done = built.run(timeout=_LIMIT, env={**os.environ, **_SPIN})
    except cpu.TimedOut:
        return Side(Ended.HANGS)
    if done.returncode != 0 or _FAIL.search(done.stdout):
        return Side(Ended.HANGS if "waits" in done.stderr else Ended.WRONG, done.stdout)
    differs = cuda is not None and cuda.ended is Ended.RIGHT and cuda.output != done.stdout
    if differs and not _PASS.search(done.stdout):
        return Side(Ended.WRONG, done.stdout)
    return Side(Ended.RIGHT, done.stdout)


def main() -> None:
    """Judge the programs of a folder, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("names", nargs="*", metavar="NAME", help="by default all")
    parser.add_argument("--arch", default="gfx942,gfx1100")
    parser.add_argument("--warp", default="32", help="32, native, or both with a comma")
    arguments = parser.parse_args()
    archs = arguments.arch.split(",")
    counts = Counter[Verdict]()
    for warp in arguments.warp.split(","):
        print(f"`--warp {warp}`\n")
        print("| program | CUDA | " + " | ".join(archs) + " | verdict | reported by |")
        print("|---" * (len(archs) + 4) + "|")
        for program in programs(arguments.folder, arguments.names):
            with tempfile.TemporaryDirectory() as folder:
                one = judged(program, archs, warp, Path(folder))
            counts[one.verdict] += 1
            print(one.line(), flush=True)
        print()
    print(", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict))
    sys.exit(counts[Verdict.SILENT] + counts[Verdict.UNREPORTED] > 0)


if __name__ == "__main__":
    main()
