"""Names that look like CUDA's and are the project's own: reports do not list them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from porter.report.causes import LEFT_OVER

if TYPE_CHECKING:
    from porter.convert.result import FileResult, LocatedFinding

_IN_NO_TABLE = re.compile(r"(\w+) stands in no table")


def without_own_names(
    findings: Iterable[tuple[str, LocatedFinding]], files: Iterable[FileResult]
) -> list[tuple[str, LocatedFinding]]:
    """Return findings, without those about names that some file of the project defines.

    A file may use a macro such as `cudaCheck` whose header porter did not find on its way; that a
    name is in none of CUDA's tables and in the project tells whose it is.

    Args:
        findings: path and finding of each.
        files: the results of the project's files.
    """
    found = list(findings)
    asked = {name for _, one in found if (name := _unknown_name(one)) is not None}
    own = _defined(asked, files) if asked else set()
    return [item for item in found if _unknown_name(item[1]) not in own]


def _unknown_name(one: LocatedFinding) -> str | None:
    """Return the name that a finding says to be in no table."""
    if one.finding.rule != LEFT_OVER:
        return None
    match = _IN_NO_TABLE.match(one.finding.message)
    return match[1] if match else None


def _defined(names: set[str], files: Iterable[FileResult]) -> set[str]:
    """Return those of the names that a file defines where others can see it."""
    from porter.project.facts import Facts
    from porter.source.cpp.declarations import Extent

    own: set[str] = set()
    for file in files:
        facts = file.inputs.facts
        if facts is None or not facts.defines or not any(name in facts.text for name in names):
            continue
        own |= {
            one.name.decode("latin-1")
            for one in Facts.decode(facts.text).definitions
            if one.extent is not Extent.LOCAL
        }
    return names & own
