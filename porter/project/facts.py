"""The facts of a file that the conversion of other files may depend on."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

from porter.files.digests import digest_of
from porter.source.cpp.declarations import Extent
from porter.source.cpp.definitions import Definition, KnownNames, find_definitions
from porter.source.file import SourceFile
from porter.source.preprocessor.other_sides import other_sides
from porter.source.text.languages import Language
from porter.source.text.spans import holds


class Facts(NamedTuple):
    """What a file says about itself.

    Attributes:
        includes: (spelling, angled) of each inclusion.
        uses: the names in its code that mean something to a rule.
        definitions: what it defines or declares under such names.
        unseen: those of `includes` that only a build for another back end compiles.
    """

    includes: tuple[tuple[bytes, bool], ...] = ()
    uses: frozenset[bytes] = frozenset()
    definitions: tuple[Definition, ...] = ()
    unseen: frozenset[tuple[bytes, bool]] = frozenset()

    @property
    def seen_includes(self) -> tuple[tuple[bytes, bool], ...]:
        """The inclusions whose definitions count."""
        return tuple(one for one in self.includes if one not in self.unseen)

    @property
    def digest(self) -> str:
        """A digest of what matters to other files: all but the uses."""
        return digest_of(repr((self.includes, self.definitions, sorted(self.unseen))).encode())

    def encode(self) -> str:
        """Return the facts as JSON."""
        includes, unseen = (
            [[path.decode("latin-1"), angled] for path, angled in some]
            for some in (self.includes, sorted(self.unseen))
        )
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
        return json.dumps((includes, uses, definitions, unseen))

    @classmethod
    def decode(cls, text: str) -> Facts:
        """Return the facts that `encode` wrote.

        Raises:
            ValueError, TypeError: the text is not from `encode`.
        """
        includes, uses, definitions, unseen = json.loads(text)
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
            frozenset((path.encode("latin-1"), angled) for path, angled in unseen),
        )


NOTHING = Facts()


class TreeFacts(Mapping[str, Facts]):
    """The facts of all files of a tree, by path."""

    @property
    @abstractmethod
    def definers(self) -> list[str]:
        """Paths of the files that define a name that means something to a rule."""


def facts_of(file: SourceFile, known: KnownNames) -> Facts:
    """Return the facts of a file; only C, C++ and CUDA files have any.

    Args:
        file: the file.
        known: names that mean something to a rule.
    """
    if file.language is not Language.CUDA:
        return NOTHING
    elsewhere = other_sides(file.code, file.directives)
    seen = {(one.path, one.angled) for one in file.includes if not holds(elsewhere, one.start)}
    includes = tuple((one.path, one.angled) for one in file.includes)
    used = known.among(file.names)
    return Facts(
        includes,
        used,
        find_definitions(file, known, used),
        frozenset(includes) - seen,
    )
