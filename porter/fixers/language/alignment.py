"""Put `alignas` in front of a declaration, where clang takes it.

## What it does
Moves `alignas(n)` from among the specifiers of a variable in device memory to their beginning:
`__shared__ alignas(16) int s[8]` becomes `alignas(16) __shared__ int s[8]`.

## Why
nvcc takes `alignas` anywhere among the specifiers. clang goes by the standard: an attribute stands
before all of them, or behind the name.

## What it leaves alone
`alignas` at the beginning, behind `struct`, and behind a name; `__align__`, which clang takes
anywhere.

## References
[dcl.pre] and [dcl.align] of the C++ standard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile
from porter.source.backwards import words_before

_SPECIFIER = rb"(?:__shared__|__constant__|__device__|__managed__|extern|static|const|volatile)"
_BEFORE = re.compile(rb"\b" + _SPECIFIER + rb"[ \t\r\n]+\Z")

rule = Rule("LNG07", "alignment", names=(b"alignas",))

EXAMPLES = (
    Example(
        """
        __shared__ alignas(16) int s[128];
        extern __shared__ alignas(16) char pool[];
        """,
        """
        alignas(16) __shared__ int s[128];
        alignas(16) extern __shared__ char pool[];
        """,
    ),
    Example(
        """
        alignas(16) __shared__ int s[8];
        struct alignas(8) Pair { int a, b; };
        int v alignas(16);
        __shared__ __align__(16) int t[8];
        """,
        title="where clang takes it",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[Edit]:
    """Yield the edits that move each specifier."""
    for call in file.calls(b"alignas"):
        start = call.start
        while before := _BEFORE.search(file.code, words_before(file, start, 1), start):
            start = before.start()
        if start == call.start:
            continue
        end = call.whole[1]
        while file.code[end : end + 1] in (b" ", b"\t"):
            end += 1
        text = file.data[slice(*call.whole)] + b" "
        yield from rule.together(rule.insert(start, text), rule.replace((call.start, end), b""))
