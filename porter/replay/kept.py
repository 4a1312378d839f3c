"""What a command said, in a file: written with a checksum, read with each value looked at."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from porter.files.home import home_folder
from porter.files.regular import LARGEST_RECORD, read_regular
from porter.replay.asked import Asked

#: Raised when the form of the file changes.
FORMAT = 1
#: The largest output that is kept, in characters.
_LONGEST = 16 << 20


class Kept(NamedTuple):
    """What a command said and what that depends on.

    Attributes:
        said: on standard output.
        told: on standard error.
        status: how it ended.
        watched: the paths that it looked at.
        states: a digest of how these were.
        used: files and folders of porter's own that count as used whenever this is said again, and
            have to be there.
        idle: folder in which ninja has to have nothing to do; empty for none.
        ninja: the program that is asked.
    """

    said: str
    told: str
    status: int
    watched: list[str]
    states: str
    used: list[str]
    idle: str
    ninja: str


def states_of(paths: Iterable[str]) -> tuple[str, int]:
    """Return a digest of how paths are on disk, and when the last of them changed.

    A path counts by its kind, size, times and inode; links are not followed, and one that is not
    there counts as such.

    Args:
        paths: the paths.
    """
    values: list[int] = []
    latest = 0
    for path in paths:
        try:
            found = os.lstat(path)
        except (OSError, ValueError):
            values.append(-1)
            continue
        changed, touched = found.st_mtime_ns, found.st_ctime_ns
        values += (found.st_mode, found.st_size, changed, touched, found.st_ino)
        latest = max(latest, changed, touched)
    return hashlib.blake2b(repr(values).encode(), digest_size=16).hexdigest(), latest


def recall(asked: Asked) -> Kept | None:
    """Return what the same command line said last, where all is as it was; else None."""
    try:
        line, _, body = read_regular(_file(asked), LARGEST_RECORD).partition(b"\n")
        if line != _first_line(body):
            return None
        kept = Kept(*json.loads(body))
        types = [str, str, int, list, str, list, str, str]
        if [type(value) for value in kept] != types:
            return None
        if any(type(path) is not str for path in (*kept.watched, *kept.used)):
            return None
        return kept if states_of(kept.watched)[0] == kept.states else None
    except (OSError, ValueError, TypeError, RecursionError):
        return None  # nothing was kept, or not by this porter


def keep(
    asked: Asked,
    said: str,
    told: str,
    status: int,
    *,
    watched: Iterable[str],
    made: Iterable[str] = (),
    used: Iterable[str] = (),
    idle: str = "",
    ninja: str = "",
) -> None:
    """Keep what a command said, unless what it looked at may have changed meanwhile.

    What cannot be written is not kept.

    Args:
        asked: the command line.
        said: on standard output.
        told: on standard error.
        status: how it ends.
        watched: the paths that it looked at.
        made: likewise, those that it has written itself.
        used: as of `Kept`, and so are the others.
        idle: folder in which ninja has nothing to do.
        ninja: the program.
    """
    from pathlib import Path

    from porter.files.expiry import touch
    from porter.files.signatures import unless_racily_clean
    from porter.files.write import write_atomically

    paths = list(dict.fromkeys(watched))
    _, latest = states_of(paths)
    is_racy = unless_racily_clean((0, latest, latest, 0), asked.began) is None
    if is_racy or len(said) + len(told) > _LONGEST:
        return
    paths += made
    kept = Kept(said, told, status, paths, states_of(paths)[0], list(used), idle, ninja)
    body = json.dumps(kept).encode()
    path = Path(_file(asked))
    with suppress(OSError):
        write_atomically(path, _first_line(body) + b"\n" + body)
        touch(path)


def _first_line(body: bytes) -> bytes:
    digest = hashlib.blake2b(body, digest_size=16).hexdigest()
    return f"porter said {FORMAT} {digest}".encode()


def _file(asked: Asked) -> str:
    return f"{home_folder()}/cache/said/{asked.key}.json"
