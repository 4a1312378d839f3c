"""Which paths git's ignore files and `--exclude` leave out.

Source: gitignore(5), for which files there are and which of them decides.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from porter.files.real_path import real_path
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.project.wildmatch import Pattern, parse
from porter.project.work_tree import common_folder, work_tree


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


def from_work_tree(root: Path, unreadable: dict[str, str]) -> list[Rules]:
    """Return the rules of the git work tree of `root` that lie outside it, the weakest first.

    These are the user's own, those of the repository's `info/exclude`, and the `.gitignore` files
    of the folders above. Rules that ignore `root` itself are void: the user named it.

    Args:
        root: folder of the project.
        unreadable: takes the files that are there and cannot be read, with the reason.
    """
    tree = work_tree(root)
    if tree is None:
        return []
    root = real_path(root)
    found = []
    for place in _places(tree, root):
        inside = place.path.is_relative_to(tree)
        origin = os.path.relpath(place.path, root) if inside else str(place.path)
        try:
            data = read_regular(place.path, LARGEST_SETTINGS, follow=place.follow)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            unreadable[origin] = error.strerror or str(error)
            continue
        above = "" if place.folder == root else root.relative_to(place.folder).as_posix() + "/"
        rules = _rules(origin, "", above, data)
        if not (above and rules.verdict("")):
            found.append(rules)
    return found


def files_of_rules(tree: Path, root: Path) -> list[Path]:
    """Return where rules for a folder of a work tree may stand outside it; see `from_work_tree`.

    Args:
        tree: the root of the work tree.
        root: folder of the project, its links followed.
    """
    return [place.path for place in _places(tree, root)]


class _Place(NamedTuple):
    """Where rules may stand.

    Attributes:
        path: the file.
        folder: what its patterns count from.
        follow: it may be a symbolic link, since no stranger made it.
    """

    path: Path
    folder: Path
    follow: bool = False


def _places(tree: Path, root: Path) -> list[_Place]:
    """Return where rules may stand, the weakest first."""
    found = (_users(tree), _repositorys(tree), *_above(tree, root))
    return [place for place in found if place is not None]


def _users(tree: Path) -> _Place | None:
    """Return the file of the user's own rules, None where there is none by the settings of git."""
    from porter.project.git_settings import expanded, user_setting, xdg_file

    named = user_setting("core", "excludesfile")
    if named is None:
        path = xdg_file("ignore")
        return None if path is None else _Place(path, tree, follow=True)
    if not named:
        return None
    path = tree / expanded(named)
    return _Place(path, tree, follow=not path.is_relative_to(tree))


def _repositorys(tree: Path) -> _Place | None:
    """Return the file of the rules of a repository that do not travel with it.

    A `.git` file of a stranger may name any folder; what is read there is called `info/exclude` all
    the same.
    """
    try:
        return _Place(common_folder(tree) / "info/exclude", tree)
    except OSError:
        return None


def _above(tree: Path, root: Path) -> list[_Place]:
    folders = [folder for folder in reversed(root.parents) if folder.is_relative_to(tree)]
    return [_Place(folder / ".gitignore", folder) for folder in folders]


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
