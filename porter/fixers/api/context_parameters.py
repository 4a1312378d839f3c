"""Leave out the parameters of CUDA 13's contexts where they ask for nothing.

## What it does
`cuCtxCreate(&context, &parameters, flags, device)` loses its second argument where that is a
`CUctxCreateParams` that is zero and nothing else is done with, and the declaration goes.

## Why
Since CUDA 13 `cuCtxCreate` takes such a structure; `hipCtxCreate` takes none, as CUDA's did before.

## What it leaves alone
Structures that are filled or handed on: reported. A null pointer in its place: API05 leaves it out.

## References
CUDA driver API, `cuCtxCreate` of CUDA 12 and 13.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput
from porter.source.text.lines import whole_lines

_TYPE = b"CUctxCreateParams"
_CREATES = b"cuCtxCreate"
rule = Rule("API18", "context-parameters", names=(_TYPE,))

#: A declaration of one that is zero, from the name of the type.
_DECLARED = re.compile(rb"CUctxCreateParams\s++(\w++)\s*+(?:=\s*+)?+\{\s*+0?+\s*+\}\s*+;")

EXAMPLES = (
    Example(
        """
        CUctxCreateParams given = {};
        CHECK(cuCtxCreate(&context, &given, 0, device));
        """,
        "CHECK(cuCtxCreate(&context, 0, device));\n",
        path="main.cpp",
        title="parameters that ask for nothing",
    ),
    Example(
        """
        CUctxCreateParams given = {};
        given.numExecAffinityParams = 1;
        cuCtxCreate(&context, &given, 0, device);
        """,
        findings=("error",),
        path="main.cpp",
        title="parameters that ask for something",
    ),
    Example("CUctxCreateParamsOfOurs given = {};\n", path="main.cpp", title="another name"),
)


class Parameters(NamedTuple):
    """A structure that is zero, and the calls that take it.

    Attributes:
        start: offset of the declaration.
        end: offset behind its semicolon.
        calls: the calls; nothing else is done with it.
    """

    start: int
    end: int
    calls: tuple[Call, ...]


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what takes out the structures, and a finding for each that asks for something."""
    gone = {one.start: one for one in idle_parameters(file)}
    for use in file.mentions((_TYPE,)):
        one = gone.get(use.start)
        if one is None:
            hint = "a context of HIP's has the flags alone: see what the parameters ask for"
            yield rule.error(use, "HIP has no CUctxCreateParams", hint=hint)
            continue
        edits = [rule.replace(_declaration(file, one), b"")]
        for call in one.calls:
            edits.append(rule.replace((call.arguments[1][0], call.arguments[2][0]), b""))
        yield from rule.together(*edits)


def idle_parameters(file: SourceFile) -> Iterator[Parameters]:
    """Yield the structures that can go."""
    if _TYPE not in file.names:
        return
    calls: defaultdict[bytes, list[Call]] = defaultdict(list)
    for call in file.api_calls([_CREATES]):
        if len(call.arguments) == 4:
            calls[file.code[slice(*call.arguments[1])].replace(b" ", b"")].append(call)
    declared: defaultdict[bytes, list[re.Match[bytes]]] = defaultdict(list)
    for match in _DECLARED.finditer(file.code):
        declared[match[1]].append(match)
    for name, matches in declared.items():
        uses = file.all_occurrences(name)
        taking = calls[b"&" + name]
        starts = [call.start for call in taking]
        ends = [*(match.start() for match in matches[1:]), len(file.code)]
        for match, end in zip(matches, ends, strict=True):
            here = taking[bisect_left(starts, match.end()) : bisect_left(starts, end)]
            count = bisect_left(uses, end) - bisect_left(uses, match.end())
            if here and len(here) == count:
                yield Parameters(match.start(), match.end(), tuple(here))


def _declaration(file: SourceFile, one: Parameters) -> tuple[int, int]:
    """Return the span of a declaration; its line, where there is nothing else."""
    start, end = whole_lines(file.data, one.start, one.end)
    has_more = file.data[start : one.start].strip() or file.data[one.end : end].strip()
    return (one.start, one.end) if has_more else (start, end)
