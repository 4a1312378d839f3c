"""Which paths `.gitignore` files and `--exclude` leave out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from porter.files.real_path import real_path
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.project.wildmatch import Pattern, parse


class Rules(NamedTuple):
    """The patterns of one file or option.

    Attributes:
        origin: the file, or `--exclude`.
        prefix: folder of the patterns, relative to the project's root, with a `/` at its end;
            empty for the root.
        above: path from the folder of the patterns down to the root, when that lies deeper.
        patterns: the patterns, the one that decides first in front.
    """

    origin: str
    prefix: str
    above: str
    patterns: tuple[Pattern, ...]

    def verdict(self, path: str) -> bool | None:
        """Return whether `path` is ignored; None when nothing is said.

        Args:
            path: relative to the root; a folder ends in `/`.
        """
        given = os.fsencode(self.above + path[len(self.prefix) :])
        text = given.removesuffix(b"/")
        name = text[text.rfind(b"/") + 1 :]
        is_folder = len(text) < len(given)
        for pattern in self.patterns:
            if pattern.matches(text, name, is_folder):
                return not pattern.is_negative
        return None

    def covers(self, path: str) -> bool:
        """Tell whether a file, or a folder that it lies in, is ignored."""
        ends = [at + 1 for at, character in enumerate(path) if character == "/"]
        return any(self.verdict(path[:end]) for end in (*ends, len(path)))


def from_options(patterns: Sequence[str]) -> Rules | None:
    """Return the rules of `--exclude` and porter.toml, None without any."""
    if not patterns:
        return None
    return _rules("--exclude", "", "", "\n".join(patterns).encode("utf-8", "surrogateescape"))


def from_folder(folder: Path, prefix: str) -> Rules:
    """Read the `.gitignore` of a folder of the project.

    Raises:
        OSError: it cannot be read.
    """
    return _rules(f"{prefix}.gitignore", prefix, "", _read(folder / ".gitignore"))


def from_above(root: Path) -> list[Rules]:
    """Return the rules of the folders above `root` in its git work tree, outermost first.

    A rule that ignores `root` itself is void: the user named it.
    """
    root = real_path(root)
    parents = []
    for parent in root.parents:
        parents.append(parent)
        if (parent / ".git").exists():
            break
    else:
        return []
    if (root / ".git").exists():
        return []
    found = []
    for parent in reversed(parents):
        try:
            data = _read(parent / ".gitignore")
        except OSError:
            continue
        above = root.relative_to(parent).as_posix() + "/"
        rules = _rules(os.path.relpath(parent / ".gitignore", root), "", above, data)
        if not rules.verdict(""):
            found.append(rules)
    return found


def excluded(path: str, excludes: Rules | None) -> str | None:
    """Return the option that leaves `path` out, or None."""
    return excludes.origin if excludes is not None and excludes.verdict(path) else None


def reason(path: str, ignores: Sequence[Rules]) -> str | None:
    """Return what ignores `path`, or None. The innermost `.gitignore` that speaks decides."""
    for rules in reversed(ignores):
        verdict = rules.verdict(path)
        if verdict is not None:
            return rules.origin if verdict else None
    return None


def _read(path: Path) -> bytes:
    return read_regular(path, LARGEST_SETTINGS, follow=False)  # nor does git follow a link


def _rules(origin: str, prefix: str, above: str, data: bytes) -> Rules:
    return Rules(origin, prefix, above, tuple(reversed(parse(data))))
