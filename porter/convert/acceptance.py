"""Parts what a person has accepted from the findings of a file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from porter.source import Finding, Severity, SourceFile
from porter.source.text.acceptances import Acceptance, Accepted

#: The rule that reports comments that accept nothing.
ACCEPTED_FINDINGS = "FND01"
#: In place of the line, of findings about the file as a whole.
_WHOLE_FILE = -2


class Parted(NamedTuple):
    """The findings of a file, those that a person has accepted apart."""

    findings: list[Finding]
    accepted: list[Accepted]


def part_accepted(file: SourceFile, findings: Sequence[Finding], judged: Collection[str]) -> Parted:
    """Part the findings that comments of the file accept from the others.

    Args:
        file: the file.
        findings: what rules have found in it.
        judged: ids of the rules that ran; a comment that accepts a finding of one of them and
            meets none is reported, if the rule that reports such is among them.
    """
    comments = [one for one in file.acceptances if one.rule and one.reason]
    if not comments:
        return Parted(list(findings), [])
    by_place: dict[tuple[str, int], Acceptance] = {}
    for one in comments:
        by_place.setdefault((one.rule, one.line), one)
        if one.is_ahead:
            by_place.setdefault((one.rule, _WHOLE_FILE), one)
    kept, accepted, met = [], [], set()
    for finding in findings:
        line = _WHOLE_FILE if finding.end == 0 else file.position(finding.start)[0] - 1
        meeting = by_place.get((finding.rule, line))
        if meeting is None or finding.rule == ACCEPTED_FINDINGS:
            kept.append(finding)
        else:
            accepted.append(Accepted(finding, meeting.reason))
            met.add(meeting)
    if ACCEPTED_FINDINGS in judged:
        kept += [_idle(one) for one in comments if one.rule in judged and one not in met]
    return Parted(kept, accepted)


def _idle(one: Acceptance) -> Finding:
    return Finding(
        ACCEPTED_FINDINGS,
        Severity.WARNING,
        f"accepts nothing: {one.rule} reports nothing there",
        one.start,
        one.end,
        "remove the comment, or put it beside the place that the finding names",
    )
