"""Code for both sides: each change is behind a preprocessor condition, beside CUDA's text.

    #if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)  // HIP, by porter
    what HIP's compiler sees
    #else  // CUDA
    the lines as they were
    #endif  // HIP

Whole lines are gated. A directive cannot stand inside a macro's definition, a literal or a comment,
and not well inside the arguments of a macro, so lines that such a thing joins are gated together; a
gate around one line of an `#if` goes around all of it up to its `#endif`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from porter.convert.gates.words import Words, side
from porter.source import Edit, SourceFile
from porter.source.preprocessor.conditionals import chains
from porter.source.text.languages import Language
from porter.source.text.lexer import comment_and_literal_spans
from porter.source.text.lines import line_starts
from porter.source.text.splice import spliced

WORDS = Words(
    b"#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)  // HIP, by porter",
    b"#else  // CUDA",
    b"#endif  // HIP",
)


@dataclass(slots=True)
class _Region:
    """Lines `first` to `last`, the latter not included; none when text is only put before."""

    first: int
    last: int
    edits: list[Edit] = field(default_factory=list)


class _Conditional(NamedTuple):
    """A directive of an `#if`, and the lines up to its `#endif`, `last` not included."""

    line: int
    first: int
    last: int


def gated(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Return `data` with its edits behind gates.

    Args:
        data: the bytes of a file of a C language.
        edits: edits that do not overlap, in order of place.

    Raises:
        ValueError: either side could not be told again from the outcome.
    """
    file = SourceFile("dual.cu", data, Language.CUDA)
    starts = line_starts(data)
    if starts[-1] == len(data) and len(starts) > 1:
        starts = starts[:-1]
    newline = file.newline
    parts: list[bytes] = []
    done = 0
    for region in _regions(file, edits, starts):
        start = starts[region.first] if region.first < len(starts) else len(data)
        end = starts[region.last] if region.last < len(starts) else len(data)
        before = data[start:end]
        after = spliced(data, region.edits, start, end)
        parts += (data[done:start], WORDS.open, newline, _closed(after, newline))
        if before:
            parts += (WORDS.otherwise, newline, _closed(before, newline))
        parts += (WORDS.close, newline)
        done = end
    if done == len(data) and data and not data.endswith(b"\n") and parts:
        parts.pop()
    parts.append(data[done:])
    made = b"".join(parts)
    if side(made, WORDS, hip=False) != side(data, WORDS, hip=False):
        raise ValueError("CUDA's side would not be what it was")
    if side(made, WORDS, hip=True) != side(spliced(data, edits), WORDS, hip=True):
        raise ValueError("HIP's side would not be the port")
    return made


def _regions(file: SourceFile, edits: Sequence[Edit], starts: Sequence[int]) -> list[_Region]:
    """Return the lines to gate with the edits in them, in order."""
    joined = _joined_lines(file, starts)
    conditionals = _conditionals(file, starts)
    found: list[_Region] = []
    for edit in edits:
        region = _region(edit, starts, file.data)
        region.edits.append(edit)
        if region.first < region.last:
            _widen(region, joined, conditionals)
        while found and _meet(found[-1], region, file.data, starts):
            earlier = found.pop()
            edits_of_both = [*earlier.edits, *region.edits]
            region = _Region(min(earlier.first, region.first), max(earlier.last, region.last))
            region.edits = edits_of_both
            if region.first < region.last:
                _widen(region, joined, conditionals)
        found.append(region)
    return found


def _region(edit: Edit, starts: Sequence[int], data: bytes) -> _Region:
    first = bisect_right(starts, edit.start) - 1
    if edit.start == edit.end and edit.text.endswith(b"\n"):
        if edit.start == starts[first]:
            return _Region(first, first)
        if edit.start == len(data) and data.endswith(b"\n"):
            return _Region(len(starts), len(starts))
    last = bisect_left(starts, max(edit.end, edit.start + 1))
    return _Region(first, last)


def _meet(earlier: _Region, later: _Region, data: bytes, starts: Sequence[int]) -> bool:
    """Tell whether two regions touch, with nothing but blank lines between them."""
    if later.first <= earlier.last:
        return True
    ends = [
        starts[line] if line < len(starts) else len(data) for line in (earlier.last, later.first)
    ]
    return not data[ends[0] : ends[1]].strip()


def _widen(region: _Region, joined: Sequence[bool], conditionals: Sequence[_Conditional]) -> None:
    """Take in the lines that cannot be gated apart from those of the region."""
    was = (-1, -1)
    while was != (region.first, region.last):
        was = (region.first, region.last)
        while region.first > 0 and joined[region.first]:
            region.first -= 1
        while region.last < len(joined) and joined[region.last]:
            region.last += 1
        low, high = (bisect_left(conditionals, (line,)) for line in (region.first, region.last))
        for _, first, last in conditionals[low:high]:
            region.first = min(region.first, first)
            region.last = max(region.last, last)


def _conditionals(file: SourceFile, starts: Sequence[int]) -> list[_Conditional]:
    """Return the directives of all `#if`s, each with the lines of all of it, by line."""
    found = []
    for chain in chains(file.directives, len(file.data)):
        lines = [bisect_right(starts, b.directive.start) - 1 for b in chain.branches]
        end = bisect_right(starts, min(chain.branches[-1].end, len(file.data) - 1)) - 1
        found += [_Conditional(line, lines[0], end + 1) for line in (*lines, end)]
    return sorted(found)


def _joined_lines(file: SourceFile, starts: Sequence[int]) -> list[bool]:
    """Tell of each line whether it cannot be parted from the one before."""
    data = file.data
    joined = [False] * len(starts)
    for number in range(1, len(starts)):
        before = data[starts[number - 1] : starts[number]].rstrip()
        joined[number] = before.endswith(b"\\")
    for start, end in comment_and_literal_spans(data, Language.CUDA):
        first, last = (
            bisect_right(starts, start),
            bisect_right(starts, max(start, end - 1)),
        )
        joined[first:last] = [True] * (last - first)
    for number in _inside_parentheses(file, starts):
        joined[number] = True
    return joined


def _inside_parentheses(file: SourceFile, starts: Sequence[int]) -> Iterator[int]:
    """Yield the lines that start between parentheses; none where these do not balance."""
    code = file.code
    skipped = [(directive.start, directive.end) for directive in file.directives]
    depth, found, index = 0, [], 0
    for number, start in enumerate(starts):
        if depth > 0:
            found.append(number)
        end = starts[number + 1] if number + 1 < len(starts) else len(code)
        while index < len(skipped) and skipped[index][1] <= start:
            index += 1
        if index < len(skipped) and skipped[index][0] <= start < skipped[index][1]:
            continue
        depth += code.count(b"(", start, end) - code.count(b")", start, end)
        if depth < 0:
            return
    if depth == 0:
        yield from found


def _closed(text: bytes, newline: bytes) -> bytes:
    return text if text.endswith(b"\n") or not text else text + newline
