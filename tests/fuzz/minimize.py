"""Smaller cases with the same cause."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.target import Case


def minimized(case: Case, fails: Callable[[Case], bool], attempts: int = 400) -> Case:
    """Return a smaller case for which `fails` still holds.

    Args:
        case: a case for which it does.
        fails: tells whether a case fails as the first one does.
        attempts: how many smaller cases to try.
    """
    data = case.data
    size = len(data) // 2
    while size and attempts > 0:
        start = 0
        while start < len(data) and attempts > 0:
            attempts -= 1
            shorter = data[:start] + data[start + size :]
            if fails(case._replace(data=shorter)):
                data = shorter
            else:
                start += size
        size //= 2
    return case._replace(data=data)
