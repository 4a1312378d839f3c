"""What a run of `porter convert` did."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from porter.convert.project import Outcome, Problem
from porter.convert.result import LocatedFinding, Result
from porter.options import Options
from porter.project.discover import Project
from porter.source import Severity
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from porter.packs.checks import Check


#: Why a file is left for another run.
CHANGED = "changed while porter ran; run it again"


class Way(StrEnum):
    """Where converted bytes go."""

    OUT = "out"
    IN_PLACE = "in place"
    DIFF = "diff"
    PRINT = "print"


class Destination(NamedTuple):
    """Where a port goes: a way, and the folder for `Way.OUT`."""

    way: Way
    folder: Path | None = None

    @classmethod
    def of(cls, out: str | None, *, in_place: bool, diff: bool) -> Destination:
        """Return the destination that the command line names."""
        if diff:
            return cls(Way.DIFF)
        if in_place:
            return cls(Way.IN_PLACE)
        if out == "-":
            return cls(Way.PRINT)
        assert out is not None
        return cls(Way.OUT, Path(out))


@dataclass
class Summary:
    """What a run did.

    Attributes:
        project: the code base.
        options: the choices that it was converted with.
        destination: where the port went.
        outcomes: what each source file gave, by path and in its order.
        written: files of the destination whose bytes changed.
        copied: files of the port that were taken over as they are.
        renamed: path -> new path of files whose names changed.
        renamed_by: id of the rule that renamed them; empty when none was.
        kept: files of the port that were not written, with the reason.
        problems: files that were not converted or not written, with the reason.
        stale: files that an earlier run wrote and whose upstream is gone.
        supports: names of the support headers that the port needs, all of them.
        notes: anything else a person should know.
        known: number of source files that were not looked at since nothing had changed.
        names: rule id -> name of the rule.
        pack: what a rule pack renames; empty in conversions of CUDA.
        links: path of a symbolic link -> where it leads in the port, if that changes.
        checks: what was looked at once a package was renamed.
        settled: (path, rule) of findings that a kind of project has seen to.
    """

    project: Project
    options: Options
    destination: Destination
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    written: int = 0
    copied: int = 0
    renamed: dict[str, str] = field(default_factory=dict)
    renamed_by: str = ""
    kept: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    supports: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    known: int = 0
    names: dict[str, str] = field(default_factory=dict)
    pack: str = ""
    links: dict[str, str] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)
    settled: set[tuple[str, str]] = field(default_factory=set)

    @property
    def results(self) -> list[tuple[str, Result]]:
        """Path and result of each file that was converted, by path."""
        return [
            (path, outcome.result)
            for path, outcome in self.outcomes.items()
            if outcome.result is not None
        ]

    @property
    def findings(self) -> list[tuple[str, LocatedFinding]]:
        """Path and finding of each finding that still holds, by path and place."""
        return [
            (path, one)
            for path, result in self.results
            for one in result.findings
            if (path, one.finding.rule) not in self.settled
        ]

    @property
    def edits(self) -> Counter[tuple[str, str]]:
        """(rule, detail) -> number of edits."""
        total: Counter[tuple[str, str]] = Counter()
        for _, result in self.results:
            for key, count in result.counts.items():
                total[key] += count
        return total

    def new_bytes(self, path: str, result: Result, data: bytes) -> bytes:
        """Return what becomes of a file: the port, or with `--dual` both sides in one.

        With `--dual` files of other languages stay as they are; see `kept_for_cuda`.

        Args:
            path: the file.
            result: its conversion.
            data: the bytes that were converted.
        """
        if not self.options.dual or not result.changes:
            return result.apply(data)
        from porter.convert.gates import gated

        if self._languages.get(path) is not Language.CUDA:
            return data
        try:
            return gated(data, [one.edit for one in result.edits])
        except ValueError as error:
            self.problems.append(Problem(path, f"cannot hold both sides, it is as it was: {error}"))
            return data

    def kept_for_cuda(self) -> list[str]:
        """Return notes about what `--dual` leaves as it is and a port of its own would not."""
        if not self.options.dual:
            return []
        return [
            f"{path} is as it was: --dual changes C and C++ only"
            for path, result in self.results
            if result.changes and self._languages.get(path) is not Language.CUDA
        ]

    @cached_property
    def _languages(self) -> dict[str, Language]:
        return {entry.path: entry.language for entry in self.project.entries}

    @property
    def has_failed(self) -> bool:
        """Whether a file could not be read, converted or written."""
        return bool(self.problems or self.project.unreadable)

    @property
    def errors(self) -> int:
        """Number of findings that are errors, and of files that could not be done."""
        return (
            len(self.problems)
            + len(self.kept)
            + sum(len(check.failures) for check in self.checks)
            + sum(one.finding.severity is Severity.ERROR for _, one in self.findings)
        )
