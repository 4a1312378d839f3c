"""A port on disk: a new tree beside its source."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from porter.compat.headers import SUPPORT_FOLDER, text
from porter.convert.cache import Cache
from porter.convert.project import Problem
from porter.convert.summary import CHANGED, Summary
from porter.files.confined import ConfinedTree, OutOfBounds
from porter.files.digests import digest_if_there, digest_of, digest_of_file, link_digest
from porter.files.names import PORT_MARK
from porter.files.real_path import real_path
from porter.files.regular import open_regular, read_regular
from porter.files.signatures import Signature, signature, unless_racy
from porter.port.record import Record
from porter.project.discover import Entry

if TYPE_CHECKING:
    from porter.port.scaffold.kinds import Emission

_BY_HAND = "was changed by hand since porter wrote it"
_FOREIGN = "is there and porter did not write it"


class NewTree:
    """Writes a port to a folder of its own.

    Every file of the project has its place in it: converted, copied, or a link as it was. A file
    that was changed there by hand is left alone unless `force` is given.

    Args:
        summary: what was converted; told what is written.
        tree: the port.
        known: remembers which files are as porter left them, so that they need not be read.
        force: overwrite what was changed by hand.
        emission: what a kind of project adds to the port and takes away.
    """

    def __init__(
        self,
        summary: Summary,
        tree: ConfinedTree,
        known: Cache,
        *,
        force: bool,
        emission: Emission | None = None,
    ) -> None:
        self._summary = summary
        self._emission = emission
        self._tree = tree
        self._known = known
        self._force = force
        self._record = Record(tree)
        self._source = real_path(summary.project.root)
        real_root = real_path(tree.root)
        self._off_limits = _inside(self._source, real_root)
        self._from, self._to = str(summary.project.root), str(tree.root)
        self._targets: set[str] = set()
        if known.destination != str(real_root):
            known.destination = str(real_root)
            known.copies = {}
            for one in known.files.values():
                one.written = None

    def write(self, progress: Callable[[int], None] = lambda _: None) -> None:
        """Write everything; what goes wrong with a file is told and the rest goes on."""
        if self._record.was_interrupted:
            for path in self._record.touched:
                self._tree.sweep(path)
        try:
            for entry in self._summary.project.entries:
                if self._emission is None or not self._emission.skips(entry.path):
                    self._entry(entry)
                progress(1)
            for folder in self._summary.project.empty_folders:
                self._make_folder(folder)
            for name in self._summary.supports:
                self._own(f"{SUPPORT_FOLDER}/{name}", text(name))
            if self._emission is not None:
                for path, file in sorted(self._emission.files.items()):
                    self._own(path, file.data, file.mode)
            self._note_stale()
        except BaseException:
            self._record.abandon()
            raise
        try:
            self._record.close()
        except OSError as error:
            self._problem(PORT_MARK, f"cannot be written: {error.strerror or error}")

    def _entry(self, entry: Entry) -> None:
        """Write one file of the project."""
        path = self._summary.renamed.get(entry.path, entry.path)
        self._targets.add(path)
        try:
            self._check(path)
            if entry.is_link:
                self._link(entry, path)
            else:
                self._file(entry.path, path)
        except OSError as error:
            self._problem(entry.path, f"cannot be written: {error.strerror or error}")

    def _file(self, name: str, path: str) -> None:
        source, target = f"{self._from}/{name}", f"{self._to}/{path}"
        outcome, known = self._summary.outcomes.get(name), self._known.files.get(name)
        result = None if outcome is None else outcome.result
        is_copy = outcome is None or result is None or not result.changes
        if known is not None and self._is_as_left(target, path, known.written):
            self._summary.copied += is_copy
            return
        if outcome is None or result is None or is_copy:
            self._copy(source, target, name, path, "" if outcome is None else outcome.digest)
            return
        try:
            data = read_regular(source)
            mode = stat.S_IMODE(os.stat(source).st_mode)
        except OSError as error:
            self._problem(name, f"cannot be read: {error.strerror or error}")
            return
        if digest_of(data) != outcome.digest:
            self._problem(name, CHANGED)
            return
        new = self._summary.new_bytes(name, result, data)
        if self._put(path, new, mode) and known is not None:
            known.written = unless_racy(signature(target))

    def _copy(self, source: str, target: str, name: str, path: str, digest: str) -> None:
        """Take a file over as it is; large ones are never held in memory.

        Args:
            source: the file.
            target: where it goes.
            name: the file, relative to the project.
            path: where it goes, relative to the port.
            digest: of what rules have read of it; empty when none has.
        """
        try:
            found = signature(source)
            before, written = self._known.copies.get(name, (None, None))
            if before == found and self._is_as_left(target, path, written):
                self._summary.copied += 1
                return
            wanted = digest_of_file(Path(source))
        except OSError as error:
            self._problem(name, f"cannot be read: {error.strerror or error}")
            return
        if digest and digest != wanted:
            self._problem(name, CHANGED)
            return
        mode = stat.S_IMODE(os.stat(source).st_mode) & 0o777
        there = digest_if_there(self._tree, path)
        if there == wanted:
            self._record.files[path] = wanted
            if stat.S_IMODE(os.stat(target).st_mode) != mode:
                self._tree.set_mode(path, mode)
        elif not self._may_write(path, there):
            return
        else:
            self._record.announce(path, wanted)
            with open_regular(source) as stream:
                self._tree.copy(stream, path, mode)
            self._record.files[path] = wanted
            self._summary.written += 1
        self._summary.copied += 1
        kept, became = unless_racy(found), unless_racy(signature(target))
        if (known := self._known.files.get(name)) is not None:
            known.written = became
        elif kept is not None and became is not None:
            self._known.copies[name] = (kept, became)

    def _put(self, path: str, data: bytes, mode: int | None = None) -> bool:
        """Write `data`; return whether the file is now as porter wants it."""
        wanted = digest_of(data)
        there = digest_if_there(self._tree, path)
        if there != wanted:
            if not self._may_write(path, there):
                return False
            self._record.announce(path, wanted)
        self._summary.written += self._tree.write(path, data, mode)
        self._record.files[path] = wanted
        return True

    def _link(self, entry: Entry, path: str) -> None:
        destination = self._summary.links.get(entry.path) or os.readlink(
            self._summary.project.root / entry.path
        )
        self._summary.copied += 1
        there = digest_if_there(self._tree, path)
        wanted = link_digest(destination)
        if there != wanted:
            if not self._may_write(path, there):
                return
            self._record.announce(path, wanted)
            self._summary.written += self._tree.link(path, destination)
        self._record.files[path] = wanted
        end = (self._source / entry.path).parent / destination
        if not Path(os.path.normpath(end)).is_relative_to(self._source):
            self._summary.notes.append(f"{path}: a link that leads out of the tree: {destination}")

    def _own(self, path: str, data: bytes, mode: int | None = None) -> None:
        """Write a file that is porter's own and no conversion of upstream's."""
        self._targets.add(path)
        try:
            self._check(path)
            self._put(path, data, mode)
        except OSError as error:
            self._problem(path, f"cannot be written: {error.strerror or error}")

    def _make_folder(self, path: str) -> None:
        try:
            path = self._summary.renamed.get(path, path)
            self._check(path)
            self._tree.make_folder(path)
        except OSError as error:
            self._problem(path, f"cannot be made: {error.strerror or error}")

    def _check(self, path: str) -> None:
        """Refuse a path that a link leads away from, or that is the source's.

        Raises:
            OSError: it is not to be written to.
        """
        if self._off_limits and f"{path}/".startswith(self._off_limits):
            raise OutOfBounds(path, "belongs to the source of the port")
        self._tree.check(path)

    def _is_as_left(self, target: str, path: str, written: Signature | None) -> bool:
        """Tell, without reading it, whether the file is as an earlier run left it."""
        if written is None or path not in self._record.files:
            return False
        try:
            return signature(target) == written
        except OSError:
            return False

    def _may_write(self, path: str, there: str | None) -> bool:
        """Tell whether the file may be replaced; where not, it is noted as kept."""
        if there is None or self._force or self._record.is_ours(path, there):
            return True
        self._keep(path, _BY_HAND if path in self._record.files else _FOREIGN)
        return False

    def _note_stale(self) -> None:
        """Note what an earlier run wrote and this one did not, where upstream no longer has it."""
        renamed = set(self._summary.renamed)
        for path in sorted(self._record.files.keys() - self._targets):
            if not os.path.lexists(self._tree.root / path):
                del self._record.files[path]
            elif path in renamed or self._is_gone(path):
                self._summary.stale.append(path)

    def _is_gone(self, path: str) -> bool:
        """Tell whether upstream has nothing that belongs at `path` of the port."""
        if self._emission is not None and path in self._emission.left_out:
            return True
        return not os.path.lexists(self._summary.project.root / path)

    def _keep(self, path: str, reason: str) -> None:
        self._summary.kept[path] = reason

    def _problem(self, path: str, reason: str) -> None:
        self._summary.problems.append(Problem(path, reason))


def _inside(source: Path, port: Path) -> str:
    """Return what paths of the source start with in the port, where it lies in it; else nothing."""
    if source == port or not source.is_relative_to(port):
        return ""
    return source.relative_to(port).as_posix() + "/"
