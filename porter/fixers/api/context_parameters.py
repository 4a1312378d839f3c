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
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.calls import Call
from porter.source.text.edits import Yield
from porter.source.text.lines import line_start

_TYPE = b"CUctxCreateParams"
_CREATES = b"cuCtxCreate"
rule = Rule("API18", "context-parameters", names=(_TYPE,))

#: A declaration of one that is zero, from the name of the type.
_DECLARED = re.compile(rb"CUctxCreateParams\s+(\w+)\s*(?:=\s*)?\{\s*0?\s*\}\s*;")
_LINE_END = re.compile(rb"[ \t]*\r?\n")

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
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield what takes out the structures, and a finding for each that asks for something."""
    gone = {one.start: one for one in idle_parameters(file)}
    for use in file.mentions((_TYPE,)):
        one = gone.get(use.start)
        if one is None:
            hint = "a context of HIP's has the flags alone: see what the parameters ask for"
            yield rule.error(use, "HIP has no CUctxCreateParams", hint=hint)
            continue
        edits = [rule.replace(_whole_line(file, one), b"")]
        for call in one.calls:
            edits.append(rule.replace((call.arguments[1][0], call.arguments[2][0]), b""))
        yield from rule.together(*edits)


def idle_parameters(file: SourceFile) -> Iterator[Parameters]:
    """Yield the structures that can go."""
    if _TYPE not in file.names:
        return
    calls = [one for one in file.api_calls([_CREATES]) if len(one.arguments) == 4]
    declared = list(_DECLARED.finditer(file.code))
    for match in declared:
        name = match[1]
        behind = (other.start() for other in declared if other[1] == name)
        stop = min((at for at in behind if at > match.start()), default=len(file.code))
        uses = {at for at in file.all_occurrences(name) if match.end() <= at < stop}
        taking = tuple(
            one
            for one in calls
            if match.end() <= one.start < stop
            and file.code[slice(*one.arguments[1])].replace(b" ", b"") == b"&" + name
        )
        if taking and len(uses) == len(taking):
            yield Parameters(match.start(), match.end(), taking)


def _whole_line(file: SourceFile, one: Parameters) -> tuple[int, int]:
    """Return the span of a declaration; its line, where there is nothing else."""
    start = line_start(file.data, one.start)
    end = _LINE_END.match(file.data, one.end)
    if end is not None and not file.data[start : one.start].strip():
        return start, end.end()
    return one.start, one.end
