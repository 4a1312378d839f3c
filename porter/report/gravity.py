"""What comes of a finding that nobody looks at: the order in which reports list findings."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from porter.rule_ids import PREFIXES
from porter.source import Severity

if TYPE_CHECKING:
    from porter.source import Finding


class _Class(NamedTuple):
    title: str
    style: str


class Gravity(Enum):
    """What comes of a finding, gravest first."""

    BUILD = _Class("Stops the build", "error")
    RESULT = _Class("May compute something else, or fail when run", "error")
    LOOK = _Class("To look at", "warning")
    NOTE = _Class("Notes", "note")

    @property
    def title(self) -> str:
        """What reports call it."""
        return self.value.title

    @property
    def style(self) -> str:
        """The style that terminals show it in."""
        return self.value.style


#: Families that are about what code does, rather than whether it compiles.
_RESULTS = tuple(PREFIXES[family] for family in ("launch", "memory", "numerics", "warp"))
#: Rules of other families of which that is true.
_ALSO_RESULTS = frozenset(("API08", "API17", "LNG15", "LNG30"))
#: Rules of the families above whose errors a compiler finds, too.
_COMPILERS_FIND = frozenset(("LCH06", "MEM04", "WRP01", "WRP16", "WRP20", "WRP24"))
#: Python fails when it is run.
_PYTHON = PREFIXES["python"]
#: A script or an image is no part of a build that is started by hand.
_SCRIPTS = PREFIXES["scripts"]


def gravity_of(finding: Finding) -> Gravity:
    """Return what comes of a finding."""
    rule, severity = finding.rule, finding.severity
    if severity is Severity.NOTE:
        return Gravity.NOTE
    changes_results = rule.startswith(_RESULTS) or rule in _ALSO_RESULTS
    if severity is Severity.WARNING:
        return Gravity.RESULT if changes_results else Gravity.LOOK
    if rule.startswith(_SCRIPTS):
        return Gravity.LOOK
    if rule.startswith(_PYTHON) or (changes_results and rule not in _COMPILERS_FIND):
        return Gravity.RESULT
    return Gravity.BUILD
