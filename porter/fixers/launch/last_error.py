"""Find launch errors that get lost.

## What it does
For a ROCm before 7.0 it warns where `cudaGetLastError()` or `cudaPeekAtLastError()` comes behind
another call of the API that follows a kernel launch.

## Why
CUDA keeps an error until it is asked for. Before ROCm 7.0 HIP keeps the result of the last call
alone: a `cudaDeviceSynchronize()` that succeeds between a launch and the question wipes out
`invalid configuration argument`, and the kernel that never ran goes unnoticed.

## What it leaves alone
The question right behind the launch, and ports for ROCm 7.0 and newer.

## References
HIP, "Error handling" and "HIP 7.0 changes": `hipGetLastError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule, When
from porter.options import Options
from porter.source import Finding, SourceFile, Use
from porter.source.text.brackets import closing
from porter.tables.names import NameKind

_QUESTIONS = (b"cudaGetLastError", b"cudaPeekAtLastError")
_LAUNCH = re.compile(rb"<<<(?!<)")
_NEXT = re.compile(rb"\bcuda[A-Z]\w*(?=[ \t]*\()|[{}]|<<<")

rule = Rule("LCH03", "last-error", fix=Fix.NONE, names=_QUESTIONS, when=When(rocm_before=(7, 0)))

EXAMPLES = (
    Example(
        """
        scale<<<grid, block>>>(x);
        cudaDeviceSynchronize();
        if (cudaGetLastError() != cudaSuccess) fail();
        """,
        findings=("warning",),
    ),
    Example(
        """
        scale<<<grid, block>>>(x);
        check(cudaGetLastError());
        cudaDeviceSynchronize();
        """,
        title="asked at once",
    ),
    Example(
        """
        scale<<<grid, block>>>(x);
        cudaDeviceSynchronize();
        check(cudaGetLastError());
        """,
        options=Options(rocm=(7, 0)),
        title="ROCm 7.0 keeps the error",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a warning for each question that comes too late."""
    seen: set[int] = set()
    for match in _LAUNCH.finditer(file.code):
        place = _late_question(file, context, match.start())
        if place is not None and place[0] not in seen:
            seen.add(place[0])
            start, name, between = place
            yield rule.warning(
                Use.at(start, name),
                f"{between.decode()}() wipes out an error of the launch before {name.decode()}() "
                "asks for it",
                hint="ask right behind the launch; ROCm 7.0 keeps the error",
            )


def _late_question(
    file: SourceFile, context: Context, launch: int
) -> tuple[int, bytes, bytes] | None:
    """Return the question behind a launch, and the call of the API that comes in between."""
    code = file.code
    close = code.find(b">>>", launch)
    open_ = file.next(close + 3)
    if close < 0 or code[open_ : open_ + 1] != b"(":
        return None
    end = closing(code, open_)
    between = b""
    at = len(code) if end is None else end
    while match := _NEXT.search(code, at):
        word = match.group()
        at = match.end()
        if not word.startswith(b"cuda"):
            return None
        if word in _QUESTIONS:
            return (match.start(), word, between) if between else None
        row = context.tables.names.get(word)
        if row is not None and row.library == "runtime" and row.kind is NameKind.FUNCTION:
            between = between or word
    return None
