"""What becomes of programs that were written to break the conversion.

    python -m benchmarks.wrong_ports FOLDER [NAME…] [--arch gfx942,gfx1100] [--warp 32,native]

Each `.cu` file of the folder, and each folder in it, is a program that checks itself: it ends with
another status than 0, or says FAIL, where it is wrong. It is converted, built and run on the cpu
executor, once an architecture, and CUDA's side beside it. A line a program says what became of it:

handled: its port is right on each architecture.
reported: it is not, and the conversion says at the line of what goes wrong that it will. Which rule
    says it, and where, stands in `wrong_ports.toml`, written by a person who read the program.
unreported: it does not build, and the conversion did not say this.
silently wrong: it builds, is wrong, and the conversion did not say this.

What the conversion says of other things, or elsewhere, does not count; it is shown in the last
column. A program without `main` is built only; one that checks nothing has to print what CUDA's
side does. The exit status is 1 where something is silently wrong or unreported.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import tomllib
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

_MAIN = re.compile(r"\bmain\s*\(")
_FAIL = re.compile(r"\bFAIL(?:ED|URE)?\b")
_PASS = re.compile(r"\bPASS(?:ED)?\b")
#: Stands in place of rules where a port is meant to answer otherwise.
_MEANT = "meant"
#: What tells of each program, where: `[program."NAME"]` with `WARP = ["RULE:LINE"]`.
EXPECTED = Path(__file__).with_name("wrong_ports.toml")
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
        told: what the conversion reports, as `RULE:LINE`.
        expected: what of this tells that it goes wrong.
    """

    name: str
    sides: Mapping[str, Side]
    cuda: Side
    told: Sequence[str]
    expected: Sequence[str]

    @property
    def verdict(self) -> Verdict:
        """What became of it."""
        ended = {side.ended for side in self.sides.values()}
        if ended == {Ended.RIGHT} or list(self.expected) == [_MEANT]:
            return Verdict.HANDLED
        if self.expected and set(self.expected) <= set(self.told):
            return Verdict.REPORTED
        return Verdict.SILENT if ended - {Ended.RIGHT, Ended.DOES_NOT_BUILD} else Verdict.UNREPORTED

    def line(self) -> str:
        """Return it as a row of a Markdown table."""
        ended = " | ".join(side.ended for side in self.sides.values())
        others = [one for one in self.told if one not in self.expected]
        reported = ", ".join(self.expected) if self.verdict is Verdict.REPORTED else ""
        return (
            f"| {self.name} | {self.cuda.ended} | {ended} | {self.verdict} | {reported} "
            f"| {', '.join(others)} |"
        )


def programs(folder: Path, names: Sequence[str]) -> Iterator[Path]:
    """Yield the programs of a folder, those that are named or all."""
    for path in sorted(folder.iterdir()):
        holds = any(path.rglob("*.cu")) if path.is_dir() else path.suffix == ".cu"
        if holds and (not names or path.stem in names or path.name in names):
            yield path


def expectations(path: Path) -> dict[str, dict[str, list[str]]]:
    """Return what tells of each program: name -> `--warp` -> `RULE:LINE`."""
    programs: dict[str, dict[str, list[str]]]
    programs = tomllib.loads(path.read_text("utf-8")).get("program", {})
    return programs


def judged(
    program: Path, archs: Sequence[str], warp: str, folder: Path, expected: Sequence[str] = ()
) -> Judged:
    """Convert, build and run a program.

    Args:
        program: a file, or a folder of them.
        archs: for which architectures.
        warp: what `--warp` says.
        folder: an empty one to work in.
        expected: what tells that it goes wrong, as `RULE:LINE`.
    """
    destination = Destination(OutputMode.OUT, folder / "port")
    result = write_port([program], Options(warp=warp), destination)
    told = {(one.finding.rule, one.place.line) for _, one in result.conversion.findings}
    port = folder / "port" if program.is_dir() else folder / "port" / program.name
    cuda = _side(program, "sm_80")
    sides = {arch: _side(port, arch, cuda) for arch in archs}
    said = [f"{rule}:{line}" for rule, line in sorted(told)]
    return Judged(program.name, sides, cuda, said, expected)


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
    parser.add_argument("--expected", type=Path, default=EXPECTED, metavar="TOML")
    arguments = parser.parse_args()
    archs = arguments.arch.split(",")
    expected = expectations(arguments.expected)
    counts = Counter[Verdict]()
    for warp in arguments.warp.split(","):
        print(f"`--warp {warp}`\n")
        print("| program | CUDA | " + " | ".join(archs) + " | verdict | by | said besides |")
        print("|---" * (len(archs) + 5) + "|")
        for program in programs(arguments.folder, arguments.names):
            with tempfile.TemporaryDirectory() as folder:
                told = expected.get(program.name, {}).get(warp, [])
                one = judged(program, archs, warp, Path(folder), told)
            counts[one.verdict] += 1
            print(one.line(), flush=True)
        print()
    print(", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict))
    sys.exit(counts[Verdict.SILENT] + counts[Verdict.UNREPORTED] > 0)


if __name__ == "__main__":
    main()
