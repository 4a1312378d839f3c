"""What must be known of every file before any is converted, since others may depend on it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from porter.convert.cache import Known, digest_of
from porter.source.cpp.declarations import Extent
from porter.source.cpp.definitions import Definition, KnownNames, find_definitions
from porter.source.file import SourceFile
from porter.source.text.languages import Language


class Facts(NamedTuple):
    """What a file says about itself.

    Attributes:
        includes: (spelling, angled) of each inclusion.
        uses: the names in its code that mean something to a rule.
        definitions: what it defines or declares under such names.
    """

    includes: tuple[tuple[bytes, bool], ...] = ()
    uses: frozenset[bytes] = frozenset()
    definitions: tuple[Definition, ...] = ()

    @property
    def digest(self) -> str:
        """A digest of what matters to other files: all but the uses."""
        return digest_of(repr((self.includes, self.definitions)).encode())

    def encode(self) -> str:
        """Return the facts as JSON."""
        includes = [[path.decode("latin-1"), angled] for path, angled in self.includes]
        definitions = [
            [
                one.name.decode("latin-1"),
                one.kind,
                one.extent.value,
                [part.decode("latin-1") for part in one.scope],
                one.start,
                one.line,
                one.span,
                one.has_body,
            ]
            for one in self.definitions
        ]
        uses = sorted(name.decode("latin-1") for name in self.uses)
        return json.dumps((includes, uses, definitions))

    @classmethod
    def decode(cls, text: str) -> Facts:
        """Return the facts that `encode` wrote.

        Raises:
            ValueError, TypeError: the text is not from `encode`.
        """
        includes, uses, definitions = json.loads(text)
        return cls(
            tuple((path.encode("latin-1"), angled) for path, angled in includes),
            frozenset(name.encode("latin-1") for name in uses),
            tuple(
                Definition(
                    name.encode("latin-1"),
                    kind,
                    Extent(extent),
                    tuple(part.encode("latin-1") for part in scope),
                    start,
                    line,
                    (span[0], span[1]),
                    has_body,
                )
                for name, kind, extent, scope, start, line, span, has_body in definitions
            ),
        )


NOTHING = Facts()


class KnownFacts(Mapping[str, Facts]):
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


def facts_of(file: SourceFile, known: KnownNames) -> Facts:
    """Return the facts of a file; only C, C++ and CUDA files have any.

    Args:
        file: the file.
        known: names that mean something to a rule.
    """
    if file.language is not Language.CUDA:
        return NOTHING
    return Facts(
        tuple((include.path, include.angled) for include in file.includes),
        known.among(file.names),
        find_definitions(file, known),
    )
