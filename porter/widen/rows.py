"""Kernels in which each warp of 32 threads has a row: a wavefront takes its rows one after another.

The launch stays as it is, and so does the memory: warp w of the grid still has row w.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source.cpp.functions import DeviceFunction
from porter.source.file import SourceFile
from porter.source.text.spans import Span
from porter.widen.idioms import Edit
from porter.widen.refusal import Refused
from porter.widen.roles import THREAD, Roles
from porter.widen.words import WAVE, Vocabulary

_STATEMENT = re.compile(rb"[^;{}]+")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_OF_BLOCKS = re.compile(rb"\b(?:__syncthreads\w*|__shared__|cooperative_groups|hipcub|cub)\b")
_HEAD = b"\n    porter::wave::each_warp([=](int warp_of_wave) mutable {"
_TAIL = b"    });\n"
_NUMBER = WAVE + b" * porter::wave::warps + warp_of_wave"


def rows(
    file: SourceFile, kernel: DeviceFunction, roles: Roles, words: Vocabulary
) -> tuple[list[Edit], list[Span]]:
    """Return the edits of a kernel's body, and the statements that need no others.

    Raises:
        Refused: its threads have something of their own, or the block works together.
    """
    code, begin, end = file.code, kernel.body_start, kernel.body_end
    if _OF_BLOCKS.search(code, begin, end):
        raise Refused("numbers the grid's warps of 32 threads, and its block works together",
                      file.position(begin)[0])  # fmt: skip
    edits: list[Edit] = []
    done: list[Span] = []
    threads = roles.names(THREAD) | {b"threadIdx"}
    lane = re.compile(rb"&\s*(?:31|0x1[fF])\b|%\s*" + words.size + rb"|&\s*\(\s*" + words.size)
    for statement in _STATEMENT.finditer(code, begin, end):
        if threads.isdisjoint(_NAME.findall(statement.group())):
            continue
        line = file.position(file.next(statement.start()))[0]
        found = list(_numbers(code, *statement.span(), threads, words))
        if found and lane.search(statement.group()):
            raise Refused("a lane's and a warp's number in one statement", line)
        if not found and not lane.search(statement.group()):
            raise Refused("numbers the grid's warps of 32 threads, and its threads, too", line)
        if found:
            edits += found
            done.append(statement.span())
    start = begin + 1
    last = code.rfind(b"\n", start, end) + 1 or end
    return [*edits, (start, start, _HEAD), (last, last, _TAIL)], done


def _numbers(
    code: bytes, start: int, end: int, threads: frozenset[bytes] | set[bytes], words: Vocabulary
) -> Iterator[Edit]:
    """Yield the numbers of warps in a statement, by wavefronts and the warp of the wavefront."""
    cut = re.compile(rb"\s*(?:/\s*" + words.size + rb"|>>\s*5\b)")
    thread = rb"(?:%s)(?:\s*\.\s*x)?" % rb"|".join(map(re.escape, sorted(threads)))
    # Of the block, or of the grid: `(blockIdx.x * blockDim.x + threadIdx.x)`.
    number = re.compile(
        rb"\(\s*blockIdx\s*\.\s*x\s*\*\s*(?:blockDim\s*\.\s*x|\w+)\s*\+\s*" + thread + rb"\s*\)|\b"
        + thread
    )  # fmt: skip
    for match in number.finditer(code, start, end):
        by = cut.match(code, match.end(), end)
        if by is not None:
            is_apart = re.match(rb"\s*[;,)]", code[by.end() : by.end() + 8]) is not None
            text = match.group() + b" / " + _NUMBER
            yield match.start(), by.end(), text if is_apart else b"(" + text + b")"
