"""The request of a sync, and its result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from porter.project.settings.settings import ProjectSettings
from porter.sync.plan.plan import Change

if TYPE_CHECKING:
    from porter.port.tree_result import TreeResult


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks of a sync.

    Attributes:
        from_revision: upstream's revision that the port is a conversion of.
        to_revision: the revision that a vendored upstream is to move to.
        again: convert anew, even where digests tell that nothing changed.
        adopt: take files that porter did not write for a port with hand edits.
        allow_dirty: go on with hand edits that git does not know.
        preview: decide everything and write nothing.
    """

    from_revision: str | None = None
    to_revision: str | None = None
    again: bool = False
    adopt: bool = False
    allow_dirty: bool = False
    preview: bool = False


@dataclass(slots=True)
class Synced:
    """What a sync did.

    Attributes:
        project: the port.
        is_current: nothing had changed since the last sync, and nothing was written.
        changes: what happened to files whose conversion changed.
        causes: path -> what made its conversion change.
        superseded: path -> lines of the port before, of hand edits that the conversion makes itself
            now; no lines for the whole file.
        recorded: files with hand edits that the lock did not know.
        todo: path -> number of errors that no hand edit has resolved.
        notes: what a person should know.
        result: of the conversion, where there was one.
        preview: what would be written to the port, as patches; None where it was written.
    """

    project: ProjectSettings
    is_current: bool = False
    changes: list[Change] = field(default_factory=list)
    causes: dict[str, str] = field(default_factory=dict)
    superseded: dict[str, list[int]] = field(default_factory=dict)
    recorded: list[str] = field(default_factory=list)
    todo: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    result: TreeResult | None = None
    preview: list[bytes] | None = None

    @property
    def conflicts(self) -> list[Change]:
        """Changes that a person has to look at."""
        return [change for change in self.changes if change.conflict]
