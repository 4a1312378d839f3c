"""Give a `dim3` its numbers where CUDA's has a second pair of braces.

## What it does
`dim3 block = {{x, y, 1}};` becomes `dim3 block = {x, y, 1};`, and the names of the numbers in
`{{.x = x, .y = y, .z = 1}}` go with the inner braces.

## Why
CUDA's `dim3` has a constructor that takes an `uint3`, which the inner braces make. HIP's has none:
`no matching constructor for initialization of 'dim3'`.

## What it leaves alone
Names in another order, or with gaps, and braces with more than that.

## References
CUDA's `vector_types.h`; HIP's `hip_runtime_api.h`, `dim3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput

rule = Rule("LNG69", "dim3-braces", names=(b"dim3",))

_OPENED = re.compile(rb"\bdim3\b(?:\s{0,8}[A-Za-z_]\w{0,80}+)?\s{0,8}(?:=\s{0,8})?\{\s{0,40}(?=\{)")
_CLOSED = re.compile(rb"\s{0,40}\}")
_NAMED = re.compile(rb"\.\s{0,8}([xyz])\s{0,8}=\s{0,8}")

EXAMPLES = (
    Example(
        """
        dim3 block = {{x, y, 1}}, grid{{.x = n / 4, .y = 1}};
        const dim3 one = {{
            .x = width(n),
            .y = 2,
        }};
        """,
        """
        dim3 block = {x, y, 1}, grid{{.x = n / 4, .y = 1}};
        const dim3 one = {
            width(n),
            2,
        };
        """,
    ),
    Example("dim3 block = {{.y = 2, .x = 1}}, grid = {x, y};\n", title="another order"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the braces and the names that go."""
    code = file.code
    for match in _OPENED.finditer(code):
        end = closing(code, match.end())
        if end is None or not _CLOSED.match(code, end + 1):
            continue
        values = [one for one in split_arguments(code, match.end() + 1, end) if one[0] < one[1]]
        named = [_NAMED.match(code, *one) for one in values]
        names = b"".join(one[1] for one in named if one)
        if names != b"xyz"[: len(names)] or len(names) not in (0, len(values)):
            continue
        gone = [(match.end(), match.end() + 1), *(one.span() for one in named if one)]
        yield from rule.together(*(rule.replace(span, b"") for span in (*gone, (end, end + 1))))
