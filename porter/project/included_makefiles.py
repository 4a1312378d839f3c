"""Tells what Makefiles include, which are Makefiles, whatever it is called: `include make_targets`.

Source: GNU make's manual, "Including Other Makefiles".
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping

from porter.source.build_files.makefile import included, lines
from porter.source.text.languages import Language


def included_makefiles(
    languages: Mapping[str, Language], read: Callable[[str], bytes]
) -> frozenset[str]:
    """Return the files of no known language that the Makefiles of a project include.

    Args:
        languages: its files, and what each is by its name.
        read: gives a file's bytes; an OSError is that of a file that cannot be read.
    """
    others = {path for path, one in languages.items() if one is Language.OTHER}
    left = [path for path, one in languages.items() if one is Language.MAKE] if others else []
    found: set[str] = set()
    while left:
        path = left.pop()
        folder = posixpath.dirname(path)
        for name in _named(path, read):
            one = posixpath.normpath(posixpath.join(folder, name))
            if one in others and one not in found:
                found.add(one)
                left.append(one)
    return frozenset(found)


def _named(path: str, read: Callable[[str], bytes]) -> list[str]:
    """Return the files that a Makefile includes by names without variables."""
    try:
        data = read(path)
    except OSError:
        return []
    if b"include" not in data:
        return []
    words = [word for line in lines(data) for word in included(line).split()]
    return [word.decode("utf-8", "surrogateescape") for word in words if b"$" not in word]
