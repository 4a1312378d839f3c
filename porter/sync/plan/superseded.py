"""Hand edits that are superseded: the new conversion makes them itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from porter.files.regular import LARGEST_FILE, read_regular
from porter.sync.edits.hunks import Hunk, hunks
from porter.sync.lock.states import LINK, is_binary, state_of
from porter.sync.plan.plan import Base, Plan
from porter.sync.upstream.current import Pure


def superseded_edits(
    port: Path, bases: Mapping[str, Base], pure: Pure, plan: Plan
) -> dict[str, list[int]]:
    """Return path -> lines of the port's file with hand edits that the conversion makes itself.

    The lines are those of the file as it was before the sync, the first of each place, from 1;
    there are none where the whole file was added or removed by hand. Files with conflicts are not
    looked at: a person will.

    Args:
        port: the port's folder, as it is before the sync.
        bases: path -> file of the last pure conversion, under the old paths.
        pure: the new conversion.
        plan: what the sync will do.
    """
    found: dict[str, list[int]] = {}
    for path, change in plan.changes.items():
        old_path = plan.moved.get(path, path)
        base, new, now = bases.get(old_path), pure.files.get(path), state_of(port / old_path)
        if change.conflict or now == (None if base is None else base.state):
            continue
        after = plan.lines[path].port if path in plan.lines else None
        if after == (None if new is None else new.state) and (base is None or now is None):
            found[path] = []
        elif base is None or new is None or now is None:
            continue
        elif LINK not in (base.state.kind, new.state.kind, now.kind):
            content = plan.contents.get(path)
            mine = read_regular(port / old_path, LARGEST_FILE)
            merged = mine if content is None else content.data
            before, theirs = (
                read_regular(base.place, LARGEST_FILE),
                read_regular(pure.root / path, LARGEST_FILE),
            )
            lines = _lines(before, mine, theirs, merged)
            if lines:
                found[path] = lines
    return found


def _lines(base: bytes, port: bytes, new: bytes, merged: bytes) -> list[int]:
    if any(is_binary(data) for data in (base, port, new)):
        return []
    taken = hunks(base, new)
    came = hunks(port, merged)
    left = hunks(new, merged)
    return [edit.port_start for edit in hunks(base, port) if _is_made(edit, taken, came, left)]


def _is_made(edit: Hunk, taken: Sequence[Hunk], came: Sequence[Hunk], left: Sequence[Hunk]) -> bool:
    """Tell whether the new conversion does what a hand edit did.

    It does when it has none of the lines that the edit took away, and all of those it added.

    Args:
        edit: from the old base to the port.
        taken: from the old base to the new.
        came: from the port to the merged file.
        left: from the new base to the merged file.
    """
    gone = range(edit.start, edit.start + edit.count)
    if not all(any(hunk.covers(line) for hunk in taken) for line in gone):
        return False
    for line in range(edit.port_start, edit.port_start + edit.port_count):
        if any(hunk.covers(line) for hunk in came):
            return False
        shift = sum(hunk.port_count - hunk.count for hunk in came if hunk.start <= line)
        if any(
            hunk.port_start <= line + shift < hunk.port_start + hunk.port_count for hunk in left
        ):
            return False
    return True
