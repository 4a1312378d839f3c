"""A file's view of its project: what of the other files matters to its conversion."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from porter.files.digests import digest_of
from porter.project.facts import Facts, TreeFacts
from porter.project.includes import IncludeGraph
from porter.project.ownership import counted
from porter.source.cpp.declarations import Extent
from porter.source.cpp.definitions import MACRO_FOR_HIP, Definition


class FileView(NamedTuple):
    """What a file sees of its project.

    Attributes:
        seen: definitions in the file and in what it includes, of names that it uses.
        headers: spellings in its inclusions that mean files of the project.
        renamed: files of the project whose names change.
        elsewhere: names that it uses and that some file of the project defines, seen or not.
        is_linked: a link leads to it that is compiled as device code.
    """

    seen: tuple[Definition, ...] = ()
    headers: frozenset[bytes] = frozenset()
    renamed: frozenset[str] = frozenset()
    elsewhere: frozenset[bytes] = frozenset()
    is_linked: bool = False

    @property
    def digest(self) -> str:
        """A digest of all of it: with equal digests, a file converts alike."""
        names = (sorted(self.headers), sorted(self.elsewhere))
        return _digest(repr((self.seen, *names, _digest_of(self.renamed), self.is_linked)))


@lru_cache(maxsize=2)
def _digest_of(names: frozenset[str]) -> str:
    """Return a digest of names, made once for all files that share them."""
    return _digest(repr(sorted(names)))


def _digest(text: str) -> str:
    return digest_of(text.encode("utf-8", "surrogateescape"))


class FileViews(NamedTuple):
    """The views of a project's files, from what is known before any file is read.

    Attributes:
        graph: the project's files, by which inclusions are resolved.
        headers: those that are CUDA's, by the tables of the conversion.
        renamed: files whose names change.
        linked: files that links lead to which are compiled as device code.
    """

    graph: IncludeGraph
    headers: Mapping[bytes, object]
    renamed: frozenset[str] = frozenset()
    linked: frozenset[str] = frozenset()

    def isolated(self, path: str, facts: Facts) -> FileView:
        """Return the view of a file if no other file defines anything it uses."""
        own = counted({path: facts.definitions}).get(path, ())
        return self._view(path, facts, own, frozenset(one.name for one in own))

    def of_files(self, facts: TreeFacts, wanted: Collection[str]) -> dict[str, FileView]:
        """Return the views of some files.

        Args:
            facts: path -> facts of each file of the project.
            wanted: paths of the files.
        """
        definitions = counted({path: facts[path].definitions for path in facts.definers})
        definers = [
            path
            for path, found in definitions.items()
            if any(one.extent is not Extent.LOCAL for one in found)
        ]
        outside = frozenset(
            one.name
            for found in definitions.values()
            for one in found
            if one.extent is not Extent.LOCAL or one.kind == MACRO_FOR_HIP
        )
        seen = self.graph.seen_by(facts, definers, wanted, self.headers)
        views = {}
        for path in wanted:
            one = facts[path]
            visible = [
                definition if definer == path else definition._replace(path=definer)
                for definer in sorted(seen.get(path, set()) | {path})
                for definition in definitions.get(definer, ())
                if definer == path
                or (definition.extent is not Extent.LOCAL and definition.name in one.uses)
            ]
            views[path] = self._view(path, one, visible, outside)
        return views

    def _view(
        self, path: str, facts: Facts, seen: Iterable[Definition], outside: frozenset[bytes]
    ) -> FileView:
        return FileView(
            tuple(seen),
            self.graph.spellings(path, facts.includes, self.headers),
            self.renamed,
            outside & facts.uses,
            path in self.linked,
        )
