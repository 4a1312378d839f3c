"""The steps of a sync as the journal stores them, validated when read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from porter.errors import PorterError
from porter.files.json_values import document, fields, rows, text
from porter.files.paths import above
from porter.sync.journal.areas import Areas, Target
from porter.sync.lock import lockfile
from porter.sync.lock.states import State

FORMAT = 1


class Step(NamedTuple):
    """One file that becomes another.

    Attributes:
        target: the file.
        old: what it was; None for none.
        new: what it becomes; None for none.
    """

    target: Target
    old: State | None
    new: State | None


class Decided(NamedTuple):
    """What a sync does.

    Attributes:
        steps: in order; their contents are kept by their number.
        section: the port's section of the lock.
        section_before: the one it replaces; None for none.
    """

    steps: list[Step]
    section: str
    section_before: str | None


def encoded(decided: Decided, areas: Areas) -> bytes:
    """Return what `decoded` reads."""
    steps = [
        {
            "target": areas.name(step.target.place),
            "new": _described(step.new),
            "old": _described(step.old),
        }
        for step in decided.steps
    ]
    lock = {"new": decided.section, "old": decided.section_before}
    return json.dumps({"format": FORMAT, "steps": steps, "lock": lock}, indent=1).encode()


def decoded(data: bytes, areas: Areas, path: Path, key: str) -> Decided:
    """Return what `encoded` wrote.

    Args:
        data: what it wrote.
        areas: where the sync may write.
        path: the journal, for messages.
        key: what the lock calls the port.

    Raises:
        PorterError: it did not write this, or a step is none of this port's.
    """
    try:
        found = document(data, FORMAT, ("steps", "lock"))
        steps = [_step(one, areas) for one in rows(found["steps"])]
        lock = fields(found["lock"], ("new", "old"))
        section, before = text(lock["new"]), lock["old"]
        for one in (section, *([] if before is None else [text(before)])):
            if lockfile.section_of(one, path).port != key:
                raise ValueError("a section of another port")
    except ValueError as error:
        raise damaged(path, str(error)) from error
    if len({step.target for step in steps}) < len(steps):
        raise damaged(path, "two steps for one file")
    return Decided(steps, section, before)


def refuse_clashes(steps: Sequence[tuple[Target, State | None]]) -> None:
    """Refuse steps that would write in a folder that a link or a file stands for.

    Args:
        steps: targets and what they become; None for none.

    Raises:
        PorterError: there is such a step; nothing was written.
    """
    becoming = dict(steps)
    looked_at = set[Target]()
    for target, wanted in steps:
        if wanted is None:
            continue
        for folder in (Target(target.area, name) for name in above(target.path)):
            if becoming.get(folder) is not None:
                raise PorterError(f"is to be a file, and {target.path} in it", path=folder.place)
            if folder in becoming or folder in looked_at:
                continue  # it goes before anything comes
            looked_at.add(folder)
            if folder.place.is_symlink():
                raise PorterError(
                    f"is a symbolic link, and {target.path} is not written through it",
                    path=folder.place,
                    hint="make it a folder again",
                )


def damaged(path: Path, why: str) -> PorterError:
    """Return the error of a journal that cannot be followed."""
    return PorterError(
        f"the journal of the last sync cannot be read ({why})",
        path=path,
        hint="put the port and porter.lock back by version control, then remove its folder",
    )


def _step(value: Any, areas: Areas) -> Step:
    found = fields(value, ("target", "new", "old"))
    return Step(areas.target(text(found["target"])), _state(found["old"]), _state(found["new"]))


def _described(state: State | None) -> dict[str, str] | None:
    return None if state is None else {"kind": state.kind, "digest": state.digest}


def _state(value: Any) -> State | None:
    if value is None:
        return None
    found = fields(value, ("kind", "digest"))
    return State.of(text(found["digest"]), text(found["kind"]))
