"""Surveys a whole tree before a rename: names that are excluded, and names that its files use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from porter.packs.binaries import is_binary, is_device_code, symbols
from porter.packs.exclusions import BY_PACK, IS_UNPARSED, Exclusions, slugs_in
from porter.packs.paths import vendored_paths
from porter.packs.renamer import Renamer
from porter.packs.renaming import Renaming, new_word
from porter.project.discover import Entry, Project
from porter.project.problem import Problem
from porter.source import SourceFile
from porter.source.text import lexer
from porter.source.text.encoding import refusal
from porter.source.text.languages import Language

#: Reasons for which a name stays in one file while others may rename it.
_DIVIDING = (BY_PACK, IS_UNPARSED)
_CODE = (Language.CUDA, Language.PYTHON, Language.CMAKE)


@dataclass(slots=True)
class Survey:
    """What a tree is made of, seen from its names.

    Attributes:
        texts: the files that are read as text, vendored ones left out.
        vendored: those that are vendored.
        exclusions: what stays.
        reverse_exclusions: what stays when the rename is reversed.
        prebuilt: libraries and programs of the host that hold old names.
        problems: files that are text and cannot be converted.
    """

    texts: list[Entry] = field(default_factory=list)
    vendored: list[Entry] = field(default_factory=list)
    exclusions: Exclusions = field(default_factory=Exclusions)
    reverse_exclusions: Exclusions = field(default_factory=Exclusions)
    prebuilt: dict[str, frozenset[bytes]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def survey(project: Project, renamer: Renamer) -> Survey:
    """Read every file of `project` once."""
    found = Survey()
    slugs: set[bytes] = set()
    kept: tuple[set[bytes], set[bytes]] = (set(), set())
    both = (renamer, renamer.reverse)
    for entry, data in contents(project, project.entries, found.problems):
        if is_binary(data) and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            device = is_device_code(data)
            for one, into in zip(both, kept, strict=True):
                names = symbols(data, one)
                if device:
                    into.update(names)
                elif names and one is renamer:
                    found.prebuilt[entry.path] = names
            continue
        if reason := refusal(data):
            found.problems.append(Problem(entry.path, reason))
            continue
        slugs.update(slugs_in(data))
        (found.vendored if project.is_vendored(entry.path) else found.texts).append(entry)
    found.exclusions, found.reverse_exclusions = (
        Exclusions(
            frozenset(slug for slug in slugs if any(True for _ in one.matches(slug))),
            frozenset(into),
            frozenset(vendored_paths(project, one)),
        )
        for one, into in zip(both, kept, strict=True)
    )
    return found


def contents(
    project: Project, entries: Iterable[Entry], problems: list[Problem]
) -> Iterator[tuple[Entry, bytes]]:
    """Yield each of `entries` with its bytes; note those that cannot be read."""
    for entry in entries:
        if entry.is_link:
            continue
        try:
            yield entry, project.read(entry.path)
        except OSError as error:
            problems.append(Problem(entry.path, f"cannot be read: {error.strerror or error}"))


@dataclass(slots=True)
class Names:
    """Which identifiers a tree knows.

    Attributes:
        new: new identifier -> the old ones that become it.
        there: identifiers of code that are spelled the new way already, by language, with a file
            that has them.
        staying: old identifier -> file in which it stays, and why.
    """

    new: dict[bytes, set[bytes]] = field(default_factory=dict)
    there: dict[tuple[Language, bytes], str] = field(default_factory=dict)
    staying: dict[bytes, tuple[str, str]] = field(default_factory=dict)

    @property
    def taken(self) -> dict[tuple[Language | None, bytes], str]:
        """New identifiers that a language's files have already, or that two old ones become.

        A module of Python's and a namespace of C++ may have one name. What two old ones become is
        taken in every language, None.
        """
        found: dict[tuple[Language | None, bytes], str] = {
            (language, new): f"{path} has"
            for (language, new), path in self.there.items()
            if new in self.new
        }
        for new, olds in self.new.items():
            if len(olds) > 1:
                names = " and ".join(sorted(old.decode() for old in olds))
                found[None, new] = f"{names} become"
        return found

    @property
    def divided(self) -> dict[bytes, tuple[str, str]]:
        """Old identifiers that are renamed here and stay there."""
        renamed = {old for olds in self.new.values() for old in olds}
        return {old: where for old, where in self.staying.items() if old in renamed}


def names_of(
    project: Project,
    files: Iterable[tuple[Entry, bytes]],
    renaming: Renaming,
    reverse: Renaming,
    prebuilt: Mapping[str, frozenset[bytes]],
) -> Names:
    """Return the identifiers of a tree.

    Args:
        project: the tree.
        files: its files with their bytes.
        renaming: the rename.
        reverse: the rename that takes it back.
        prebuilt: names in libraries and programs of the host, by path.
    """
    names = Names()
    for path, words in prebuilt.items():
        for word in words:
            names.staying.setdefault(word, (path, "a binary that has to be built again"))
    for entry, data in files:
        file = SourceFile(entry.path, data, entry.language)
        _note_old(names, file, renaming, project.is_vendored(entry.path))
        if entry.language in _CODE:
            _note_new(names, file, reverse)
    return names


def _note_old(names: Names, file: SourceFile, renaming: Renaming, vendored: bool) -> None:
    for match, kept in renaming.occurrences(file):
        word, new = new_word(file.data, match, renaming.renamer)
        if vendored:
            if file.language in _CODE and kept is None:
                names.staying.setdefault(word, (file.path, "other people's code"))
        elif kept is None:
            names.new.setdefault(new, set()).add(word)
        elif kept in _DIVIDING:
            names.staying.setdefault(word, (file.path, kept))


def _note_new(names: Names, file: SourceFile, reverse: Renaming) -> None:
    found = reverse.occurrences(file)
    if not found:
        return
    comments = [
        (start, end)
        for start, end in lexer.comment_and_literal_spans(file.data, file.language)
        if file.data[start] in b"/#"
    ]
    at = 0
    for match, kept in found:
        while at < len(comments) and comments[at][1] <= match.start:
            at += 1
        in_comment = at < len(comments) and comments[at][0] <= match.start
        if kept is None and not in_comment:
            word, _ = new_word(file.data, match, reverse.renamer)
            names.there.setdefault((file.language, word), file.path)
