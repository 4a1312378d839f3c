"""Conditions around nothing but marks of functions for host and device, or macros for them."""

from __future__ import annotations

import re

from porter.source.preprocessor.conditionals import Chain

_DEFINITION = re.compile(rb"#[ \t]*+define[ \t]++\w++(?P<value>(?:[ \t]++\w++)*+)[ \t]*+")
_MARKS = frozenset(
    b"__device__ __host__ __global__ __forceinline__ __noinline__ inline __inline__".split()
)
#: How far a declaration is looked at.
_FURTHEST = 1_000
#: A directive, and what tells a function that follows from a variable.
_DIRECTIVE = re.compile(rb"(?m)^[ \t]*+#[^\n]*+$")
_OPENS = re.compile(rb"\boperator\b|[(;={\[]")


def only_marks(code: bytes, chain: Chain) -> bool:
    """Tell whether all that a chain guards are marks or macros for them, the device's among them.

    Marks that are no macro's are those of the function that follows.

    Args:
        code: masked code of the file.
        chain: the chain.
    """
    marks: set[bytes] = set()
    is_bare = False
    for branch in chain.branches:
        for line in code[branch.start : branch.end].splitlines():
            if not line.strip():
                continue
            match = _DEFINITION.fullmatch(line.strip())
            words = match["value"].split() if match else line.split()
            if not _MARKS.issuperset(words):
                return False
            is_bare |= match is None
            marks.update(words)
    if is_bare and not _is_before_a_function(code, chain):
        return False
    return b"__device__" in marks


def bare_marks(code: bytes, start: int, end: int) -> list[bytes]:
    """Return the marks of a branch of `only_marks` that are no macro's."""
    return _DIRECTIVE.sub(b"", code[start:end]).split()


def _is_before_a_function(code: bytes, chain: Chain) -> bool:
    end = chain.branches[-1].end
    behind = code[end : end + _FURTHEST]
    opens = _OPENS.search(_DIRECTIVE.sub(b"", behind))
    return opens is not None and opens.group() in (b"(", b"operator")
