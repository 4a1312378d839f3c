"""What must be known of every file before any is converted, since others may depend on it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from porter.project.definitions import Definition, Extent, KnownNames, find_definitions
from porter.project.languages import Language
from porter.source.file import SourceFile


@dataclass(frozen=True, slots=True)
class Facts:
    """What a file says about itself.

    Attributes:
        includes: (spelling, angled) of each inclusion.
        uses: the names in its code that mean something to a rule.
        definitions: what it defines or declares under such names.
    """

    includes: tuple[tuple[bytes, bool], ...] = ()
    uses: frozenset[bytes] = frozenset()
    definitions: tuple[Definition, ...] = ()

    def encode(self) -> tuple[str, str, str]:
        """Return inclusions, names and definitions as JSON."""
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
        return json.dumps(includes), json.dumps(uses), json.dumps(definitions)

    @classmethod
    def decode(cls, includes: str, uses: str, definitions: str) -> Facts:
        """Return the facts that `encode` wrote.

        Raises:
            ValueError, TypeError: the text is not from `encode`.
        """
        return cls(
            tuple((path.encode("latin-1"), angled) for path, angled in json.loads(includes)),
            frozenset(name.encode("latin-1") for name in json.loads(uses)),
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
                for name, kind, extent, scope, start, line, span, has_body in json.loads(
                    definitions
                )
            ),
        )


NOTHING = Facts()


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
        file.names & known.all,
        find_definitions(file, known),
    )
