"""Names that a rule of their own takes care of."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache


@cache
def names_of_other_rules(rule: str) -> frozenset[bytes]:
    """Return what all rules but `rule` take care of, and report themselves."""
    from porter.fixers.registry import rules

    return frozenset().union(*(other.handles for other in rules() if other.id != rule))


@cache
def headers_of_other_rules(rule: str) -> Callable[[bytes], bool]:
    """Return a test for headers that a rule other than `rule` is about."""
    from porter.fixers.registry import rules

    parts = tuple(part for other in rules() if other.id != rule for part in other.headers)
    if not parts:
        return lambda path: False
    # A whole word: `cuda/std/bit` says nothing of `cuda/std/bitset`.
    ends = (b"" if part.endswith((b"/", b"_")) else rb"(?!\w)" for part in parts)
    pattern = re.compile(b"|".join(map(bytes.__add__, map(re.escape, parts), ends)))
    return lambda path: pattern.search(path) is not None
