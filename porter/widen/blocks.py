"""Sees that a kernel's blocks are whole wavefronts, as far as the port's own code says so."""

from __future__ import annotations

from collections.abc import Iterable

from porter.project.launches import Launch, launches
from porter.source import SourceFile
from porter.widen.refusal import Refused

_WAVE = 64


def refuse_odd_blocks(files: Iterable[SourceFile], kernel: str) -> None:
    """See that all blocks of a kernel are whole wavefronts.

    Args:
        files: the sources of the port.
        kernel: the kernel's name.

    Raises:
        Refused: a launch has other blocks, or blocks that are not known, or there is none.
    """
    found = list(launches(files, kernel))
    if not found:
        raise Refused("no launch of it is in the port")
    for launch in found:
        _refuse(launch)


def _refuse(launch: Launch) -> None:
    if not launch.written:
        raise Refused(
            "may be launched where the port does not show it: a pointer, a macro or a string names "
            "it, and only `auto pointer = &kernel; pointer<<<…>>>(…)` is followed"
        )
    first = launch.sides[0] if launch.sides else None
    if first is None:
        raise Refused(
            f"is launched with blocks of `{launch.written}` threads, a size that the port does not "
            "tell: give a number or a constant there, a multiple of 64"
        )
    if first % _WAVE:
        raise Refused(f"is launched with blocks of {first} threads, no multiple of {_WAVE}")
