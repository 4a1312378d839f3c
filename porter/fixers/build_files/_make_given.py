"""What a command of a Makefile is given by its variables, and where ROCm lies for it."""

from __future__ import annotations

import re

from porter.fixers.build_files._make import Reading
from porter.fixers.build_files._make_folders import places, renamed
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Kind

_UNCONDITIONAL = frozenset((b"=", b":=", b"::=", b":::="))


def is_given(flow: MakeFlow, command: bytes, wanted: re.Pattern[bytes]) -> bool:
    """Tell whether a command, or what its variables are last, has what a pattern matches.

    Args:
        flow: the Makefile's variables.
        command: the command.
        wanted: the pattern.
    """
    left, seen = [command], set()
    while left:
        text = left.pop()
        if wanted.search(text):
            return True
        for name in flow.references(text):
            if name not in seen:
                seen.add(name)
                left += _values(flow, name)
    return False


def _values(flow: MakeFlow, name: bytes) -> list[bytes]:
    """Return the values that a variable may have: those before its last whole one do not count."""
    found: list[bytes] = []
    is_one_file = len({placed.path for placed in flow.lines}) == 1
    depth = 0
    for placed in flow.lines if is_one_file else ():
        line = placed.line
        if line.kind is Kind.CONDITIONAL:
            depth += {b"endif": -1, b"else": 0}.get(line.name, 1)
        elif line.kind is Kind.ASSIGNMENT and line.name == name:
            if depth == 0 and line.operator in _UNCONDITIONAL and not line.target:
                found.clear()
            found.append(line.text)
    return found or [placed.line.text for placed in flow.assignments(name)]


def rocms_folder(read: Reading) -> bytes:
    """Return what stands for ROCm's folder: a variable, where the Makefile gives it a value.

    Args:
        read: the Makefile.
    """
    flow = read.flow
    is_there = bool(flow.assignments(b"ROCM_PATH") or renamed(read)) or any(
        not place.name for one in flow.lines for place in places(flow, one.line.text)
    )
    return b"$(ROCM_PATH)" if is_there else b"$(or $(ROCM_PATH),/opt/rocm)"
