"""The sources of a project that mention one of some words."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.project.discover import never_walked
from porter.source.text.languages import Language, language_of

_LARGEST = 1 << 22
#: From so many folders on, what mentions a word is not looked for.
_MOST_FOLDERS = 5000


def sources_mentioning(root: Path, words: Collection[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of each C, C++ or CUDA file of a project that has one of `words` in it.

    Args:
        root: the project's folder.
        words: looked for in comments and within other words, too.
    """
    inside = real_path(root)
    for count, (folder, folders, names) in enumerate(os.walk(root)):
        if count == _MOST_FOLDERS:
            return
        folders[:] = sorted(one for one in folders if not never_walked(one))
        for name in sorted(names):
            place = Path(folder, name)
            data = _read(inside, place) if language_of(name) is Language.CUDA else None
            if data and any(word in data for word in words):
                yield place.relative_to(root).as_posix(), data


def _read(root: Path, place: Path) -> bytes | None:
    """Return the bytes of a file; None of what is none, too large, or leads outside of `root`."""
    try:
        if not real_path(place).is_relative_to(root) or place.stat().st_size > _LARGEST:
            return None
        return read_regular(place)
    except OSError:
        return None
