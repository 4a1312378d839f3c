"""The folder that commands which people wrote down run in, as `cd` changes it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence

from porter.verify.program.found import names_files

_ITS_OWN = re.compile(r"\$0|BASH_SOURCE")
_UNKNOWN = re.compile(r"[$`*?~{}<>]|^/")


class CurrentFolder:
    """Follows `cd`, `pushd` and `popd`.

    Args:
        start: the folder of the text, relative to the tree.
        is_folder: of a text for people, whether the tree has a folder; None for a script, which is
            taken at its word. Such a text changes to the clone that it has made and to folders of
            its own besides: only what is there, or what it makes by `mkdir`, is followed.
    """

    def __init__(self, start: str, is_folder: Callable[[str], bool] | None = None) -> None:
        self._start = self.path = posixpath.normpath(start)
        self._is_folder = is_folder
        self._before = self.path
        self._made: set[str] = set()

    def reset(self) -> None:
        """Go back to where the text begins."""
        self.path = self._start

    def joined(self, word: str) -> str:
        """Return a path that a command names, relative to the tree."""
        return posixpath.normpath(posixpath.join(self.path, word))

    def changed_by(self, words: Sequence[str]) -> bool:
        """Follow a command; return whether it is one that has to do with folders alone."""
        match words:
            case ["mkdir", *names]:
                self._made |= {self.joined(name) for name in names if not name.startswith("-")}
            case ["cd" | "popd", "-"] | ["popd"]:
                self.path, self._before = self._before, self.path
            case ["cd" | "pushd", name]:
                self.path, self._before = self._changed(name), self.path
            case _:
                return False
        return True

    def places(self, args: Sequence[str]) -> list[str]:
        """Return where a command may run: in prose the text's folder, too, where it names files.

        Args:
            args: of the command.
        """
        is_sure = self._is_folder is None or not names_files(args) or self.path == self._start
        return [self.path] if is_sure else [self.path, self._start]

    def _changed(self, name: str) -> str:
        inside = self.joined(name)
        if _ITS_OWN.search(name) or _UNKNOWN.search(name) or inside.startswith(".."):
            return self._start
        is_followed = self._is_folder is None or inside in self._made or self._is_folder(inside)
        return inside if is_followed else self.path
