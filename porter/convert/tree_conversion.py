"""The result of converting a tree, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from porter.convert.cache import Cache
from porter.convert.emission import Emission
from porter.convert.result import FileResult, LocatedAccepted, LocatedFinding
from porter.errors import PorterError
from porter.options import Options
from porter.project.discover import Project
from porter.project.problem import Problem
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from porter.packs.checks import Check
    from porter.packs.record import ReverseRecord


class NewBytes(NamedTuple):
    """What becomes of a file's bytes, and why that is not what it should be."""

    data: bytes
    problem: Problem | None = None


@dataclass
class TreeConversion:
    """What a target makes of a tree.

    Attributes:
        project: the code base.
        options: the choices that it was converted with.
        files: result of each file that was read, by path and in its order.
        about: what was done to the tree, in a few words each.
        renamed: path -> new path of files whose names change.
        renamed_by: path -> id of the rule that renames it.
        links: path of a symbolic link -> where it leads in the port, if that changes.
        supports: names of the support headers that the port needs, all of them.
        names: rule id -> name of the rule.
        notes: what a person should know.
        warnings: what a person should look at, of the tree as a whole.
        problems: files that were not converted, with the reason.
        pack: what a rule pack renames; empty in conversions of code.
        checks: what was looked at once a package was renamed.
        record: what taking a rename back must know; None where no package is renamed.
        emission: what the port gets beside the converted files.
        cache: the results of earlier runs with those of this one, to be saved with the port.
        stages: the conversions that this one consists of, one after the other; none for one alone.
        outside: headers that sources include and that are not among the files, there or not;
            None where nobody has looked.
        is_type_checked: whether a compiler has seen the port's units.
    """

    project: Project
    options: Options
    files: dict[str, FileResult] = field(default_factory=dict)
    about: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    renamed_by: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    supports: tuple[str, ...] = ()
    names: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    pack: str = ""
    checks: list[Check] = field(default_factory=list)
    record: ReverseRecord | None = None
    emission: Emission = field(default_factory=Emission)
    cache: Cache = field(default_factory=lambda: Cache(None))
    stages: tuple[TreeConversion, ...] = ()
    outside: tuple[str, ...] | None = None
    is_type_checked: bool = False

    @property
    def converted(self) -> list[FileResult]:
        """The results of the files that were converted, by path."""
        return [one for one in self.files.values() if one.is_converted]

    @property
    def findings(self) -> list[tuple[str, LocatedFinding]]:
        """Path and finding of each finding that still holds, by path and place."""
        resolved = self.emission.resolved_findings
        return [
            (file.path, one)
            for file in self.files.values()
            for one in file.findings
            if (file.path, one.finding.rule) not in resolved
        ]

    @property
    def accepted(self) -> list[tuple[str, LocatedAccepted]]:
        """Path and finding of each finding that a person has accepted, by path and place."""
        return [(file.path, one) for file in self.files.values() for one in file.accepted]

    @property
    def edits(self) -> Counter[tuple[str, str]]:
        """(rule, detail) -> number of edits."""
        total: Counter[tuple[str, str]] = Counter()
        for file in self.files.values():
            for key, count in file.counts.items():
                total[key] += count
        return total

    @property
    def cached(self) -> int:
        """Number of files that were not converted since nothing had changed."""
        return sum(one.is_cached for one in self.files.values())

    def new_bytes(self, file: FileResult, data: bytes) -> NewBytes:
        """Return what becomes of a file: the port, or with `--dual` both sides in one.

        With `--dual` files of other languages stay as they are; see `kept_for_cuda`.

        Args:
            file: the result of its conversion.
            data: the bytes that were converted.
        """
        if not self.options.dual or not file.changes:
            return NewBytes(file.apply(data))
        from porter.convert.gates import build_files, code

        language = self._languages.get(file.path, Language.OTHER)
        try:
            if language is Language.CUDA:
                return NewBytes(code.gated(data, [one.edit for one in file.edits]))
            if self._is_for_both(file.path):
                made = build_files.gated_build_file(language, data, file.apply(data))
                return NewBytes(made)
        except (ValueError, PorterError) as error:
            reason = f"cannot hold both sides, it is as it was: {error}"
            return NewBytes(data, Problem(file.path, reason))
        return NewBytes(data)

    def kept_for_cuda(self) -> list[str]:
        """Return notes about what `--dual` leaves as it is and a port of its own would not."""
        if not self.options.dual:
            return []
        return [
            f"{file.path} is as it was: --dual changes C, C++ and what builds them only"
            for file in self.converted
            if file.changes
            and file.path not in self.emission.files
            and self._languages.get(file.path) is not Language.CUDA
            and not self._is_for_both(file.path)
        ]

    def _is_for_both(self, path: str) -> bool:
        """Tell whether a build file gets both sides; where a kind is asked for, none does."""
        from porter.convert.gates.build_files import can_hold_both

        language = self._languages.get(path, Language.OTHER)
        return self.emission.kind is None and can_hold_both(path, language)

    @cached_property
    def _languages(self) -> dict[str, Language]:
        return {entry.path: entry.language for entry in self.project.entries}


def by_path(files: Iterable[FileResult]) -> dict[str, FileResult]:
    """Return results by path, in its order."""
    return {one.path: one for one in sorted(files, key=lambda one: one.path)}
