"""One step out of many: what a sync writes is staged whole, then put in place, or taken back.

All lies in `.porter/sync` of the port:

    sync.partial/     while a sync prepares: nothing of the port is touched; may be thrown away
    sync/             the steps are decided: they are put in place, however often that is begun
      steps.json      each target, what it becomes and what it was
      put/N  old/N    contents of targets, after and before
      in-place        all steps are done; there are conflicts that a person resolves
      taking-back     `--abort` began
    sync.done/        all is done; being removed

The folder gets each of its names by one rename. Killed at any point, a sync has either not begun,
or can be finished or taken back.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from porter.cache import digest_of
from porter.errors import PorterError
from porter.files.write import copy_atomically, link_atomically
from porter.project.names import TEMPORARY_SUFFIX
from porter.sync.states import EXECUTABLE, LINK, State, state_of

_PARTIAL, _DECIDED, _DONE = "sync.partial", "sync", "sync.done"
_STEPS, _IN_PLACE, _TAKING_BACK = "steps.json", "in-place", "taking-back"
FORMAT = 1


class Phase(Enum):
    """How far the sync of a port has come."""

    NONE = "none"
    #: Killed while it put its steps in place.
    INTERRUPTED = "interrupted"
    #: In place; conflicts are open.
    CONFLICTS = "conflicts"
    #: Killed while it was taken back.
    TAKING_BACK = "taking back"


@dataclass(frozen=True, slots=True)
class Content:
    """What a target becomes.

    Attributes:
        kind: as in `State`.
        data: bytes of a file, or where a link leads.
    """

    kind: str
    data: bytes


def content_of(path: Path) -> Content:
    """Return what is at `path`, which is a file or a link."""
    state = state_of(path)
    assert state is not None
    data = os.fsencode(os.readlink(path)) if state.kind == LINK else path.read_bytes()
    return Content(state.kind, data)


class Journal:
    """The steps of one sync of one port.

    Args:
        root: folder of porter.toml; targets are relative to it.
        port: the port's folder.
    """

    def __init__(self, root: Path, port: Path) -> None:
        self._root = root
        self._place = port / ".porter"
        self._steps: list[dict[str, Any]] = []

    @property
    def phase(self) -> Phase:
        """How far the last sync came."""
        decided = self._place / _DECIDED
        if not (decided / _STEPS).is_file():
            return Phase.NONE
        if (decided / _TAKING_BACK).exists():
            return Phase.TAKING_BACK
        return Phase.CONFLICTS if (decided / _IN_PLACE).exists() else Phase.INTERRUPTED

    def prepare(self) -> Path:
        """Start a sync; return a scratch folder on the port's file system."""
        for name in (_PARTIAL, _DONE):
            shutil.rmtree(self._place / name, ignore_errors=True)
        self._steps = []
        partial = self._place / _PARTIAL
        for name in ("put", "old", "scratch"):
            (partial / name).mkdir(parents=True)
        return partial / "scratch"

    def put(self, target: Path, new: Content | None) -> None:
        """Note that `target` becomes `new`, or goes; and keep what is there."""
        partial = self._place / _PARTIAL
        number = len(self._steps)
        before = state_of(target)
        step: dict[str, Any] = {"target": os.path.relpath(target, self._root), "new": None}
        if new is not None:
            step["new"] = {"kind": new.kind, "digest": digest_of(new.data)}
            (partial / "put" / str(number)).write_bytes(new.data)
        step["old"] = _described(before)
        if before is not None:
            old = partial / "old" / str(number)
            if before.kind == LINK:
                old.write_bytes(os.fsencode(os.readlink(target)))
            else:
                shutil.copyfile(target, old)
        self._steps.append(step)

    def commit(self, section: str, section_before: str | None) -> None:
        """Decide: from here on the sync is finished or taken back.

        Args:
            section: the port's new section of the lock.
            section_before: the one it replaces.

        Raises:
            PorterError: a file changed while the sync prepared.
        """
        partial = self._place / _PARTIAL
        for step in self._steps:
            if _described(state_of(self._root / step["target"])) != step["old"]:
                raise PorterError(
                    "changed while porter ran", path=step["target"], hint="run it again"
                )
        shutil.rmtree(partial / "scratch")
        document = {
            "format": FORMAT,
            "steps": self._steps,
            "lock": {"new": section, "old": section_before},
        }
        (partial / _STEPS).write_text(json.dumps(document, indent=1), "utf-8")
        os.rename(partial, self._place / _DECIDED)

    def apply(self, write_section: Callable[[str | None], None]) -> None:
        """Put every step in place; those that are in place already stay so.

        Args:
            write_section: puts a section in the lock.

        Raises:
            PorterError: a file was changed since the steps were decided; nothing is written.
        """
        decided = self._place / _DECIDED
        document = self._read()
        steps = list(enumerate(document["steps"]))
        for _, step in steps:
            self._refuse_stranger(step)
        for _, step in steps:
            if step["new"] is None:
                self._remove(self._root / step["target"])
        for number, step in steps:
            if step["new"] is not None:
                staged = decided / "put" / str(number)
                self._place_at(self._root / step["target"], staged, step["new"]["kind"])
        write_section(document["lock"]["new"])
        self._sweep(document["steps"])

    def take_back(self, write_section: Callable[[str | None], None]) -> None:
        """Give every target the content that it had before the sync."""
        decided = self._place / _DECIDED
        document = self._read()
        (decided / _TAKING_BACK).touch()
        steps = list(enumerate(document["steps"]))
        for _, step in steps:
            if step["old"] is None:
                self._remove(self._root / step["target"])
        for number, step in steps:
            if step["old"] is not None:
                kept = decided / "old" / str(number)
                self._place_at(self._root / step["target"], kept, step["old"]["kind"])
        write_section(document["lock"]["old"])
        self._sweep(document["steps"])
        self.finish()

    def keep_open(self) -> None:
        """Note that all is in place and that conflicts are left."""
        (self._place / _DECIDED / _IN_PLACE).touch()

    def finish(self) -> None:
        """Forget the sync: it is done, or taken back."""
        with suppress(FileNotFoundError):
            os.rename(self._place / _DECIDED, self._place / _DONE)
        self.discard()

    def discard(self) -> None:
        """Throw away what a sync that decided nothing left."""
        for name in (_PARTIAL, _DONE):
            shutil.rmtree(self._place / name, ignore_errors=True)
        with suppress(OSError):  # they hold a port, or are not there
            self._place.rmdir()
            self._place.parent.rmdir()

    def _read(self) -> dict[str, Any]:
        path = self._place / _DECIDED / _STEPS
        try:
            document = json.loads(path.read_bytes())
            if document["format"] != FORMAT:
                raise ValueError(f"format {document['format']}")
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise PorterError(
                f"the journal of the last sync cannot be read ({error})",
                path=path,
                hint="put the port and porter.lock back by version control, then remove its folder",
            ) from error
        found: dict[str, Any] = document
        return found

    def _sweep(self, steps: list[dict[str, Any]]) -> None:
        """Remove the temporary files that a killed run left beside its targets."""
        for folder in {self._root, *((self._root / step["target"]).parent for step in steps)}:
            for path in folder.glob(f".*{TEMPORARY_SUFFIX}"):
                path.unlink(missing_ok=True)

    def _refuse_stranger(self, step: dict[str, Any]) -> None:
        """Refuse to write over what is neither the old nor the new content."""
        now = _described(state_of(self._root / step["target"]))
        if now not in (step["old"], step["new"]):
            raise PorterError(
                "was changed since the sync was interrupted",
                path=step["target"],
                hint="move your version away; then run porter sync --continue",
            )

    def _remove(self, target: Path) -> None:
        """Remove a file, and the folders that it leaves empty."""
        with suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError):
            target.unlink()
        for folder in target.parents:
            if folder in (self._root, self._place, self._place.parent):
                break
            try:
                folder.rmdir()
            except FileNotFoundError:
                continue
            except OSError:
                break

    def _place_at(self, target: Path, content: Path, kind: str) -> None:
        if kind == LINK:
            link_atomically(target, os.fsdecode(content.read_bytes()))
        else:
            copy_atomically(content, target, _mode(target, kind == EXECUTABLE))


def _described(state: State | None) -> dict[str, str] | None:
    return None if state is None else {"kind": state.kind, "digest": state.digest}


def _mode(target: Path, executable: bool) -> int:
    """Return the permission bits of a file: those it has, as to whether it may be run as told."""
    try:
        status = target.lstat().st_mode
        mode = stat.S_IMODE(status) if stat.S_ISREG(status) else None
    except OSError:
        mode = None
    if mode is None:
        umask = os.umask(0)
        os.umask(umask)
        mode = 0o666 & ~umask
    return mode | (mode & 0o444) >> 2 if executable else mode & ~0o111
