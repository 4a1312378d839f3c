"""The merge bases, `.porter/base/`: the last pure conversion."""

from __future__ import annotations

from pathlib import Path

from porter.files.names import BASE_FOLDER
from porter.sync.lock.states import FILE, LINK, State, content_if_any, state_of

#: What keeps the folder as porter wrote it, and out of the way of those who review.
ATTRIBUTES = b"* -text -diff linguist-generated\n"
#: What lies beside the bases for as long as a sync runs or its conflicts are open.
IGNORED = b"/sync\n/sync.*\n"


class Bases:
    """The bases of a port.

    A link has none: the lock says where it led, and links are not merged.

    Args:
        port: the port's folder.
    """

    def __init__(self, port: Path) -> None:
        self._folder = port / BASE_FOLDER

    def place(self, path: str) -> Path:
        """Return where the base of the port's file at `path` lies."""
        return self._folder / path

    def wanted(self, state: State) -> State | None:
        """Return what the base of a file is as a file; None for a link, which has none."""
        return None if state.kind == LINK else State(state.digest, FILE)

    def read(self, path: str, wanted: State) -> bytes | None:
        """Return the base of a file, None when it is missing or another."""
        found = content_if_any(self.place(path))
        return found.data if found is not None and found.state.digest == wanted.digest else None

    def holds(self, path: str, wanted: State) -> bool:
        """Tell whether the base of a file is there and as the lock says."""
        if wanted.kind == LINK:
            return True
        found = state_of(self.place(path))
        return found is not None and found.digest == wanted.digest
