"""The place of a new `#include` that a choice of the project's own asks for, such as `#ifdef GPU`.

A source that is built with and without a GPU includes CUDA's headers under such a condition. What
the port needs for the code under it is included under the same condition, so that a build without
a GPU goes on without HIP.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
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
_SET = re.compile(rb"^[ \t]*+#[ \t]*+(?:define|undef)[ \t]++(\w++)", re.MULTILINE)


class GuardedPlace(NamedTuple):
    """Where an inclusion belongs.

    Attributes:
        offset: of the line before which it stands.
        condition: the line that opens a conditional around it; empty where it stands in that.
    """

    offset: int
    condition: bytes


def guarded_place(
    file: SourceFile, places: Collection[int], changed: Sequence[int]
) -> GuardedPlace | None:
    """Return where to include what is needed at some places; None where no choice is seen.

    It stands behind the last inclusion before them, where what decides is known.

    Args:
        file: a C, C++ or CUDA file.
        places: offsets at which it is needed.
        changed: offsets of edits: a condition that changes is none to repeat.
    """
    if not places:
        return None
    branches = _branches(file)
    around = [[one for one in branches if one.start <= place < one.end] for place in places]
    settled = {match[1] for match in _SET.finditer(file.code)}
    chosen = [[_choices(file, one, settled, changed) for one in ones] for ones in around]
    common = set.intersection(*({text for one in ones for text in one} for ones in chosen))
    if not common:
        return None
    condition = next(text for one in chosen[0] for text in one if text in common)  # the innermost
    same = set.intersection(*map(set, around))
    for include in reversed(file.includes):
        if include.start >= min(places) or include.is_test or in_braces(file.code, include.start):
            continue
        holding = {one for one in branches if one.start <= include.start < one.end}
        held = [_choices(file, one, settled, changed) for one in holding]
        is_inside = any(condition in one for one in held)
        if holding <= same or held == [(condition,)]:
            offset = next_line(file, include.start)
            return GuardedPlace(offset, b"" if is_inside else condition)
    return None


def _branches(file: SourceFile) -> list[Branch]:
    """Return the branches of conditionals, but for the include guard."""
    guard = include_guard(file.code, file.directives)
    return [
        branch
        for chain in chains(file.directives, len(file.code))
        for branch in chain.branches
        if branch.directive is not guard
    ]


def _choices(
    file: SourceFile, branch: Branch, settled: set[bytes], changed: Sequence[int]
) -> tuple[bytes, ...]:
    """Return what a branch asks for by choices of the project's, a directive each."""
    opening = branch.directive
    match = _ASKS.fullmatch(file.code[opening.start : opening.end].strip())
    if match is None or any(opening.start <= at < opening.end for at in changed):
        return ()
    parts = [_PART.fullmatch(part.strip()) for part in match["condition"].split(b"&&")]
    return tuple(
        (b"#ifdef " if match["keyword"] == b"ifdef" or part["defined"] else b"#if ") + part["name"]
        for part in parts
        if part is not None and part["name"] not in settled
    )
