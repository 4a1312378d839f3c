"""Groups Makefiles that are read together: a file, those it includes, and those that include it.

Source: GNU make's manual, "Including Other Makefiles".
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from porter.files.identity import Identity, identity
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.project.discover import never_walked
from porter.source.build_files.make_flow import Makefile
from porter.source.build_files.makefile import included, lines
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.text.languages import Language, language_of

_REFERENCES = re.compile(r"\A.*[)}]/?")
#: What rules of a Makefile make themselves: lists of dependencies.
_MADE = re.compile(r"\.d\Z|(?i:dep(?:end)?s?)\b")
_LARGEST = 1 << 20
#: From so many folders on, what includes a file is not looked for.
_MOST_FOLDERS = 5000


def family(
    root: Path | None, path: str, data: bytes, unfollowed: Unfollowed | None = None
) -> list[Makefile]:
    """Return the Makefile `path` and those that are read with it, itself first.

    Args:
        root: the project's folder; None when nothing but the file is known.
        path: the file, relative to it.
        data: its bytes.
        unfollowed: collects which files are not read with it, and why.
    """
    found = {path: data}
    if root is not None:
        reported = unfollowed or Unfollowed(root)
        folders = {posixpath.dirname(path)}
        if posixpath.basename(path) not in MAKEFILE_NAMES:
            for includer in _includers(root, path, reported):
                folders.add(posixpath.dirname(includer))
                found.setdefault(includer, _read(root, includer, reported) or b"")
        _close(root, found, folders, reported)
    return [Makefile(one, text) for one, text in found.items()]


def is_read_alone(files: list[Makefile]) -> bool:
    """Tell whether a Makefile is read without another: it includes none, and none includes it."""
    path, data = files[0]
    is_root = posixpath.basename(path) in MAKEFILE_NAMES
    return len(files) == 1 and is_root and not any(True for _ in _included(data))


def lacks(root: Path, files: list[Makefile], path: str, spelling: str) -> bool:
    """Tell whether the project lacks a file that `path` includes; not where a variable names it.

    Args:
        root: the project's folder.
        files: the Makefiles that are read with `path`, by `family`.
        path: the Makefile.
        spelling: the file, as the inclusion names it.
    """
    if "$" in spelling or "*" in spelling or _MADE.search(spelling):
        return False
    folders = {posixpath.dirname(one.path) for one in files}
    return not any((root / one).is_file() for one in _candidates(path, spelling, folders))


def _close(root: Path, found: dict[str, bytes], folders: set[str], unfollowed: Unfollowed) -> None:
    """Add what the files include, directly or not."""
    left = list(found)
    while left:
        path = left.pop()
        for spelling in _included(found[path]):
            for target in _candidates(path, spelling, folders):
                if target in found:
                    break
                data = _read(root, target, unfollowed)
                if data is not None:
                    found[target] = data
                    left.append(target)
                    break


def _includers(root: Path, path: str, unfollowed: Unfollowed) -> Iterator[str]:
    """Yield the Makefiles that name a file called like `path` in an inclusion."""
    name = posixpath.basename(path)
    for count, (folder, folders, names) in enumerate(os.walk(root)):
        if count == _MOST_FOLDERS:
            many = f"what includes it, beyond {_MOST_FOLDERS:,} folders"
            unfollowed.add(root / path, many)
            return
        folders[:] = sorted(one for one in folders if not never_walked(one))
        prefix = Path(folder).relative_to(root).as_posix()
        for one in sorted(names):
            if language_of(one) is not Language.MAKE:
                continue
            includer = posixpath.normpath(posixpath.join(prefix, one))
            if includer == path:
                continue
            now = identity(root / includer)
            if now and now.size > _LARGEST:
                _read(root, includer, unfollowed)  # which tells of it
            elif name in _names_included(root, includer, now):
                yield includer


@lru_cache(maxsize=1 << 14)
def _names_included(root: Path, path: str, _: Identity | None) -> frozenset[str]:
    """Return the last parts of what a Makefile includes. Each included file has all looked at."""
    data = _read(root, path, Unfollowed(root))
    return frozenset(map(posixpath.basename, _included(data or b"")))


def _included(data: bytes) -> Iterator[str]:
    if b"include" not in data:
        return
    for line in lines(data):
        yield from map(os.fsdecode, included(line).split())


def _candidates(includer: str, spelling: str, folders: set[str]) -> Iterator[str]:
    """Yield where a file may lie: beside what make reads first, or by the end of its path."""
    tail = _REFERENCES.sub("", spelling)
    if not tail or spelling.startswith("/"):
        return
    here = posixpath.dirname(includer)
    places = [here, *sorted(folders - {here})]
    if tail != spelling:  # behind a variable: in a folder around the includer
        while here:
            here = posixpath.dirname(here)
            places.append(here)
    for place in places:
        target = posixpath.normpath(posixpath.join(place, tail))
        if not target.startswith(("..", "/")):
            yield target


def _read(root: Path, path: str, unfollowed: Unfollowed) -> bytes | None:
    """Return the bytes of a file of the project; None of what is none, or leads outside."""
    place = root / path
    try:
        if not place.is_file() or not real_path(place).is_relative_to(real_path(root)):
            return None
        if place.stat().st_size > _LARGEST:
            unfollowed.add(place, f"it has more than {_LARGEST:,} bytes")
            return None
        return read_regular(place)
    except OSError:
        return None
