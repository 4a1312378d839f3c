"""One rename of one tree, as the rules of the family `package` see it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from porter.files.digests import digest_of
from porter.packs.exclusions import (
    IN_LICENCE,
    IN_SUBMODULES,
    IS_UNPARSED,
    WAS_THERE,
    ExclusionPolicy,
    Exclusions,
)
from porter.packs.licences import is_licence
from porter.packs.namespaces import in_namespace
from porter.packs.pack import Rename
from porter.packs.renamer import Match, Renamer, identifier_at
from porter.packs.spelling import Style
from porter.packs.syntax import is_code, problem
from porter.source import SourceFile
from porter.source.text.languages import Language


class Occurrence(NamedTuple):
    """A place where an old name stands, and why it stays; None where it does not."""

    match: Match
    kept: str | None


class Exempt(NamedTuple):
    """A place that a rename taken back treats otherwise than its names say.

    Attributes:
        start: offset of its first byte.
        end: offset behind its last byte.
        text: what belongs there; None for what is there.
    """

    start: int
    end: int
    text: str | None


@dataclass(frozen=True, slots=True)
class Exceptions:
    """The exceptions of one file, in order, good for the bytes that have this digest."""

    digest: str
    places: tuple[Exempt, ...]

    def are_of(self, data: bytes) -> bool:
        """Tell whether the file is the one that they were noted for."""
        is_within = not self.places or self.places[-1].end <= len(data)
        return is_within and self.digest == digest_of(data)


@dataclass(slots=True)
class Renaming:
    """A rename of a tree.

    Attributes:
        renamer: the names.
        exclusions: what of the whole tree stays.
        taken: language and new identifier that is taken there -> by what; None for every language.
        divided: old identifier that is renamed in one place -> where it is not, and why.
        exceptions: what the rename that is taken back has noted, by path.
    """

    renamer: Renamer
    exclusions: Exclusions = field(default_factory=Exclusions)
    taken: Mapping[tuple[Language | None, bytes], str] = field(default_factory=dict)
    divided: Mapping[bytes, tuple[str, str]] = field(default_factory=dict)
    exceptions: Mapping[str, Exceptions] = field(default_factory=dict)
    _last: tuple[str, bytes, tuple[Occurrence, ...]] | None = None

    def occurrences(self, file: SourceFile) -> tuple[Occurrence, ...]:
        """Return the places of `file` where an old name stands, in order."""
        last = self._last
        if last is None or last[0] != file.path or last[1] is not file.data:
            found = tuple(self._look(file))
            self._last = last = (file.path, file.data, found)
        return last[2]

    def _look(self, file: SourceFile) -> list[Occurrence]:
        data, language = file.data, file.language
        exceptions = self.exceptions.get(file.path)
        if exceptions is None and not self.renamer.may_speak_of(data):
            return []
        whole = self._reason_for_all(file)
        policy = ExclusionPolicy(file.path, data, language, self.renamer, self.exclusions)
        found = []
        for match in self.renamer.matches(data, lambda at: is_code(data, language, at)):
            reason = whole or policy.reason(match)
            if language is Language.CUDA:
                match = in_namespace(data, match, is_reverse=self.renamer.pack.is_reverse)
            found.append(Occurrence(match, reason))
        if exceptions is not None and exceptions.are_of(data):
            return _excepted(found, exceptions.places, self.renamer.pack.renames[0])
        return found

    def _reason_for_all(self, file: SourceFile) -> str | None:
        if is_licence(file.path):
            return IN_LICENCE
        if file.path.rpartition("/")[2] == ".gitmodules":
            return IN_SUBMODULES
        if file.language in (Language.PYTHON, Language.CMAKE):
            return IS_UNPARSED if problem(file.path, file.data, file.language) else None
        return None


def _excepted(
    found: list[Occurrence], exceptions: tuple[Exempt, ...], rename: Rename
) -> list[Occurrence]:
    """Return the occurrences with the exceptions in place of those that they overlap."""
    starts = [low for low, _, _ in exceptions]
    kept = []
    for one in found:
        at = bisect_left(starts, one.match.end) - 1
        if at < 0 or exceptions[at].end <= one.match.start:
            kept.append(one)
    for start, end, text in exceptions:
        new = b"" if text is None else text.encode("latin-1")
        match = Match(start, end, new, Style.SNAKE, rename)
        kept.append(Occurrence(match, WAS_THERE if text is None else None))
    return sorted(kept, key=lambda one: one.match.start)


def new_word(data: bytes, match: Match, renamer: Renamer) -> tuple[bytes, bytes]:
    """Return the identifier around a match, and what it becomes."""
    start, end = identifier_at(data, match.start, match.end)
    word = data[start:end]
    return word, match.new if (match.start, match.end) == (start, end) else renamer.renamed(word)
