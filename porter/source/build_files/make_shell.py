"""What `$(shell …)` of a Makefile says where the tree alone decides it: lists of files.

`find`, `ls`, `echo` and `pwd` are answered; `uname` says Linux, for which a port is. All else
depends on the machine, or would have to be run, and is not known.
Source: POSIX, "Utilities"; GNU make's manual, "The shell Function".
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.source.build_files.globs import is_inside, matching
from porter.source.text.shell_words import shell_words

_MOST_FILES = 10_000
#: What does not change which words there are: their order, which make does not look at, and errors.
_UNHEARD = re.compile(r"2>\s*/dev/null|\|\s*sort(?:\s+-[rubV]+)?\s*$|\|\s*xargs\s*$")
_OPERATORS = frozenset("|;&<>`$()\\")


def said(command: str, root: Path, folder: Path) -> str | None:
    """Return what a command would print, in words as make takes them; None where it is not known.

    Args:
        command: as the shell is given it, the variables of make replaced.
        root: the tree; what lies outside of it is not known.
        folder: where make is started.
    """
    text = _UNHEARD.sub("", _UNHEARD.sub("", command)).replace(r"\(", "").replace(r"\)", "")
    try:
        words = shell_words(text)
    except ValueError:
        return None
    if not words or any(_OPERATORS & set(one) for one in words):
        return None
    name, *rest = words
    found: Sequence[str] | None = None
    if name == "pwd" and rest in ([], ["-P"], ["-L"]):
        found = [str(folder)]
    elif name == "uname" and rest in ([], ["-s"], ["-o"]):
        found = ["GNU/Linux" if rest == ["-o"] else "Linux"]
    elif name == "echo" and rest and not rest[0].startswith("-"):
        found = _echoed(rest, root, folder)
    elif name == "ls":
        found = _listed([one for one in rest if one not in ("-1", "-d", "-r", "-t")], root, folder)
    elif name == "find":
        found = _found(rest, root, folder)
    return None if found is None else " ".join(found)


def _echoed(words: Sequence[str], root: Path, folder: Path) -> list[str]:
    """Return words with the files that patterns among them name, as the shell gives them."""
    found: list[str] = []
    for word in words:
        named = matching(root, folder, word) if set("*?[") & set(word) else []
        found += [os.path.relpath(path, folder) for path in named] or [word]
    return found


def _listed(patterns: Sequence[str], root: Path, folder: Path) -> list[str] | None:
    if not patterns or any(one.startswith("-") for one in patterns):
        return None
    found = []
    for pattern in patterns:
        if (folder / pattern).is_dir() or not is_inside(folder / pattern, root):
            return None
        found += [os.path.relpath(path, folder) for path in matching(root, folder, pattern)]
    return found


def _found(words: Sequence[str], root: Path, folder: Path) -> list[str] | None:
    """Return the files that `find` names by their names alone; None for what else it can ask."""
    at = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
    folders = list(words[:at]) or ["."]
    patterns: list[str] = []
    deepest = 99
    rest = iter(words[at:])
    for option in rest:
        value = "" if option in ("-o", "-or") else next(rest, "")
        if option == "-name":
            patterns.append(value)
        elif option == "-maxdepth" and value.isdecimal():
            deepest = int(value)
        elif option not in ("-o", "-or") and (option, value) != ("-type", "f"):
            return None
    if not patterns or not all(is_inside(folder / one, root) for one in folders):
        return None
    found = []
    for one in folders:
        for path in _walked(folder / one, deepest):
            if any(fnmatch.fnmatchcase(path.name, pattern) for pattern in patterns):
                below = path.relative_to(folder / one).as_posix()
                found.append(f"{one.rstrip('/')}/{below}")
        if len(found) > _MOST_FILES:
            return None
    return found


def _walked(folder: Path, deepest: int) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders.sort()
        depth = len(Path(parent).relative_to(folder).parts)
        if depth + 1 >= deepest:
            folders.clear()
        if depth < deepest:
            yield from (Path(parent, name) for name in sorted(files))
