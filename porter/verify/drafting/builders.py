"""A tree as one script of several sees it that build extensions of one name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from porter.project.discover import Project
from porter.source.file import SourceFile
from porter.source.text.languages import Language
from porter.verify.drafting.draft_of_library import Draft
from porter.verify.drafting.extensions import Extensions

#: Of a script after the first.
_BESIDE = (
    "{0}: builds another extension of that name from sources of its own; a file of cases for it "
    'says BUILT_BY = "{0}"'
)


@dataclass(frozen=True)
class Builder:
    """A script with what is its own; nothing is anybody's where each name has one extension.

    Attributes:
        script: relative to the tree; "" where each name has one extension.
        own: the sources that it names.
        others: those of other scripts, copies too, that are not its own.
        later: the scripts after it, whose extensions no process can have beside its own.
        is_first: what no such script names is drafted with it.
    """

    script: str = ""
    own: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    later: tuple[str, ...] = ()
    is_first: bool = True

    @classmethod
    def of(cls, extensions: Extensions, script: str = "") -> Builder:
        """Return a script that builds; the first where none is named."""
        scripts = extensions.builders
        if not scripts:
            return cls()
        script = script or scripts[0]
        own = extensions.built_by(script)
        others = extensions.built_beside(scripts) - own
        is_first = script == scripts[0]
        return cls(script, own, others, tuple(scripts[1:]) if is_first else (), is_first)

    @property
    def prefix(self) -> str:
        """What the names of its cases begin with: functions of others may be called the same."""
        return re.sub(r"\W+", "_", os.path.splitext(self.script)[0]) + "_" if self.script else ""

    def sources(self, project: Project) -> Iterator[SourceFile]:
        """Yield the tree's own code for a GPU or its host, without that of others."""
        for entry in project.entries:
            is_own = not entry.is_link and not project.is_vendored(entry.path)
            if entry.language is Language.CUDA and is_own and entry.path not in self.others:
                yield SourceFile(entry.path, project.read(entry.path))

    def counts(self, path: str) -> bool:
        """Tell whether what a file binds is drafted with this script."""
        return self.is_first or path in self.own


def with_others_told(made: Draft) -> Draft:
    """Return a draft that says what other scripts build, for whoever writes it to a file."""
    beside = (_BESIDE.format(one) for one in made.others)
    return replace(made, left_out=(*made.left_out, *beside))
