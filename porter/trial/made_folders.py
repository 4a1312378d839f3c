"""Whether a Makefile makes folders, by its recipes or while make reads it, and which are there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from porter.compile.read.make_rules import MakeRule
from porter.files.regular import LARGEST_SETTINGS, read_regular

_MADE = re.compile(r"\bmkdir\b|\binstall\b|\bmd\b")
#: `$(shell mkdir -p $(BIN))`, or `x != mkdir -p bin`.
_AT_ONCE = re.compile(rb"(?:\$[({]shell\b|![ \t]*=)[^\n]{0,200}?\bmkdir\b")


def makes_folders(rules: Iterable[MakeRule], path: Path) -> bool:
    """Tell whether a Makefile makes folders; which, nobody asks.

    Args:
        rules: all that were read.
        path: the Makefile; one that cannot be read may make any.
    """
    if any(_MADE.search(line.text) for rule in rules for line in rule.recipe):
        return True
    try:
        return _AT_ONCE.search(read_regular(path, LARGEST_SETTINGS)) is not None
    except OSError:
        return True


def has_files(folder: Path) -> bool:
    """Tell whether a folder is there and not empty: Git does not keep an empty one.

    Args:
        folder: the folder.
    """
    try:
        return any(True for _ in folder.iterdir())
    except OSError:
        return False
