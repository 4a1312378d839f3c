"""The facts of all files of a tree, decoded on demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from porter.convert.result import EncodedFacts
from porter.project.facts import Facts, TreeFacts


class LazyFacts(TreeFacts):
    """The facts of a project's files.

    Args:
        encoded: path -> facts of each file.
    """

    def __init__(self, encoded: Mapping[str, EncodedFacts]) -> None:
        self._encoded = encoded
        self._decoded: dict[str, Facts] = {}

    @property
    def definers(self) -> list[str]:
        """Paths of the files that define a name that means something to a rule."""
        return [path for path, one in self._encoded.items() if one.defines]

    def __getitem__(self, path: str) -> Facts:
        found = self._decoded.get(path)
        if found is None:
            found = self._decoded[path] = Facts.decode(self._encoded[path].text)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._encoded)

    def __len__(self) -> int:
        return len(self._encoded)
