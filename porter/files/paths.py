"""Checks on untrusted paths, by their text alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def is_inside(path: str) -> bool:
    """Tell whether a path names something below the folder that it counts from, in one line.

    Control characters are no part of one: they would forge lines of a lock or a report.

    Args:
        path: as of `leads_inside`.
    """
    return leads_inside(path) and not has_control(path)


def leads_inside(path: str) -> bool:
    """Tell whether a path names something below the folder that it counts from.

    It does when it is relative and written the one way that it can be: without `.`, `..` and empty
    parts. `.git` is no part of one, however it is written: it holds commands.

    Args:
        path: with `/`; links on its way are not looked at.
    """
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    if "\0" in path:
        return False
    return not any(part in ("", ".", "..") or is_git_folder(part) for part in path.split("/"))


def above(path: str) -> Iterator[str]:
    """Yield the folders that a path lies in, the innermost first."""
    while path := path.rpartition("/")[0]:
        yield path


def has_control(text: str) -> bool:
    """Tell whether a text holds control characters, which would forge lines of a report."""
    return _CONTROL.search(text) is not None


def is_git_folder(name: str) -> bool:
    """Tell whether git, or a file system that knows no case, takes a name for `.git`."""
    return name.lower() == ".git"
