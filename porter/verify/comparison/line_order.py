"""Lines that a program prints in another order each time, as kernels do that print."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Sequence


def is_any_order(text: str, others: Sequence[str]) -> bool:
    """Return whether a program printed the same lines in another order the other times.

    Args:
        text: what it printed.
        others: what it printed the other times.
    """
    lines = text.splitlines()
    bag = Counter(lines)
    again = [other.splitlines() for other in others]
    return any(other != lines for other in again) and all(Counter(other) == bag for other in again)


def in_order_of(text: str, expected: str) -> str:
    """Return a text with its lines in the order of another's: first those that are the same.

    The others follow one another as they are sorted, in the places that are left of the other text,
    whose lines are then met as they are sorted, too: near numbers meet one another.

    Args:
        text: the text.
        expected: the other one.
    """
    places: dict[str, deque[int]] = defaultdict(deque)
    wanted = expected.splitlines()
    for index, line in enumerate(wanted):
        places[line].append(index)
    ordered: dict[int, str] = {}
    rest = []
    for line in text.splitlines():
        if places[line]:
            ordered[places[line].popleft()] = line
        else:
            rest.append(line)
    free = sorted(
        (index for of_line in places.values() for index in of_line), key=wanted.__getitem__
    )
    beyond = range(len(wanted), len(wanted) + len(rest))
    ordered.update(zip([*free, *beyond], sorted(rest), strict=False))
    return "\n".join(ordered.get(index, "") for index in range(max(ordered, default=-1) + 1))
