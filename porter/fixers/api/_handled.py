"""Names that a rule of their own takes care of."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


@cache
def names_of_other_rules(rule: str) -> frozenset[bytes]:
    """Return the triggers of all rules but `rule`: what they are about is theirs to report."""
    from porter.fixers.registry import rules

    return frozenset().union(*(other.head.triggers for other in rules() if other.head.rule != rule))


@cache
def headers_of_other_rules(rule: str) -> Callable[[bytes], bool]:
    """Return a test for headers that a rule other than `rule` is about."""
    from porter.fixers.registry import rules

    parts = tuple(
        part for other in rules() if other.head.rule != rule for part in other.head.headers
    )
    return lambda path: any(part in path for part in parts)
