"""Drop the labels of a `switch` that HIP has no enumerator for, or has already.

## What it does
Deletes `case NAME:` where HIP lacks the enumerator, and the second of two labels of one `switch`
whose enumerators are one in HIP. A `return` behind such a label, which nothing else reaches, goes
with it.

## Why
Code that names errors lists every enumerator of CUDA's. HIP's functions never return those that
HIP lacks: the label is dead, and does not compile. Two labels of one value do not compile either.

## What it leaves alone
Other uses of such an enumerator, which API09 lists. Statements behind a label that may be reached
from above.

## References
[stmt.switch] of the C++ standard.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.api._case_labels import Label, is_lacking, labels
from porter.source import Edit, SourceFile

rule = Rule("API12", "case-labels", names=(b"switch",), precedence=Precedence.REMOVAL)

_LEAVES = re.compile(rb"\b(?:return|break|continue|goto|throw)\b")
_RETURN = re.compile(rb"[ \t\r\n]*+return\b[^;{}]*+;")
_BLANKS = re.compile(rb"[ \t\r\n]*")
_END = re.compile(rb"[;{}]")
_MARKS = re.compile(rb"\bswitch\b|[{};]")

EXAMPLES = (
    Example(
        """
        switch (e) {
          case CUFFT_SUCCESS:
            return name(0);
          case CUFFT_NVRTC_FAILURE:
            return name(1);
          default:
            return 0;
        }
        """,
        """
        switch (e) {
          case CUFFT_SUCCESS:
            return name(0);
          default:
            return 0;
        }
        """,
        title="HIP never returns it",
    ),
    Example(
        "switch (e) { case CUFFT_NVRTC_FAILURE: case CUFFT_SUCCESS: f(); }\n",
        "switch (e) { case CUFFT_SUCCESS: f(); }\n",
        title="what follows belongs to another label, too",
    ),
    Example(
        "switch (e) { case cudaErrorUnknown: return 1; case CUDA_ERROR_UNKNOWN: return 2; }\n",
        "switch (e) { case cudaErrorUnknown: return 1; }\n",
        title="one enumerator in HIP",
    ),
    Example(
        "switch (e) { case cudaSuccess: break; case mine: g(CUFFT_NVRTC_FAILURE); }\n",
        title="what HIP has, and other uses",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each label that goes."""
    found = list(labels(file, context))
    doubled = set(_doubled(file, context, found))
    gone = [label for label in found if label in doubled or is_lacking(context, label.name)]
    ends = [mark.start() for mark in _END.finditer(file.code)] if gone else []
    for label in gone:
        yield rule.replace((label.start, _end(file, label, ends)), b"")


def _doubled(file: SourceFile, context: Context, found: list[Label]) -> Iterator[Label]:
    """Yield the labels whose enumerator another label of the same `switch` has in HIP."""
    rows = context.tables.names
    seen: set[tuple[int, bytes]] = set()
    for label, around in zip(found, _switches(file, found), strict=True):
        row = rows.get(label.name)
        if row is None or row.scope:
            continue
        if (around, row.hip) in seen:
            yield label
        seen.add((around, row.hip))


def _switches(file: SourceFile, found: list[Label]) -> Iterator[int]:
    """Yield for each label the offset of the innermost `switch` around it, -1 for none."""
    opened: list[int] = []
    switch = None
    marks = _MARKS.finditer(file.code)
    mark = next(marks, None)
    for label in found:
        while mark is not None and mark.start() < label.start:
            sign = mark.group()
            if sign == b"switch":
                switch = mark.start()
            else:
                if sign == b"}":
                    del opened[-1:]
                elif sign == b"{":
                    around = opened[-1] if opened else -1
                    opened.append(around if switch is None else switch)
                switch = None
            mark = next(marks, None)
        yield opened[-1] if opened else -1


def _end(file: SourceFile, label: Label, ends: list[int]) -> int:
    """Return how far what goes with a label reaches, blanks behind it included.

    Args:
        file: the source.
        label: the label.
        ends: where statements and blocks of the source begin or end.
    """
    end = label.end
    follows = _RETURN.match(file.code, end)
    if follows and not _falls_through(file, file.previous(label.start), ends):
        end = follows.end()
    blanks = _BLANKS.match(file.code, end)
    return end if blanks is None or b"#" in file.data[end : blanks.end()] else blanks.end()


def _falls_through(file: SourceFile, last: int, ends: list[int]) -> bool:
    """Tell whether control may pass the end at `last` of what stands in front of a label."""
    sign = file.code[max(0, last) : last + 1]
    if sign != b";":
        return sign != b"{"
    at = bisect_left(ends, last)
    return _LEAVES.search(file.code, ends[at - 1] if at else 0, last) is None
