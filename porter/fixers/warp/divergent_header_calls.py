"""Find calls, on different ways of a branch, of header functions that shuffle or meet.

## What it does
Looks into the headers of the project that a file includes. Reports a call of one of their functions
that shuffles or votes for the whole warp, in a branch that parts the lanes of a warp; and branches
that part the threads of a block and have a barrier on both ways, at least one in such a function.

## Why
As for rules WRP13 and WRP26, which look at functions of the same file: a wavefront of an AMD GPU
runs one way of a branch after the other. Lanes of the other way are not there to shuffle with, and
the wavefront arrives at a barrier twice.

## What it leaves alone
Functions that take the mask of those who take part; branches that whole warps take (for barriers:
whole wavefronts); members of templates, whose type decides what they do.

## References
CUDA C++ Programming Guide, warp shuffle functions and synchronization functions; AMD CDNA3 ISA,
`s_barrier`, `ds_bpermute_b32`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.warp._branches import LANE, TooDeepError
from porter.fixers.warp._divergence import (
    THREAD,
    calls_of,
    differing_names,
    functions_that_hold,
    holds_any,
    is_parted,
)
from porter.fixers.warp._header_functions import BARRIERS, holding_in_headers
from porter.fixers.warp.split_barriers import splits
from porter.source import SourceFile
from porter.source.cpp.functions import function_around, functions_of
from porter.source.text.brackets import closing
from porter.source.text.calls import Call
from porter.source.text.edits import RuleOutput

_IF = re.compile(rb"\bif\b[ \t\r\n]*+(?:constexpr\b[ \t\r\n]*+)?(\()|\?")
_CALLED = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)[ \t]*+(?:<[^;(){}<>]*+>[ \t]*+)?\(")
#: What is called everywhere, and is no function of a header's that shuffles.
_COMMON = re.compile(
    rb"__\w+|atomic\w+|if|for|while|switch|return|sizeof|printf|assert|min|max|make_\w+|\w+_cast"
)

rule = Rule(
    "WRP30",
    "divergent-header-calls",
    fix=Fix.NONE,
    names=(b"__global__", b"__device__"),
    handles=(),
)

EXAMPLES = (
    Example(
        """
        #include "sums.cuh"
        __global__ void k(int *x, int n) {
          if (n > 3) x[0] = sum(1); else x[0] = sum(2);
          if (threadIdx.x == 0) x[1] = own(x[2]);
        }
        """,
        title="one way for all lanes; what the headers do not have",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each such call and branch."""
    if not any(not one.angled or b"/" in one.path for one in file.includes):
        return
    if THREAD.search(file.code) is None:
        return
    if not _calls_in_branches(file):
        return
    holding = holding_in_headers(file)
    yield from _parted(file, holding.warps)
    if not holding.blocks.isdisjoint(file.names):
        own = [(one.start, one.close) for one in file.calls(*BARRIERS)]
        inside = functions_that_hold(file, tuple(start for start, _ in own))
        own += [(one.start, one.close) for name in inside for one in calls_of(file, name)]
        meetings = [(one.start, one.close) for one in _calls(file, holding.blocks)]
        yield from splits(rule, file, own + meetings, own)


def _parted(file: SourceFile, names: frozenset[bytes]) -> Iterator[RuleOutput]:
    """Yield a finding for each call of such a function where lanes part."""
    for call in _calls(file, names):
        try:
            is_apart = is_parted(file, call)
        except TooDeepError:
            continue
        if is_apart:
            yield rule.warning(
                call.whole,
                f"{call.name.decode()} shuffles or votes for the whole warp in a header, and is "
                "called in a branch that only some of its lanes take",
                hint="on AMD GPUs the others are not there; call it before the branch and use the "
                "result in it",
            )


def _calls(file: SourceFile, names: frozenset[bytes]) -> list[Call]:
    """Return the calls of header functions, and of the file's own that call one."""
    found = [
        call
        for call in file.calls(*sorted(names & file.names))
        if not file.is_member(call.start) and function_around(file, call.start) is not None
    ]
    own = functions_that_hold(file, tuple(call.start for call in found))
    return [*found, *(call for name in sorted(own) for call in calls_of(file, name))]


def _calls_in_branches(file: SourceFile) -> bool:
    """Tell whether functions of a project are called in branches that may part threads."""
    for function in functions_of(file):
        start, end = function.body_start, function.body_end
        code = file.code
        for match in _IF.finditer(code, start, end):
            if match[1] is None:
                first = max(code.rfind(sign, start, match.start()) for sign in (b";", b"{", b"="))
                condition, at = code[first + 1 : match.start()], match.end()
                stop = code.find(b";", at, end)
            else:
                close = closing(code, match.start(1))
                if close is None:
                    continue
                condition, at = code[match.start(1) : close], close + 1
                stop = _end_of_statement(file, at, end)
            names = differing_names(file, function, THREAD)
            if holds_any(condition, THREAD, names) or LANE.search(condition):
                called = _CALLED.findall(code, at, end if stop < 0 else stop)
                if any(_COMMON.fullmatch(one) is None for one in called):
                    return True
    return False


def _end_of_statement(file: SourceFile, at: int, end: int) -> int:
    """Return where the statement behind a condition ends, its `else` included; -1 for unknown."""
    code = file.code
    begin = file.next(at)
    stop = closing(code, begin) if code[begin : begin + 1] == b"{" else code.find(b";", begin, end)
    if stop is None or stop < 0:
        return -1
    follows = file.next(stop + 1)
    if code[follows : follows + 4] == b"else":
        return _end_of_statement(file, follows + 4, end)
    return stop
