"""Findings with one cause: one line of a report, however many names it concerns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from porter.listing import listed, number_of
from porter.report.gravity import Gravity, gravity_of
from porter.source.text.edits import PLACES

if TYPE_CHECKING:
    from porter.convert.result import LocatedFinding
    from porter.source import Finding
    from porter.tables.absent import AbsentLibrary

    Findings = Sequence[tuple[str, LocatedFinding]]

#: Rule whose findings are the names of CUDA's that are left.
LEFT_OVER = "API09"
_MOST_LIKEWISE = 8
_MOST_PLACES = 4
#: What words of code have and English lacks: digits, capitals inside, signs between letters.
_CODE = re.compile(r"[0-9_$]|[a-z][A-Z]|\w[^\w\s'’-]\w|^-\w")
_AROUND = ".,:;()`"


@dataclass(slots=True)
class Cause:
    """What several findings come from.

    Attributes:
        rule: id of the rule.
        gravity: what comes of it.
        message: what it is.
        hint: what to do about it.
        likewise: other names of which the message is true.
        places: file and position of each finding, as `path:line:column`.
        uses: number of places, those that a finding only counts among them.
    """

    rule: str
    gravity: Gravity
    message: str
    hint: str
    likewise: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    uses: int = 0

    def lines(self) -> Iterator[str]:
        """Yield what belongs under the message."""
        if self.likewise:
            yield "likewise: " + listed(self.likewise, _MOST_LIKEWISE)
        yield listed(self.places, _MOST_PLACES)
        if self.hint:
            yield self.hint


_Key = tuple[str, Gravity, str, str]


def causes(findings: Findings) -> list[Cause]:
    """Return the causes of findings: gravest first, then by rule, most frequent first."""
    found: dict[_Key, Cause] = {}
    of_libraries: dict[str, list[tuple[str, Finding, str]]] = {}
    libraries: dict[str, AbsentLibrary] = {}
    for path, (finding, (line, column)) in findings:
        place = f"{path}:{line}:{column}"
        library = _library(finding)
        if library is not None:
            libraries[library.header] = library
            of_libraries.setdefault(library.header, []).append((path, finding, place))
            continue
        # Places are listed under the message; what else it counts is not.
        message = finding.message if finding.counted == PLACES else finding.full_message
        key = (finding.rule, gravity_of(finding), message, finding.hint)
        cause = found.setdefault(key, Cause(*key))
        cause.places.append(place)
        cause.uses += finding.occurrences
    every = [*_of_libraries(libraries, of_libraries), *_merged(found.values())]
    order = {gravity: at for at, gravity in enumerate(Gravity)}
    return sorted(every, key=lambda one: (order[one.gravity], one.rule, -one.uses, one.places[0]))


def _library(finding: Finding) -> AbsentLibrary | None:
    """Return the library that a name which is left comes from, if HIP has none like it."""
    if finding.rule != LEFT_OVER:
        return None
    from porter.tables.absent import absent_libraries

    words = {word.strip(_AROUND) for word in finding.message.partition(": ")[0].split()}
    libraries = absent_libraries()
    first = min(map(_first_library, words), default=len(libraries))
    return libraries[first] if first < len(libraries) else None


@lru_cache(maxsize=1 << 12)
def _first_library(word: str) -> int:
    """Return the number of the first library that has a word, that of all where none has it."""
    from porter.tables.absent import absent_libraries

    libraries = absent_libraries()
    found = (number for number, one in enumerate(libraries) if one.has(word))
    return next(found, len(libraries))


def _of_libraries(
    libraries: dict[str, AbsentLibrary], found: dict[str, list[tuple[str, Finding, str]]]
) -> Iterator[Cause]:
    """Yield one cause a library."""
    order = list(Gravity)
    for header, items in found.items():
        files = number_of(len({path for path, _, _ in items}), "file")
        uses = sum(finding.occurrences for _, finding, _ in items)
        yield Cause(
            LEFT_OVER,
            min((gravity_of(finding) for _, finding, _ in items), key=order.index),
            f"{header}: {number_of(uses, 'use')} in {files}; {libraries[header].instead}",
            "",
            places=[place for _, _, place in items],
            uses=uses,
        )


def _merged(found: Iterable[Cause]) -> Iterator[Cause]:
    """Yield causes, those as one whose messages differ in one name alone."""
    every = list(found)
    shared = Counter(key for one in every for key, _ in _templates(one))
    groups: dict[tuple[object, ...], Cause] = {}
    for one in every:
        templates = list(_templates(one))
        # Of several names that may vary, the one that most messages vary in.
        key, name = max(templates, key=lambda pair: shared[pair[0]], default=((), ""))
        if not templates or shared[key] == 1:
            yield one
        elif key in groups:
            first = groups[key]
            first.likewise.append(name)
            first.places += one.places
            first.uses += one.uses
        else:
            groups[key] = one
    yield from groups.values()


def _templates(cause: Cause) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield the message without each of its names, and the name."""
    words = cause.message.split(" ")
    for at, word in enumerate(words):
        name = word.strip(_AROUND)
        if _CODE.search(name):
            rest = (*words[:at], word.replace(name, "", 1), *words[at + 1 :])
            yield (cause.rule, cause.gravity, cause.hint, at, rest), name
