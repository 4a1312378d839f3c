"""The place of a new `#include` that a choice of the project's own asks for, such as `#ifdef GPU`.

A source that is built with and without a GPU includes CUDA's headers under such a condition. What
the port needs for the code under it is included under the same condition, so that a build without
a GPU goes on without HIP.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from porter.source.cpp.placement import in_braces, next_line
from porter.source.file import SourceFile
from porter.source.preprocessor.conditionals import Branch, chains
from porter.source.preprocessor.include_guard import include_guard

#: A directive that asks for names, all of which hold, and one of these.
_ASKS = re.compile(rb"#[ \t]*+(?P<keyword>ifdef|if)\b(?P<condition>[^|!?<>=+*/%-]*+)")
_PART = re.compile(
    rb"\(*+[ \t]*+(?P<defined>defined\b[ \t]*+\(?+[ \t]*+)?+(?P<name>[A-Za-z]\w*+)[ \t]*+\)*+"
)
#: So many inclusions are looked at.
_MOST = 64
_SET = re.compile(rb"^[ \t]*+#[ \t]*+(?:define|undef)[ \t]++(\w++)", re.MULTILINE)


class GuardedPlace(NamedTuple):
    """Where an inclusion belongs.

    Attributes:
        offset: of the line before which it stands.
        condition: the line that opens the conditional that it needs.
        is_inside: it stands in that already.
    """

    offset: int
    condition: bytes
    is_inside: bool


def guarded_place(
    file: SourceFile, places: Collection[int], changed: Collection[int]
) -> GuardedPlace | None:
    """Return where to include what is needed at some places; None where no choice is seen.

    It stands behind the last inclusion before them, where what decides is known.

    Args:
        file: a C, C++ or CUDA file.
        places: offsets at which it is needed.
        changed: offsets of edits: a condition that changes is none to repeat.
    """
    branches = _branches(file) if places else []
    around = list(_around(branches, places))
    if not branches or not all(around):
        return None
    choices = _choices(file, branches, sorted(changed))
    asked = [[text for one in ones for text in choices[one]] for ones in around]
    common = set.intersection(*map(set, asked))
    if not common:
        return None
    condition = [text for text in asked[0] if text in common][-1]  # the innermost
    same = set.intersection(*map(set, around))
    before = [one for one in file.includes if one.start < min(places) and not one.is_test]
    for include in reversed(before[-_MOST:]):
        if in_braces(file.code, include.start):
            continue
        (holding,) = _around(branches, [include.start])
        held = [text for one in holding for text in choices[one]]
        if same.issuperset(holding) or (len(holding) == 1 and held == [condition]):
            offset = next_line(file, include.start)
            return GuardedPlace(offset, condition, condition in held)
    return None


def choices_around(file: SourceFile, offset: int, changed: Collection[int]) -> list[bytes]:
    """Return the lines that open conditionals by choices of the project's around an offset.

    Args:
        file: a C, C++ or CUDA file.
        offset: of a byte of it.
        changed: offsets of edits, as above.
    """
    branches = _branches(file)
    (around,) = _around(branches, [offset])
    choices = _choices(file, branches, sorted(changed))
    return [text for one in around for text in choices[one]]


def _branches(file: SourceFile) -> list[Branch]:
    """Return the branches of conditionals in order, but for the include guard."""
    guard = include_guard(file.code, file.directives)
    found = (
        branch
        for chain in chains(file.directives, len(file.code))
        for branch in chain.branches
        if branch.directive is not guard
    )
    return sorted(found, key=lambda branch: branch.start)


def _around(branches: Sequence[Branch], places: Collection[int]) -> Iterator[tuple[Branch, ...]]:
    """Yield the branches around each place in order, the outermost first."""
    still = iter(branches)
    following = next(still, None)
    opened: list[Branch] = []
    for place in sorted(places):
        while following is not None and following.start <= place:
            opened.append(following)
            following = next(still, None)
        opened = [one for one in opened if place < one.end]
        yield tuple(opened)


def _choices(
    file: SourceFile, branches: Collection[Branch], changed: Sequence[int]
) -> dict[Branch, tuple[bytes, ...]]:
    """Return what branches ask for by choices of the project's, a directive each."""
    settled = {match[1] for match in _SET.finditer(file.code)}
    found: dict[Branch, tuple[bytes, ...]] = {}
    for branch in branches:
        opening = branch.directive
        match = _ASKS.fullmatch(file.code[opening.start : opening.end].strip())
        keyword = match["keyword"] if match else b""
        at = bisect_left(changed, opening.start)
        is_changed = at < len(changed) and changed[at] < opening.end
        parts = match["condition"].split(b"&&") if match and not is_changed else []
        asks = [part for text in parts if (part := _PART.fullmatch(text.strip()))]
        found[branch] = tuple(
            (b"#ifdef " if part["defined"] or keyword == b"ifdef" else b"#if ") + part["name"]
            for part in asks
            if part["name"] not in settled
        )
    return found
