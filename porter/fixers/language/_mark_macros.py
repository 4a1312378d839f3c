"""Conditions around nothing but macros that mark functions for host and device."""

from __future__ import annotations

import re

from porter.source.preprocessor.conditionals import Chain

_DEFINITION = re.compile(rb"#[ \t]*+define[ \t]++\w++(?P<value>(?:[ \t]++\w++)*+)[ \t]*+")
_MARKS = frozenset(
    b"__device__ __host__ __global__ __forceinline__ __noinline__ inline __inline__".split()
)


def only_marks(code: bytes, chain: Chain) -> bool:
    """Tell whether all that a chain guards are macros for marks, one for the device among them.

    Args:
        code: masked code of the file.
        chain: the chain.
    """
    marks: set[bytes] = set()
    for branch in chain.branches:
        for line in code[branch.start : branch.end].splitlines():
            if not line.strip():
                continue
            match = _DEFINITION.fullmatch(line.strip())
            if match is None or not _MARKS.issuperset(match["value"].split()):
                return False
            marks.update(match["value"].split())
    return b"__device__" in marks
