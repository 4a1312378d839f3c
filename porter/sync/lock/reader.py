"""Reads the lines of a lock, and validates each value."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from porter import __version__
from porter.errors import PorterError
from porter.files.json_values import parsed
from porter.files.names import PORTER_FOLDER, REVERSE_RECORD
from porter.files.paths import has_control, is_inside
from porter.project.settings.remotes import is_commit, is_revision
from porter.sync.lock.lines import (
    CONFLICT,
    HEAD,
    MERGED,
    FileLine,
    PortLock,
    check_of,
    unquoted,
)
from porter.sync.lock.states import State

FORMAT = 1
#: Starts of the lines with which git marks a conflict.
_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_FORMAT = re.compile(r"porter-lock ([0-9]{1,9})")
_COUNT = re.compile(r"[0-9]{1,9}")
_DIGEST = re.compile(r"[0-9a-f]{32}")
_VERSION = re.compile(r"[0-9][0-9A-Za-z.+!-]{0,63}")
_RESTORE = "restore it from version control; only porter writes it"


@dataclass(slots=True)
class _Tree:
    """Paths that are to lie in one folder: none of them may be a folder of another."""

    files: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)

    def takes(self, path: str) -> bool:
        """Add a path; tell whether it can lie beside the others."""
        if path in self.folders:
            return False
        above = path.rpartition("/")[0]
        while above and above not in self.folders:
            if above in self.files:
                return False
            self.folders.add(above)
            above = above.rpartition("/")[0]
        self.files.add(path)
        return True


class LockReader:
    """Reads a lock file; an error names the line.

    Args:
        path: the file.
        both: take two branches' lines; the second ones for a file are `others`.
    """

    def __init__(self, path: Path, *, both: bool = False) -> None:
        self._path = path
        self._number = 0
        self._both = both
        self._port, self._upstream = _Tree(), _Tree()
        self.is_double = False
        self.others: list[tuple[PortLock, FileLine]] = []

    def sections(self, text: str) -> dict[str, PortLock]:
        """Return port -> section.

        Raises:
            PorterError: it was edited, holds conflicts of a merge, or is from a newer porter.
        """
        found: dict[str, PortLock] = {}
        section: PortLock | None = None
        keys: list[str] = []
        for number, line in enumerate(text.split("\n"), 1):
            self._number = number
            if line[:7] in _MARKERS:
                if self._both:
                    self.is_double = True
                    continue
                raise self._error("holds the conflict of a merge", "run `porter sync`")
            if number == 1:
                self._format(line)
            elif line.startswith("port "):
                name = self._folder(line[5:])
                self._double(name in found, f"names the port {name} twice")
                keys = [] if name in found else list(HEAD)
                section = found.setdefault(name, PortLock(name, "", "", "", "", ""))
                self._port, self._upstream = _Tree(), _Tree()
            elif line.startswith("  ") and section is not None:
                key = line[2:].partition(" ")[0]
                if key in HEAD and key not in keys:
                    self._double(True, f"has two lines for {key}")
                elif keys:
                    self._head(section, keys.pop(0), line[2:])
                else:
                    self._file(section, line[2:])
            elif line and not line.startswith("#"):
                raise self._edited()
        if keys:
            raise self._error(f"ends before the {keys[0]} of a port", _RESTORE)
        return found

    def _format(self, line: str) -> None:
        if line.endswith("\r"):
            hint = f"restore it, and write `{self._path.name} -text` into .gitattributes"
            raise self._error("has other line ends than porter wrote", hint)
        match = _FORMAT.fullmatch(line)
        if match is None:
            raise self._error("is not a lock file of porter", "restore it from version control")
        if int(match.group(1)) > FORMAT:
            raise self._error(
                f"was written by a newer porter (format {match.group(1)}; this one knows {FORMAT})",
                f"this is porter {__version__}: install a newer one",
            )

    def _head(self, section: PortLock, key: str, text: str) -> None:
        name, _, value = text.partition(" ")
        if name != key or not value:
            raise self._edited()
        if key == "upstream":
            section.upstream = self._folder(value)
            return
        if not _is_head(key, value):
            raise self._error(f"holds no {key} that porter writes: {value!r}", _RESTORE)
        setattr(section, key, value)
        if key == "porter" and _release(value) > _release(__version__):
            raise self._error(
                f"was written by a newer porter, {value}",
                f"this is porter {__version__}: install {value} or later",
            )

    def _file(self, section: PortLock, text: str) -> None:
        check, _, rest = text.partition(" ")
        columns = rest.split(" ", 4)
        if check != check_of(section.port, rest) or len(columns) != 5:
            raise self._edited()
        todo, upstream, base, port, names = columns
        name, _, source = names.partition("\t")
        if not _COUNT.fullmatch(todo):
            raise self._edited()
        path = self._name(name)
        if path.startswith(PORTER_FOLDER + "/") and path != REVERSE_RECORD:
            raise self._error(f"names a file of porter's own: {path!r}", _RESTORE)
        try:
            one = FileLine(
                path,
                None if upstream == "-" else self._name(source) if source else path,
                int(todo),
                _state(upstream),
                _state(base),
                None if port == CONFLICT else _state(port),
                port == CONFLICT,
            )
        except ValueError as error:
            raise self._edited() from error
        self._add(section, one)

    def _add(self, section: PortLock, one: FileLine) -> None:
        """Add a line to its section.

        Raises:
            PorterError: the section has another line that it cannot be true beside.
        """
        is_there = one.path in section.files
        self._double(is_there, f"has two lines for {one.path}")
        if is_there:
            self.others.append((section, one))
            return
        section.files[one.path] = one
        if self._both:
            return
        is_ported = one.base is not None or one.conflict
        if is_ported and not self._port.takes(one.path):
            raise self._error(f"has a file where another one's folder is: {one.path!r}", _RESTORE)
        if one.source is not None and not self._upstream.takes(one.source):
            raise self._error(f"has a file where another one's folder is: {one.source!r}", _RESTORE)

    def _name(self, text: str) -> str:
        """Return the path of a file, relative to upstream or port, that stays there."""
        path = self._unquoted(text)
        if not is_inside(path):
            raise self._error(f"names a path that porter never writes: {path!r}", _RESTORE)
        return path

    def _folder(self, text: str) -> str:
        """Return the path of a folder as porter.toml names it; nothing is looked for there."""
        path = self._unquoted(text)
        if has_control(path) or os.path.isabs(path) or os.path.normpath(path) != path:
            raise self._error(f"names a folder that porter never writes: {path!r}", _RESTORE)
        return path

    def _unquoted(self, text: str) -> str:
        try:
            return unquoted(text)
        except ValueError as error:
            raise self._edited() from error

    def _double(self, is_double: bool, what: str) -> None:
        """Note that two branches wrote the same thing.

        Raises:
            PorterError: only one is expected.
        """
        if is_double and not self._both:
            raise self._error(what, "run `porter sync`")
        self.is_double |= is_double

    def _edited(self) -> PorterError:
        return self._error("was edited by hand", _RESTORE)

    def _error(self, message: str, hint: str) -> PorterError:
        return PorterError(message, path=self._path, line=self._number, hint=hint)


def _is_head(key: str, value: str) -> bool:
    """Tell whether porter writes such a value for a key of `HEAD`."""
    if key == "revision":
        kind, _, rest = value.partition(" ")
        if kind == "tree":
            return _DIGEST.fullmatch(rest) is not None
        name, _, commit = rest.partition(" ")
        return kind == "git" and is_revision(name) and is_commit(commit)
    if key == "porter":
        return _VERSION.fullmatch(value) is not None
    if key == "tables":
        return value == MERGED or _DIGEST.fullmatch(value) is not None
    try:
        return isinstance(parsed(value), dict)
    except ValueError:
        return False


def _state(text: str) -> State | None:
    return None if text == "-" else State.parse(text)


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]+", version)[:3])
