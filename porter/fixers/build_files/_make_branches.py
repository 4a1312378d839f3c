"""What flows where in Makefiles as make reads them where the branches around a line are taken.

    ifeq ($(PLATFORM),nvidia)
        CC := nvcc
        CFLAGS += -arch=native
    else
        CC := clang++
    endif

Here the flag is nvcc's alone: who takes its branch does not take the one beside it. Source: GNU
make's manual, "Conditional Parts of Makefiles".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from porter.fixers.build_files._make import CALLS_NVCC, is_nvccs, reading
from porter.source import SourceFile
from porter.source.build_files.branches import Chain
from porter.source.build_files.make_commands import Compiler
from porter.source.build_files.make_flow import Makefile, MakeFlow
from porter.source.build_files.makefile import Kind, Line, make_chains
from porter.source.text.spans import Span

#: Conditionals about nvcc that are followed of a file; each branch is read by itself.
_MOST = 3


def flow_around(file: SourceFile, line: Line) -> MakeFlow:
    """Return what flows where: as far as a line's branches are taken, if that decides about it.

    Args:
        file: a Makefile.
        line: one of its lines.
    """
    flow = reading(file).flow
    if line.kind is not Kind.ASSIGNMENT or is_nvccs(flow, line.name):
        return flow
    if Compiler.DEVICE not in flow.reached(line.name):
        return flow
    beside = tuple(_beside(file.data, line.start))
    return _without(tuple(reading(file).files), beside) if beside else flow


def _beside(data: bytes, at: int) -> Iterator[Span]:
    """Yield the branches that are not taken where those around a place are."""
    for chain in _chains(data):
        spans = [(one.start, one.end or len(data)) for one in chain.branches]
        if any(start <= at < end for start, end in spans):
            yield from (one for one in spans if not one[0] <= at < one[1])


@lru_cache(maxsize=8)
def _chains(data: bytes) -> list[Chain]:
    """Return the conditionals of which a branch names nvcc; none of a file with very many."""
    found = [
        chain
        for chain in make_chains(data)
        if any(CALLS_NVCC.search(data, one.start, one.end or len(data)) for one in chain.branches)
    ]
    return found if len(found) <= _MOST else []


@lru_cache(maxsize=64)
def _without(files: tuple[Makefile, ...], spans: tuple[Span, ...]) -> MakeFlow:
    """Return the flow of files of which some spans of the first are left out."""
    first, *others = files
    data = bytearray(first.data)
    for start, end in spans:
        data[start:end] = b"\n" * (end - start)
    return MakeFlow([first._replace(data=bytes(data)), *others])
