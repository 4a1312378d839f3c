"""The include graph: which file an `#include` means, and which files see its definitions."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import Protocol

#: Folders that projects put on the include path without saying so where porter could read it.
ROOTS = ("", "include", "inc", "src", "csrc")


_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\r\n]+)[>"]', re.MULTILINE)


def inclusions(data: bytes) -> list[tuple[bool, str]]:
    """Return (angled, spelling) of each inclusion of a text, those of all branches."""
    return [(sign == b"<", os.fsdecode(path)) for sign, path in _INCLUDE.findall(data)]


class Includes(Protocol):
    """What tells a file's inclusions."""

    @property
    def seen_includes(self) -> Sequence[tuple[bytes, bool]]:
        """(spelling, angled) of each inclusion whose definitions count."""


class IncludeGraph:
    """The inclusions of a project, resolved by their spelling.

    Args:
        paths: the project's own files, relative to its root.
        include_dirs: folders on the include path, relative to the root.
    """

    def __init__(self, paths: Iterable[str], include_dirs: Sequence[str] = ()) -> None:
        self._paths = frozenset(paths)
        self._roots = (*dict.fromkeys((*include_dirs, *ROOTS)),)
        self._by_name: dict[str, list[str]] = {}
        self._guesses: dict[tuple[str, str, bool], str | None] = {}
        for path in self._paths:
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def resolve(self, includer: str, spelling: str, *, angled: bool) -> str | None:
        """Return the file that the compiler would find by the include path alone, or None.

        Args:
            includer: path of the file with the directive.
            spelling: the header as the directive has it.
            angled: `<...>` rather than `"..."`, which looks beside the includer first.
        """
        folders = self._roots if angled else (posixpath.dirname(includer), *self._roots)
        for folder in folders:
            path = posixpath.normpath(posixpath.join(folder, spelling))
            if path in self._paths:
                return path
        return None

    def guess(self, includer: str, spelling: str, *, angled: bool) -> str | None:
        """Return the file that is most likely meant: by `resolve`, else the nearest so called."""
        folder = posixpath.dirname(includer)
        key = (folder, spelling, angled)
        if key not in self._guesses:
            self._guesses[key] = self.resolve(includer, spelling, angled=angled) or self._nearest(
                includer, spelling
            )
        return self._guesses[key]

    def _nearest(self, includer: str, spelling: str) -> str | None:
        """Return the file that ends like `spelling` and shares most folders with the includer."""
        wanted = "/" + posixpath.normpath(spelling).lstrip("./")
        named = self._by_name.get(wanted.rpartition("/")[2], ())
        ends = [path for path in named if path.endswith(wanted) or path == wanted[1:]]
        return max(ends, key=lambda path: (_nearness(path, includer), path), default=None)

    def _means(
        self, includer: str, spelling: bytes, known: Container[bytes], *, angled: bool
    ) -> str | None:
        """Return the file of the project that an inclusion means, or None.

        Args:
            includer: path of the file.
            spelling: the header as the directive has it.
            known: CUDA's headers; one of these is the project's only if `resolve` finds it.
            angled: `<...>` rather than `"..."`.
        """
        find = self.resolve if spelling in known else self.guess
        return find(includer, os.fsdecode(spelling), angled=angled)

    def spellings(
        self, includer: str, includes: Iterable[tuple[bytes, bool]], known: Container[bytes]
    ) -> frozenset[bytes]:
        """Return the spellings in `includes` that mean files of the project.

        Args:
            includer: path of the file.
            includes: (spelling, angled) of each inclusion.
            known: CUDA's headers; one of these is the project's only if `resolve` finds it.
        """
        return frozenset(
            spelling
            for spelling, angled in includes
            if self._means(includer, spelling, known, angled=angled)
        )

    def seen_by(
        self,
        facts: Mapping[str, Includes],
        definers: Collection[str],
        wanted: Collection[str],
        known: Container[bytes] = (),
    ) -> Mapping[str, set[str]]:
        """Return, for each of some files that see a definer, the definers; itself among them.

        The walk starts from the files or from the definers, whichever are fewer. Cycles of
        inclusions are harmless: each file is visited once a walk.

        Args:
            facts: path -> what holds the file's inclusions.
            definers: the files whose definitions matter.
            wanted: the files that are asked about.
            known: CUDA's headers, as `spellings` takes them.
        """
        if len(wanted) < len(definers):
            sought = frozenset(definers)
            return {path: self._included(facts, path, known) & sought for path in wanted}
        return self._includers(facts, definers, known)

    def _included(
        self, facts: Mapping[str, Includes], path: str, known: Container[bytes]
    ) -> set[str]:
        """Return the files that `path` includes, directly or not, itself among them."""
        reached = {path}
        left = [path]
        while left:
            includer = left.pop()
            for spelling, angled in facts[includer].seen_includes:
                target = self._means(includer, spelling, known, angled=angled)
                if target is not None and target not in reached and target in facts:
                    reached.add(target)
                    left.append(target)
        return reached

    def _includers(
        self, facts: Mapping[str, Includes], definers: Iterable[str], known: Container[bytes]
    ) -> dict[str, set[str]]:
        """Return, for each file that sees a definer, the definers it sees; itself among them."""
        by_name: dict[bytes, list[tuple[str, bytes, bool]]] = {}
        for path, one in facts.items() if definers else ():
            for spelling, angled in one.seen_includes:
                name = spelling.rpartition(b"/")[2]
                by_name.setdefault(name, []).append((path, spelling, angled))
        seen: dict[str, set[str]] = {}
        for definer in definers:
            reached = {definer}
            left = [definer]
            while left:
                target = left.pop()
                name = os.fsencode(target.rpartition("/")[2])
                for includer, spelling, angled in by_name.get(name, ()):
                    if includer not in reached and target == self._means(
                        includer, spelling, known, angled=angled
                    ):
                        reached.add(includer)
                        left.append(includer)
            for path in reached:
                seen.setdefault(path, set()).add(definer)
        return seen


def _nearness(path: str, includer: str) -> int:
    """Return how many leading folders two paths share."""
    shared = 0
    for one, other in zip(path.split("/")[:-1], includer.split("/")[:-1], strict=False):
        if one != other:
            break
        shared += 1
    return shared
