"""The state of a file as trees are compared: its digest and kind."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from porter.errors import PorterError
from porter.files.confined import ConfinedTree, OutOfBounds
from porter.files.digests import digest_of, digest_of_file, digest_of_stream
from porter.files.regular import LARGEST_FILE, read_regular

T = TypeVar("T")

FILE, EXECUTABLE, LINK = "file", "exec", "link"
#: What follows the digest of a file of a kind where a state is written down.
_MARKS = {FILE: "", EXECUTABLE: "x", LINK: "l"}
_KINDS = {mark: kind for kind, mark in _MARKS.items()}
_WRITTEN = re.compile(r"([0-9a-f]{32})([xl]?)")
#: How many bytes are looked at for a NUL, as git does to tell text from the rest.
_LOOKED_AT = 8000


@dataclass(frozen=True, slots=True)
class State:
    """A file or a symbolic link.

    Attributes:
        digest: of its content; for a link, of where it leads.
        kind: `FILE`, `EXECUTABLE` or `LINK`.
    """

    digest: str
    kind: str

    def __str__(self) -> str:
        return self.digest + _MARKS[self.kind]

    @classmethod
    def of(cls, digest: str, kind: str) -> State:
        """Return a state that somebody else wrote down.

        Raises:
            ValueError: it is none.
        """
        state = cls(digest, kind)
        if kind not in _MARKS or cls.parse(str(state)) != state:
            raise ValueError("no state of a file")
        return state

    @classmethod
    def parse(cls, text: str) -> State:
        """Return the state that `str` wrote.

        Raises:
            ValueError: it did not.
        """
        match = _WRITTEN.fullmatch(text)
        if match is None:
            raise ValueError(f"no state: {text!r}")
        return cls(match.group(1), _KINDS[match.group(2)])


def state_of(path: Path) -> State | None:
    """Return the state of what is at `path`, None when there is no file and no link.

    Raises:
        PorterError: it cannot be read.
    """
    found = _look(path, digest_of_file, digest_of)
    return None if found is None else State(found[1], found[0])


def state_in(tree: ConfinedTree, path: str) -> State | None:
    """Return the state of what is at `path` of a tree; a link above it is not followed.

    Raises:
        OSError: it cannot be read.
    """
    try:
        status = tree.status(path)
    except (OutOfBounds, NotADirectoryError):
        return None
    kind = None if status is None else _kind(status.st_mode)
    if kind is None:
        return None
    if kind == LINK:
        return State(digest_of(os.fsencode(tree.destination(path))), kind)
    with os.fdopen(tree.open(path), "rb") as stream:
        return State(digest_of_stream(stream), kind)


@dataclass(frozen=True, slots=True)
class Content:
    """A file or a symbolic link, with what it holds.

    Attributes:
        kind: as in `State`.
        data: bytes of a file, or where a link leads.
    """

    kind: str
    data: bytes

    @property
    def state(self) -> State:
        """What a file with this content is."""
        return State(digest_of(self.data), self.kind)


def content_if_any(path: Path) -> Content | None:
    """Return what is at `path`, None when there is no file and no link.

    Raises:
        PorterError: it cannot be read.
    """
    found = _look(path, lambda file: read_regular(file, LARGEST_FILE), bytes)
    return None if found is None else Content(*found)


def content_of(path: Path) -> Content:
    """Return what is at `path`, which is a file or a link.

    Raises:
        PorterError: it cannot be read.
    """
    content = content_if_any(path)
    assert content is not None
    return content


def _look(
    path: Path, of_file: Callable[[Path], T], of_link: Callable[[bytes], T]
) -> tuple[str, T] | None:
    """Return the kind of what is at `path`, and what is asked of a file, or of where a link leads.

    Raises:
        PorterError: it cannot be read.
    """
    try:
        kind = _kind(path.lstat().st_mode)
        if kind is None:
            return None
        return kind, of_link(os.fsencode(os.readlink(path))) if kind == LINK else of_file(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise PorterError(f"cannot be read: {error.strerror or error}", path=path) from error


def _kind(mode: int) -> str | None:
    """Return the kind of what has this mode, None for a folder, a pipe or a device."""
    if stat.S_ISLNK(mode):
        return LINK
    if not stat.S_ISREG(mode):
        return None
    return EXECUTABLE if mode & stat.S_IXUSR else FILE


def is_binary(data: bytes) -> bool:
    """Tell whether git takes a file with this content for binary."""
    return b"\0" in data[:_LOOKED_AT]
