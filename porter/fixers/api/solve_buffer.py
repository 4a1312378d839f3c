"""Give a sparse triangular solve the buffer that its analysis was given.

## What it does
`cusparseSpSM_solve(…, description)` gets the last argument of the `cusparseSpSM_analysis` of the
same description that stands before it in the same block, or in one around.

## Why
hipSPARSE's `hipsparseSpSM_solve` takes the buffer of the analysis once more, cuSPARSE's does not.

## What it leaves alone
Calls whose analysis stands elsewhere, descriptions that the file analyses with several buffers, and
buffers that are more than a name: API05 reports the call.

## References
`cusparse.h` and `hipsparse.h`, `SpSM_analysis` and `SpSM_solve`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.blocks import block_ends
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput

_ANALYSIS = b"cusparseSpSM_analysis"
_SOLVE = b"cusparseSpSM_solve"
#: Arguments of both functions up to the description, which is the last that they share.
_SHARED = 10
#: A variable, or a member of one.
_NAME = re.compile(rb"[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*)*")

rule = Rule("API51", "solve-buffer", names=(_SOLVE,))

EXAMPLES = (
    Example(
        """
        void f() {
          cusparseSpSM_analysis(h, a, b, &alpha, m, x, y, type, algorithm, state, buffer);
          for (int i = 0; i < n; ++i) {
            CHECK(cusparseSpSM_solve(h, a, b, &alpha, m, x, y, type, algorithm, state));
          }
        }
        """,
        """
        void f() {
          cusparseSpSM_analysis(h, a, b, &alpha, m, x, y, type, algorithm, state, buffer);
          for (int i = 0; i < n; ++i) {
            CHECK(cusparseSpSM_solve(h, a, b, &alpha, m, x, y, type, algorithm, state, buffer));
          }
        }
        """,
    ),
    Example(
        """
        void analyse(void *buffer) {
          cusparseSpSM_analysis(h, a, b, &alpha, m, x, y, type, algorithm, state, buffer);
        }
        void solve() { cusparseSpSM_solve(h, a, b, &alpha, m, x, y, type, algorithm, state); }
        """,
        title="the buffer is not known there",
    ),
    Example(
        """
        void f() {
          cusparseSpSM_analysis(h, a, b, &alpha, m, x, y, type, algorithm, other, buffer);
          cusparseSpSM_solve(h, a, b, &alpha, m, x, y, type, algorithm, state);
        }
        """,
        title="the analysis of another description",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each call whose buffer is known."""
    for call, buffer in supplied_buffers(file).items():
        yield rule.insert(call.arguments[-1][1], b", " + buffer)


@once_for_each_file
def supplied_buffers(file: SourceFile) -> dict[Call, bytes]:
    """Return the calls that lack a buffer, and what was given to their analysis."""
    if _SOLVE not in file.names:
        return {}
    calls = list(file.api_calls((_ANALYSIS, _SOLVE)))
    analyses = [one for one in calls if one.name == _ANALYSIS and len(one.arguments) == _SHARED + 1]
    places = [one.start for one in analyses]
    ends = {
        one: end or len(file.code)
        for one, end in zip(analyses, block_ends(file.code, places), strict=True)
    }
    given: dict[bytes, set[bytes]] = {}
    for analysis in analyses:
        given.setdefault(_text(file, analysis, -2), set()).add(_text(file, analysis, -1))
    around: dict[bytes, int] = {}
    found: dict[Call, bytes] = {}
    for call in calls:
        if call in ends:
            description = _text(file, call, -2)
            around[description] = max(around.get(description, 0), ends[call])
        elif call.name == _SOLVE and len(call.arguments) == _SHARED:
            description = _text(file, call, -1)
            buffers = given.get(description, set())
            if call.start < around.get(description, 0) and len(buffers) == 1:
                (buffer,) = buffers
                if _NAME.fullmatch(buffer):
                    found[call] = buffer
    return found


def _text(file: SourceFile, call: Call, index: int) -> bytes:
    return file.code[slice(*call.arguments[index])]
