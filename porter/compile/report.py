"""The report of a build: the result of each unit, and the resources of its kernels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from porter.compile.commands import HOST, Step
from porter.compile.link import LinkReport
from porter.compile.resources import KernelUsage
from porter.files.regular import LARGEST_SOURCE, read_regular_text

_ERROR = re.compile(
    r"^(?:(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? )?(?:[\w+.-]+: )?"
    r"(?:fatal )?error: (?P<text>.*)$",
    re.MULTILINE,
)
#: Lines that lead from an error in a library's header to the code that caused it: notes behind it
#: (who instantiated, which macro), and the includes before it.
_CAUSE = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):\d+: note: ", re.MULTILINE)
_INCLUDER = re.compile(
    r"^(?:In file included| +) from (?P<file>[^:\n]+):(?P<line>\d+)", re.MULTILINE
)


@dataclass(frozen=True)
class CompileError:
    """The first error of a step.

    Args:
        file: where, relative to the port when it lies in it; for an error in a library's header
            the place in the port that led there; empty when the driver failed.
        line: 1-based; 0 when the driver failed.
        message: what the compiler said.
        header: `file:line` of the library's header that holds the error; else empty.
    """

    file: str
    line: int
    message: str
    header: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.file else self.message


@dataclass(frozen=True)
class TargetReport:
    """One side of a unit.

    Args:
        target: "host" or an architecture.
        ok: whether it compiled.
        seconds: how long the compiler took.
        error: its first error, None when it compiled.
        log: file with everything it said.
    """

    target: str
    ok: bool
    seconds: float
    error: CompileError | None
    log: Path


@dataclass(frozen=True)
class UnitReport:
    """One unit.

    Args:
        source: path relative to the port.
        language: "hip" or "c++".
        origin: who said how to compile it.
        std: the C++ standard it was compiled as.
        targets: its sides, architectures first.
        notes: what a person should know about how it was compiled.
        left_out: flags of the port that only nvcc knows, which were not passed.
        refused: flags that a port may not choose, which were not passed, with the reason.
        refusal: why the unit was not compiled at all; empty when it was.
        object: the object file, None with `syntax_only` or after a failure.
        kernels: what its kernels take; empty with `syntax_only`.
    """

    source: str
    language: str
    origin: str
    std: str
    targets: tuple[TargetReport, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    refusal: str = ""
    object: Path | None = None
    kernels: tuple[KernelUsage, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all sides compiled."""
        return not self.refusal and all(target.ok for target in self.targets)

    @property
    def seconds(self) -> float:
        """Compiler time of all sides together."""
        return sum(target.seconds for target in self.targets)

    @property
    def error(self) -> CompileError | None:
        """The first error of the first side that failed."""
        if self.refusal:
            return CompileError("", 0, f"not compiled: {self.refusal}")
        return next((target.error for target in self.targets if target.error), None)


@dataclass(frozen=True)
class BuildReport:
    """A port.

    Args:
        root: the port.
        archs: architectures it was compiled for.
        syntax_only: whether types were checked and nothing was made.
        llvm_version: the compiler's version.
        rocm_version: the version of HIP's headers.
        torch: the torch whose headers were used, and whether they were derived; empty for none.
        folder: where objects and logs are.
        units: one report a unit, sorted by path.
        links: one report a program or library, when linking was asked for.
        not_followed: what was not read of its build files, each line with the file.
    """

    root: Path
    archs: tuple[str, ...]
    syntax_only: bool
    llvm_version: str
    rocm_version: str
    torch: str
    folder: Path
    units: tuple[UnitReport, ...] = field(default_factory=tuple)
    links: tuple[LinkReport, ...] = ()
    not_followed: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every unit compiled, and everything linked that was to be linked."""
        return all(unit.ok for unit in self.units) and all(link.ok for link in self.links)

    @property
    def failed(self) -> list[UnitReport]:
        """The units that did not compile."""
        return [unit for unit in self.units if not unit.ok]

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        document = _plain(asdict(self))
        document["ok"] = self.ok
        for unit, values in zip(self.units, document["units"], strict=True):
            values["ok"] = unit.ok
            values["seconds"] = round(unit.seconds, 3)
        assert isinstance(document, dict)
        return document


def merged(reports: Iterable[BuildReport]) -> BuildReport:
    """Return one report of builds of the same port for several architectures.

    A unit that every architecture has stands there once for each.
    """
    several = list(reports)
    notes = dict.fromkeys(note for report in several for note in report.not_followed)
    return replace(
        several[0],
        archs=tuple(arch for report in several for arch in report.archs),
        folder=several[0].folder.parent,
        units=tuple(unit for report in several for unit in report.units),
        links=tuple(one for report in several for one in report.links),
        not_followed=tuple(notes),
    )


def target_reports(steps: Sequence[Step], root: Path) -> tuple[TargetReport, ...]:
    """Read what became of the steps of one unit."""
    found: dict[str, list[Step]] = {}
    for step in steps:
        found.setdefault(step.target, []).append(step)
    reports = {target: _target(target, group, root) for target, group in found.items()}
    if HOST in reports and reports[HOST].error is None and not reports[HOST].ok:
        # The host object holds the code objects: it is not tried when one is missing.
        reports.pop(HOST)
    return tuple(reports.values())


def _target(target: str, steps: list[Step], root: Path) -> TargetReport:
    ok = all(step.output.is_file() for step in steps)
    spent = sum(_milliseconds(step.milliseconds) for step in steps)
    last = next((s for s in steps if not s.output.is_file()), steps[-1])
    error = None
    if not ok and last.log.is_file():
        error = first_error(read_log(last.log), root)
    return TargetReport(target, ok, spent / 1000, error, last.log)


def read_log(log: Path) -> str:
    """Return the text of a compiler's log; nothing when it cannot be read."""
    try:
        return read_regular_text(log, LARGEST_SOURCE, "replace")
    except OSError:
        return ""


def _milliseconds(path: Path) -> int:
    log_text = read_log(path).strip()
    return int(log_text) if log_text.isdecimal() and len(log_text) < 19 else 0


def first_error(log: str, root: Path) -> CompileError:
    """Return the first error in what a compiler said.

    Args:
        log: its output.
        root: the port, to which paths are made relative.
    """
    match = _ERROR.search(log)
    if match is None:
        lines = log.strip().splitlines()
        return CompileError("", 0, lines[-1] if lines else "the compiler failed without a word")
    file, line, text = match["file"] or "", int(match["line"] or 0), match["text"]
    own = _within(file, root)
    if own is not None or not file:
        return CompileError(own or "", line, text)
    following = _ERROR.search(log, match.end())
    behind = _CAUSE.finditer(log, match.end(), following.start() if following else len(log))
    before = list(_INCLUDER.finditer(log, 0, match.start()))
    for place in (*behind, *reversed(before)):
        own = _within(place["file"], root)
        if own is not None:
            return CompileError(own, int(place["line"]), text, f"{file}:{line}")
    return CompileError(file, line, text)


def _within(file: str, root: Path) -> str | None:
    """Return a path relative to the port, None when it lies elsewhere."""
    path = Path(file)
    if not file or not path.is_relative_to(root):
        return None
    return path.relative_to(root).as_posix()


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value
