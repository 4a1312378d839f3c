"""Which paths `.gitignore` files and `--exclude` leave out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Rules(NamedTuple):
    """The patterns of one file or option.

    Attributes:
        origin: the file, or `--exclude`.
        prefix: folder of the patterns, relative to the project's root, with a `/` at its end;
            empty for the root.
        above: path from the folder of the patterns down to the root, when that lies deeper.
        spec: the patterns.
    """

    origin: str
    prefix: str
    above: str
    spec: GitIgnoreSpec

    def verdict(self, path: str) -> bool | None:
        """Return whether `path`, relative to the root, is ignored; None when nothing is said."""
        return self.spec.check_file(self.above + path[len(self.prefix) :]).include


def from_options(patterns: Sequence[str]) -> Rules | None:
    """Return the rules of `--exclude` and porter.toml, None without any."""
    return Rules("--exclude", "", "", _spec(patterns)) if patterns else None


def from_folder(folder: Path, prefix: str) -> Rules:
    """Read the `.gitignore` of a folder of the project.

    Raises:
        OSError: it cannot be read.
    """
    return Rules(f"{prefix}.gitignore", prefix, "", _read(folder / ".gitignore"))


def from_above(root: Path) -> list[Rules]:
    """Return the rules of the folders above `root` in its git work tree, outermost first.

    A rule that ignores `root` itself is void: the user named it.
    """
    root = root.resolve()
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
            spec = _read(parent / ".gitignore")
        except OSError:
            continue
        above = root.relative_to(parent).as_posix() + "/"
        if not spec.check_file(above).include:
            origin = os.path.relpath(parent / ".gitignore", root)
            found.append(Rules(origin, "", above, spec))
    return found


def reason(path: str, excludes: Rules | None, ignores: Sequence[Rules]) -> str | None:
    """Return what leaves `path` out, or None. The innermost `.gitignore` that speaks decides."""
    if excludes is not None and excludes.verdict(path):
        return excludes.origin
    for rules in reversed(ignores):
        verdict = rules.verdict(path)
        if verdict is not None:
            return rules.origin if verdict else None
    return None


def _read(path: Path) -> GitIgnoreSpec:
    return _spec(path.read_text("utf-8", "surrogateescape").splitlines())


def _spec(patterns: Iterable[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)
