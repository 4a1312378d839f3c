"""Writes a port to a new tree beside its source."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from porter.compat.headers import SUPPORT_FOLDER, text
from porter.files.confined import ConfinedTree, OutOfBounds
from porter.files.digests import digest_if_there, digest_of, digest_of_file, link_digest
from porter.files.names import PORT_MARK
from porter.files.real_path import real_path
from porter.files.regular import open_regular, read_regular
from porter.files.signatures import Signature, signature, unless_racily_clean
from porter.port.record import Record
from porter.port.written import CHANGED, Written
from porter.project.discover import Entry

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion

_BY_HAND = "was changed by hand since porter wrote it"
_FOREIGN = "is there and porter did not write it"


class NewTree:
    """Writes a port to a folder of its own.

    Every file of the project has its place in it: converted, copied, or a link as it was. A file
    that was changed there by hand is left alone unless `force` is given.

    Args:
        conversion: what became of the source. Its cache remembers which files are as porter left
            them, so that they need not be read.
        tree: the port.
        force: overwrite what was changed by hand.
    """

    def __init__(self, conversion: TreeConversion, tree: ConfinedTree, *, force: bool) -> None:
        self._conversion = conversion
        self._emission = conversion.emission
        self._tree = tree
        self._cache = conversion.cache
        self._force = force
        self._done = Written()
        self._record = Record(tree)
        self._source = real_path(conversion.project.root)
        real_root = real_path(tree.root)
        self._off_limits = _inside(self._source, real_root)
        self._from, self._to = str(conversion.project.root), str(tree.root)
        self._targets: set[str] = set()
        self._cache.is_about(str(real_root))

    def write(self, progress: Callable[[int], None] = lambda _: None) -> Written:
        """Write everything; what goes wrong with a file is noted and the rest goes on."""
        if self._record.was_interrupted:
            for path in self._record.folders_in_progress:
                self._tree.sweep(path)
        try:
            for entry in self._conversion.project.entries:
                path = self._conversion.renamed.get(entry.path, entry.path)
                if not self._emission.skips(entry.path, path):
                    self._entry(entry, path)
                progress(1)
            for folder in self._conversion.project.empty_folders:
                self._make_folder(folder)
            for name in self._conversion.supports:
                self._own(f"{SUPPORT_FOLDER}/{name}", text(name))
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
        return self._done

    def _entry(self, entry: Entry, path: str) -> None:
        """Write one file of the project to its place in the port."""
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
        file = self._conversion.files.get(name)
        if self._is_as_left(target, path, self._cache.written.get(name)):
            self._done.copied += file is None or not file.changes
            return
        if file is None or not file.changes:
            self._copy(source, target, name, path, "" if file is None else file.digest)
            return
        try:
            data = read_regular(source)
            mode = stat.S_IMODE(os.stat(source).st_mode)
        except OSError as error:
            self._problem(name, f"cannot be read: {error.strerror or error}")
            return
        if digest_of(data) != file.digest:
            self._problem(name, CHANGED)
            return
        new, problem = self._conversion.new_bytes(file, data)
        self._done.problems += [problem] if problem else []
        if self._put(path, new, mode):
            self._remember(name, unless_racily_clean(signature(target)))

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
            before, written = self._cache.copies.get(name, (None, None))
            if before == found and self._is_as_left(target, path, written):
                self._done.copied += 1
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
            self._done.written += 1
        self._done.copied += 1
        kept, became = unless_racily_clean(found), unless_racily_clean(signature(target))
        if name in self._cache.files:
            self._remember(name, became)
        elif kept is not None and became is not None:
            self._cache.copies[name] = (kept, became)

    def _remember(self, name: str, became: Signature | None) -> None:
        """Note what a source file became, so that the next run need not read it."""
        if name in self._cache.files:
            self._cache.written.pop(name, None)
            if became is not None:
                self._cache.written[name] = became

    def _put(self, path: str, data: bytes, mode: int | None = None) -> bool:
        """Write `data`; return whether the file is now as porter wants it."""
        wanted = digest_of(data)
        there = digest_if_there(self._tree, path)
        if there != wanted:
            if not self._may_write(path, there):
                return False
            self._record.announce(path, wanted)
        self._done.written += self._tree.write(path, data, mode)
        self._record.files[path] = wanted
        return True

    def _link(self, entry: Entry, path: str) -> None:
        destination = self._conversion.links.get(entry.path) or os.readlink(
            self._conversion.project.root / entry.path
        )
        self._done.copied += 1
        there = digest_if_there(self._tree, path)
        wanted = link_digest(destination)
        if there != wanted:
            if not self._may_write(path, there):
                return
            self._record.announce(path, wanted)
            self._done.written += self._tree.link(path, destination)
        self._record.files[path] = wanted
        end = (self._source / entry.path).parent / destination
        if not Path(os.path.normpath(end)).is_relative_to(self._source):
            self._done.notes.append(f"{path}: a link that leads out of the tree: {destination}")

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
            path = self._conversion.renamed.get(path, path)
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
        renamed = set(self._conversion.renamed)
        for path in sorted(self._record.files.keys() - self._targets):
            if not os.path.lexists(self._tree.root / path):
                del self._record.files[path]
            elif path in renamed or self._is_gone(path):
                self._done.stale.append(path)

    def _is_gone(self, path: str) -> bool:
        """Tell whether upstream has nothing that belongs at `path` of the port."""
        if path in self._emission.left_out:
            return True
        return not os.path.lexists(self._conversion.project.root / path)

    def _keep(self, path: str, reason: str) -> None:
        self._done.kept[path] = reason

    def _problem(self, path: str, reason: str) -> None:
        self._done.problem(path, reason)


def _inside(source: Path, port: Path) -> str:
    """Return what paths of the source start with in the port, where it lies in it; else nothing."""
    if source == port or not source.is_relative_to(port):
        return ""
    return source.relative_to(port).as_posix() + "/"
