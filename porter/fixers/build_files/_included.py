"""What the sources that a build file names include, through the project's own headers."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.project.includes import inclusions
from porter.source import SourceFile

#: Headers that HIP's compiler alone reads, though CUDA's are read by any.
DEVICE_HEADERS = re.compile(rb"(?:thrust|cub|hipcub)/.*")
_DEEPEST = 4
_LARGEST = 1 << 20


def includes(
    file: SourceFile, sources: Iterable[str], searched: Sequence[str], wanted: re.Pattern[bytes]
) -> bool:
    """Tell whether a source includes some header, by itself or through the project's own.

    Args:
        file: the script.
        sources: paths in the project.
        searched: folders of headers, beside those of the sources.
        wanted: matches the header's name.
    """
    left = [(path, 0) for path in sources]
    folder = file.depend_on_tree() if left else None
    if folder is None:
        return False
    root = real_path(folder)
    here = posixpath.dirname(file.path)
    seen: set[str] = set()
    while left:
        path, depth = left.pop()
        path = posixpath.normpath(path)
        data = None if path in seen or depth > _DEEPEST else _read(root, path)
        seen.add(path)
        for angled, header in inclusions(data or b""):
            if wanted.fullmatch(os.fsencode(header)):
                return True
            beside = [] if angled else [posixpath.dirname(path)]
            usual = here, posixpath.join(here, "include"), "include", ""
            folders = dict.fromkeys((*beside, *searched, *usual))
            left += [(posixpath.join(folder, header), depth + 1) for folder in folders]
    return False


def first_with(file: SourceFile, sources: Iterable[str], pattern: re.Pattern[bytes]) -> str | None:
    """Return the first source that has a text in it; headers are not looked at.

    Args:
        file: the script.
        sources: paths in the project.
        pattern: matches the text.
    """
    folder = file.depend_on_tree()
    if folder is None:
        return None
    root = real_path(folder)
    return next((path for path in sources if pattern.search(_read(root, path) or b"")), None)


def _read(root: Path, path: str) -> bytes | None:
    """Return the bytes of a file of the project; None of what is none, or leads outside."""
    place = root / path
    try:
        if path.startswith(("..", "/")) or not real_path(place).is_relative_to(root):
            return None
        if not place.is_file() or place.stat().st_size > _LARGEST:
            return None
        return read_regular(place)
    except OSError:
        return None
