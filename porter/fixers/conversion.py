"""The result of applying rules to one file in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from porter.options import Options
from porter.source import Conflict, Edit, Finding, SourceFile
from porter.source.text.acceptances import Accepted


class Conversion(NamedTuple):
    """What became of one file.

    Attributes:
        file: the file as it was.
        data: its bytes after the edits.
        edits: the edits applied, in order of offset.
        findings: what a person should know, in order of offset.
        conflicts: edits that were not applied since another rule's edit holds their bytes.
        supports: names of the support headers that the file now includes.
        accepted: findings that a person has accepted.
    """

    file: SourceFile
    data: bytes
    edits: list[Edit]
    findings: list[Finding]
    conflicts: list[Conflict]
    supports: frozenset[str]
    accepted: Sequence[Accepted] = ()


#: Converts a text without its project: its path, which tells its language, its bytes, the choices.
Convert = Callable[[str, bytes, Options], Conversion]
