"""The action for one file of a port, from its base, its state and its new conversion."""

from __future__ import annotations

from enum import Enum

from porter.sync.lock.states import State


class Action(Enum):
    """What is done with a file of the port."""

    #: Upstream's side did not change, or both sides changed alike.
    STAYS = "stays"
    #: Nobody touched the port's file: the new conversion takes its place.
    TAKE = "take"
    #: Nobody touched the port's file, and the new conversion has none.
    REMOVE = "remove"
    #: A person removed the file from the port, and upstream's side changed.
    STAYS_REMOVED = "stays removed"
    #: Both sides changed the file, or both added it.
    MERGE = "merge"
    #: The port's file was changed by hand, and the new conversion has none.
    EDITED_AND_GONE = "edited and gone"


def decide(base: State | None, port: State | None, new: State | None) -> Action:
    """Return what is to be done.

    Args:
        base: the file in the last pure conversion.
        port: the file in the port, with the edits of people.
        new: the file in the new pure conversion.
    """
    if new in (base, port):
        return Action.STAYS
    if port == base:
        return Action.TAKE if new is not None else Action.REMOVE
    if new is None:
        return Action.EDITED_AND_GONE
    if port is None:
        return Action.STAYS_REMOVED
    return Action.MERGE
