"""`python -m tests.architecture [REVISION]...`: the import graph of this checkout and of others."""

from __future__ import annotations

import sys

from tests.architecture.imports import (
    Imports,
    best_order,
    circles,
    imports_of,
    sources_at,
    sources_here,
    upward,
)


def show(name: str, found: Imports) -> None:
    """Print the figures of one import graph, its upward arrows and its circles."""
    rooms = found.rooms
    back = upward(rooms, best_order(rooms))
    rounds = circles(found.modules)
    print(
        f"{name}: {len(found.modules)} modules in {len(rooms)} rooms, "
        f"{sum(map(len, rooms.values()))} arrows between rooms, {len(back)} of them upward, "
        f"{len(rounds)} circles of modules"
    )
    for room, other in back:
        print(f"  upward: {room} -> {other}", *(a for a, _ in found.between(room, other)))
    for one in rounds:
        print(f"  circle of {len(one)}:", *one)


for revision in sys.argv[1:]:
    show(revision, imports_of(sources_at(revision)))
show("here", imports_of(sources_here()))
