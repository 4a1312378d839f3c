"""The journal of a sync: its steps are staged, then all applied or all rolled back.

All lies in `.porter/sync` of the port:

    sync.partial/     while a sync prepares: nothing of the port is touched; may be thrown away
    sync/             the steps are decided: they are put in place, however often that is begun
      steps.json      each target, what it becomes and what it was
      put/N  old/N    contents of targets, after and before
      in-place        all steps are done; there are conflicts that a person resolves
      taking-back     `--abort` began
    sync.done/        all is done; being removed

The folder gets each of its names by one rename, when all that it needs is on the disk. Killed at
any point, or cut off from its power, a sync has either not begun, or can be finished or taken back.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.flush import flush
from porter.files.names import PORTER_FOLDER
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.journal.areas import JOURNAL, Areas
from porter.sync.journal.placing import Placing
from porter.sync.journal.steps import Decided, Step, decoded, encoded, refuse_clashes
from porter.sync.lock.states import Content, content_if_any, state_of

_DECIDED, _PARTIAL, _DONE = JOURNAL, f"{JOURNAL}.partial", f"{JOURNAL}.done"
_STEPS, _IN_PLACE, _TAKING_BACK = "steps.json", "in-place", "taking-back"
_NOTHING_DONE = "nothing of the port was touched: mend that, then run porter sync again"
_UNDER_WAY = "mend that; then porter sync --continue finishes the sync, --abort takes it back"


class Phase(Enum):
    """How far the sync of a port has come."""

    NONE = "none"
    #: Killed while it put its steps in place.
    INTERRUPTED = "interrupted"
    #: In place; conflicts are open.
    CONFLICTS = "conflicts"
    #: Killed while it was taken back.
    TAKING_BACK = "taking back"


class Journal:
    """The steps of one sync of one port.

    Args:
        settings: porter.toml.
        project: the port.
    """

    def __init__(self, settings: Settings, project: ProjectSettings) -> None:
        self._port = project.port
        self._areas = Areas(settings, project)
        self._steps: list[Step] = []

    @property
    def phase(self) -> Phase:
        """How far the last sync came."""
        decided = self._port / _DECIDED
        if not (decided / _STEPS).is_file():
            return Phase.NONE
        if (decided / _TAKING_BACK).exists():
            return Phase.TAKING_BACK
        return Phase.CONFLICTS if (decided / _IN_PLACE).exists() else Phase.INTERRUPTED

    def prepare(self) -> Path:
        """Start a sync; return a scratch folder on the port's file system.

        Raises:
            PorterError: it cannot be made.
        """
        self._steps = []
        with self._explained(_NOTHING_DONE):
            self._port.mkdir(parents=True, exist_ok=True)
            with ConfinedTree(self._port) as own:
                own.make_folder(PORTER_FOLDER)  # a link is refused before anything is removed
                self._forget()
                for name in ("put", "old", "scratch"):
                    own.make_folder(f"{_PARTIAL}/{name}")
        return self._port / _PARTIAL / "scratch"

    def put(self, place: Path, new: Content | None) -> None:
        """Note that the file at `place` becomes `new`, or goes; and keep what is there.

        Raises:
            PorterError: no sync of this port writes there, or the contents cannot be kept.
        """
        target = self._areas.target(self._areas.name(place))
        old = content_if_any(place)
        with self._explained(_NOTHING_DONE), ConfinedTree(self._port) as own:
            for folder, content in (("put", new), ("old", old)):
                if content is not None:
                    own.write(f"{_PARTIAL}/{folder}/{len(self._steps)}", content.data)
        states = (None if one is None else one.state for one in (old, new))
        self._steps.append(Step(target, *states))

    def commit(self, section: str, section_before: str | None) -> None:
        """Decide: from here on the sync is finished or taken back.

        Args:
            section: the port's new section of the lock.
            section_before: the one it replaces.

        Raises:
            PorterError: a file changed while the sync prepared, or a step cannot be done.
        """
        refuse_clashes([(step.target, step.new) for step in self._steps])
        for step in self._steps:
            if state_of(step.target.place) != step.old:
                raise PorterError(
                    "changed while porter ran", path=step.target.place, hint="run it again"
                )
        document = encoded(Decided(self._steps, section, section_before), self._areas)
        partial = self._port / _PARTIAL
        with self._explained(_NOTHING_DONE), ConfinedTree(self._port) as own:
            shutil.rmtree(partial / "scratch")
            own.write(f"{_PARTIAL}/{_STEPS}", document)
            flush([partial, *partial.rglob("*")])
            own.rename(_PARTIAL, _DECIDED)
        with self._explained(_UNDER_WAY):
            flush([self._port / PORTER_FOLDER])

    def apply(self, write_section: Callable[[str | None], None]) -> None:
        """Put every step in place; those that are in place already stay so.

        Args:
            write_section: puts a section in the lock.

        Raises:
            PorterError: a file was changed since the steps were decided, or a step cannot be done:
                nothing is written; or writing failed.
        """
        with self._explained(_UNDER_WAY), ConfinedTree(self._port) as own, self._areas as areas:
            decided = self._read(own)
            steps = [(step.target, step.new) for step in decided.steps]
            placing = Placing(areas, own, f"{_DECIDED}/put", steps)
            for step in decided.steps:
                placing.refuse_stranger(step)
            placing.run()
            write_section(decided.section)
            placing.sweep()

    def take_back(self, write_section: Callable[[str | None], None]) -> None:
        """Give every target the content that it had before the sync.

        Args:
            write_section: puts a section in the lock, or takes it out.

        Raises:
            PorterError: a step cannot be taken back: nothing is written; or writing failed.
        """
        hint = "mend that; then run porter sync --abort again"
        with self._explained(hint), ConfinedTree(self._port) as own, self._areas as areas:
            decided = self._read(own)
            steps = [(step.target, step.old) for step in decided.steps]
            placing = Placing(areas, own, f"{_DECIDED}/old", steps)
            own.write(f"{_DECIDED}/{_TAKING_BACK}", b"", durable=True)
            placing.run()
            write_section(decided.section_before)
            placing.sweep()
        self.finish()

    def keep_open(self) -> None:
        """Note that all is in place and that conflicts are left."""
        with self._explained(_UNDER_WAY), ConfinedTree(self._port) as own:
            own.write(f"{_DECIDED}/{_IN_PLACE}", b"", durable=True)

    def finish(self) -> None:
        """Forget the sync: it is done, or taken back."""
        with (
            self._explained(_UNDER_WAY),
            ConfinedTree(self._port) as own,
            suppress(FileNotFoundError),
        ):
            own.rename(_DECIDED, _DONE)
        self.discard()

    def discard(self) -> None:
        """Throw away what a sync that decided nothing left."""
        if not (self._port / PORTER_FOLDER).is_symlink():
            self._forget()
        with suppress(OSError):  # they hold a port, or are not there
            (self._port / PORTER_FOLDER).rmdir()
            self._port.rmdir()

    def _forget(self) -> None:
        """Remove what a sync prepared, and what is left of one that is done."""
        for name in (_PARTIAL, _DONE):
            shutil.rmtree(self._port / name, ignore_errors=True)

    def _read(self, own: ConfinedTree) -> Decided:
        path = f"{_DECIDED}/{_STEPS}"
        return decoded(own.read(path), self._areas, self._port / path, self._areas.name(self._port))

    @contextmanager
    def _explained(self, hint: str) -> Iterator[None]:
        """Turn an error of the system into one that says what to do.

        Raises:
            PorterError: in its place.
        """
        try:
            yield
        except OSError as error:
            reason = f"porter sync was stopped: {error.strerror or error}"
            raise PorterError(reason, path=self._port, hint=hint) from error
