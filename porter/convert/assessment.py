"""Assessment of the work of a port: what converts by rule and what needs a person.

Nothing is written. Every file is converted as `porter convert` would, and what the rules said is
counted: by file, by family of rules and by decision, which is one thing that a person has to find
out once, however often it stands in the code. Hours are not given: nobody has measured them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from porter.convert.result import FileResult
from porter.convert.tree_conversion import TreeConversion
from porter.fixers.registry import rules
from porter.source import Severity
from porter.source.text import lexer
from porter.source.text.languages import Language


class Verdict(StrEnum):
    """What becomes of a file."""

    STAYS = "stays as it is"
    CONVERTS = "converts by rule"
    LOOK = "converts, needs a look"
    HAND = "needs work by hand"
    REFUSED = "is not converted"


@dataclass(slots=True)
class FileCost:
    """What one file costs.

    Attributes:
        path: the file.
        language: what it is written in.
        verdict: what becomes of it.
        lines: lines with code.
        cuda_lines: lines that a rule edits or has something to say about.
        edits: number of edits.
        findings: severity -> number of findings.
    """

    path: str
    language: str
    verdict: Verdict
    lines: int = 0
    cuda_lines: int = 0
    edits: int = 0
    findings: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Decision:
    """One thing that a person has to find out.

    Attributes:
        rule: id of the rule that says so.
        family: family of the rule.
        severity: how much it matters.
        message: what it is.
        hint: what to do about it.
        places: (path, line) of each finding.
        count: number of places, those that a finding only counts among them.
    """

    rule: str
    family: str
    severity: Severity
    message: str
    hint: str
    places: list[tuple[str, int]] = field(default_factory=list)
    count: int = 0


@dataclass(slots=True)
class FamilyCost:
    """What a family of rules has to do.

    Attributes:
        edits: number of edits.
        findings: severity -> number of places.
        files: files that it has to do with.
    """

    edits: int = 0
    findings: dict[str, int] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Assessment:
    """What a port will cost.

    Attributes:
        files: every file that rules are written for, by path.
        families: name -> what it has to do.
        decisions: what a person has to find out, gravest and most frequent first.
        refused: path -> why a file was not converted.
    """

    files: list[FileCost]
    families: dict[str, FamilyCost]
    decisions: list[Decision]
    refused: Mapping[str, str]

    def of(self, verdict: Verdict) -> list[FileCost]:
        """Return the files with a verdict."""
        return [file for file in self.files if file.verdict is verdict]


def assess(conversion: TreeConversion) -> Assessment:
    """Return what the port of a converted tree costs.

    Args:
        conversion: the tree, converted and not written.
    """
    families = {rule.id: rule.family for rule in rules()}
    refused = {problem.path: problem.reason for problem in conversion.problems}
    languages = {entry.path: entry.language for entry in conversion.project.entries}
    files = [_file(conversion, one, languages[one.path]) for one in conversion.converted] + [
        FileCost(path, languages[path].value, Verdict.REFUSED) for path in refused
    ]
    costs: dict[str, FamilyCost] = {}
    decisions: dict[tuple[str, str, str], Decision] = {}
    for file in conversion.converted:
        path = file.path
        for (rule, _), count in file.counts.items():
            cost = costs.setdefault(families.get(rule, "other"), FamilyCost())
            cost.edits += count
            cost.files.add(path)
        for one in file.findings:
            finding = one.finding
            family = families.get(finding.rule, "other")
            cost = costs.setdefault(family, FamilyCost())
            severity = finding.severity.value
            cost.findings[severity] = cost.findings.get(severity, 0) + finding.occurrences
            cost.files.add(path)
            decision = decisions.setdefault(
                (finding.rule, severity, finding.message),
                Decision(finding.rule, family, finding.severity, finding.message, finding.hint),
            )
            decision.places.append((path, one.place.line))
            decision.count += finding.occurrences
    order = {severity: at for at, severity in enumerate(Severity)}
    return Assessment(
        sorted(files, key=lambda one: one.path),
        dict(sorted(costs.items())),
        sorted(decisions.values(), key=lambda one: (order[one.severity], -one.count, one.rule)),
        refused,
    )


def _file(conversion: TreeConversion, file: FileResult, language: Language) -> FileCost:
    """Return what a converted file costs."""
    found: dict[str, int] = {}
    for one in file.findings:
        severity = one.finding.severity.value
        found[severity] = found.get(severity, 0) + 1
    if "error" in found:
        verdict = Verdict.HAND
    elif "warning" in found:
        verdict = Verdict.LOOK
    else:
        verdict = Verdict.CONVERTS if file.changes else Verdict.STAYS
    affected_lines = {one.line for one in file.edits} | {one.place.line for one in file.findings}
    return FileCost(
        file.path,
        language.value,
        verdict,
        _code_lines(conversion, file.path, language),
        len(affected_lines),
        sum(file.counts.values()),
        found,
    )


def _code_lines(conversion: TreeConversion, path: str, language: Language) -> int:
    """Return the number of lines that hold code; 0 for what has no comments to tell from it."""
    if language in (Language.BUILD, Language.NOTEBOOK, Language.MARKUP):
        return 0
    try:
        data = conversion.project.read(path)
    except OSError:
        return 0
    return sum(1 for line in lexer.mask(data, language).splitlines() if line.strip())
