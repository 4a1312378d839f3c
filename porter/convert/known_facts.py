"""The facts of all files of a tree: of those just read, and of those that an earlier run read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from porter.convert.cache_form import Known
from porter.project.facts import Facts, TreeFacts


class KnownFacts(TreeFacts):
    """The facts of a project's files, those of an earlier run decoded only when asked for.

    Args:
        fresh: path -> facts of the files that this run read.
        known: path -> what an earlier run knew of the others.
    """

    def __init__(self, fresh: Mapping[str, Facts], known: Mapping[str, Known]) -> None:
        self._facts = dict(fresh)
        self._known = {path: one for path, one in known.items() if path not in fresh}

    @property
    def definers(self) -> list[str]:
        """Paths of the files that define a name that means something to a rule."""
        found = [path for path, one in self._facts.items() if one.definitions]
        return found + [
            path for path, one in self._known.items() if one.defines and path not in self._facts
        ]

    def __getitem__(self, path: str) -> Facts:
        found = self._facts.get(path)
        if found is None:
            found = self._facts[path] = Facts.decode(self._known[path].facts)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._facts, *self._known))

    def __len__(self) -> int:
        return len(self._facts.keys() | self._known.keys())
