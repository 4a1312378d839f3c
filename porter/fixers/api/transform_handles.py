"""Report handles of transforms that are made from numbers.

## What it does
Reports a `cufftHandle` that is set to a number other than zero, or to what a function returns that
the file does not declare to return one.

## Why
CUDA's `cufftHandle` is an `int`, and programs keep it among their other numbers. HIP's
`hipfftHandle` is a pointer: the compiler refuses the number, and no pointer fits into an `int`.

## What it leaves alone
Handles that are set to zero, to another handle or in a call (`cufftPlan1d(&plan, …)`); members of
other files.

## References
cuFFT, "cufftHandle"; hipFFT, "hipfftHandle".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.brackets import split_arguments
from porter.source.text.edits import RuleOutput

rule = Rule("API61", "transform-handles", names=(b"cufftHandle",), handles=())

_DECLARED = re.compile(rb"\s*+(?:const\s++)?([A-Za-z_]\w*+)")
_FUNCTION = re.compile(rb"\s*+(?:[A-Za-z_]\w*+::)*+([A-Za-z_]\w*+)\s*+\(")
#: What a handle is set to: a number, or a call by the name of its function.
_SET = (
    rb"\s*+=\s*+(?:(-?\s*+[1-9]\w*+)\s*+[;,]|(?:[A-Za-z_]\w*+(?:\.|->|::))*+([A-Za-z_]\w*+)\s*+\()"
)
#: How many names a file's handles may have to be looked for.
_MOST = 100

EXAMPLES = (
    Example(
        """
        void step(Parameters& all) {
          cufftHandle plan = all.number("plan"), other;
          other = -1;
        }
        """,
        findings=("warning", "warning"),
        title="a number and a call that returns one",
    ),
    Example(
        """
        cufftHandle make(int n);
        void step(cufftHandle given) {
          cufftHandle plan = 0, other = make(4);
          plan = given;
          cufftPlan1d(&other, 8, CUFFT_C2C, 1);
        }
        """,
        title="zero, another handle, a function that returns one",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each handle that is set to a number."""
    names: set[bytes] = set()
    returning: set[bytes] = set()
    for start in file.occurrences(b"cufftHandle"):
        end = start + len(b"cufftHandle")
        if function := _FUNCTION.match(file.code, end):
            returning.add(function[1])
        for declared in _names(file, end):
            names.add(declared)
    for name in sorted(names)[:_MOST]:
        pattern = re.compile(rb"(?<![\w.>:])" + re.escape(name) + _SET)
        for match in pattern.finditer(file.code):
            if match[2] is None or match[2] not in returning:
                yield rule.warning(
                    (match.start(), match.start() + len(name)),
                    f"a cufftHandle is a number in CUDA and hipfftHandle a pointer: "
                    f"{name.decode()} is set to "
                    + ("a number" if match[2] is None else f"what {match[2].decode()} returns"),
                    hint="keep the plan as a hipfftHandle, not among other numbers",
                )


def _names(file: SourceFile, end: int) -> Iterator[bytes]:
    """Yield the names that a declaration gives: one of a parameter, all of a statement."""
    stop = file.code.find(b";", end)
    statement = file.code[end:stop]
    is_whole = b"{" not in statement and statement.count(b"(") == statement.count(b")")
    for start, _ in split_arguments(file.code, end, stop) if is_whole else ((end, stop),):
        if match := _DECLARED.match(file.code, start):
            yield match[1]
