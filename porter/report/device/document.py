"""Findings of programs as JSON and as SARIF.

Source: OASIS Standard "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from porter import __version__
from porter.report.device import wording
from porter.report.sarif import log_of_run

if TYPE_CHECKING:
    from porter.execute.cpu.checking.findings import Finding
    from porter.execute.cpu.checking.symbols import Frame

#: Raised when a key changes its meaning or goes away.
FORMAT = 2


def document(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return findings in terms of JSON: the sentence of each, and all that is known of it."""
    return {
        "format": FORMAT,
        "porter": __version__,
        "findings": [
            {"message": wording.sentence(one), **asdict(one), **_frames(one)} for one in findings
        ],
    }


def _frames(finding: Finding) -> dict[str, Any]:
    """Return what `asdict` leaves as rows of bare values: frames are tables, too."""
    made: dict[str, Any] = {"called": [frame._asdict() for frame in finding.called]}
    for name in ("item", "other"):
        if (item := getattr(finding, name)) is not None:
            made[name] = asdict(item) | {"place": [frame._asdict() for frame in item.place]}
    if (memory := finding.memory) is not None:
        stacks = {
            name: [f._asdict() for f in getattr(memory, name)] for name in ("allocated", "freed")
        }
        made["memory"] = asdict(memory) | stacks
    return made


def sarif(findings: Sequence[Finding], folder: Path) -> dict[str, Any]:
    """Return findings as a SARIF log.

    Args:
        findings: what was found.
        folder: that paths are relative to.
    """
    rules = [{"id": rule} for rule in sorted({_rule(one) for one in findings})]
    return log_of_run(folder, rules, [_result(one, folder) for one in findings])


def _rule(finding: Finding) -> str:
    return f"{finding.check}/{finding.kind.replace(' ', '-')}"


def _result(finding: Finding, folder: Path) -> dict[str, Any]:
    parts = [wording.sentence(finding)]
    parts += [wording.of_item(finding.item)] if finding.item is not None else []
    parts += [text] if (text := wording.of_memory(finding)) else []
    related = []
    if finding.other is not None:
        note = f"{finding.other.access}: {wording.of_item(finding.other)}"
        related += [(note, frame) for frame in finding.other.place[:1]]
    if finding.memory is not None:
        related += [("allocated", frame) for frame in finding.memory.allocated[:1]]
        related += [("freed", frame) for frame in finding.memory.freed[:1]]
    made: dict[str, Any] = {
        "ruleId": _rule(finding),
        "level": "error",
        "message": {"text": "; ".join(parts)},
        "locations": [_location(frame, folder) for frame in finding.place[:1]],
        "relatedLocations": [
            {**_location(frame, folder), "message": {"text": note}} for note, frame in related
        ],
    }
    if len(finding.place) > 1:
        frames = [{"location": _location(frame, folder)} for frame in finding.place]
        made["stacks"] = [{"frames": frames}]
    return made


def _location(frame: Frame, folder: Path) -> dict[str, Any]:
    path = wording.relative(frame.file, folder)
    uri = quote(path.encode("utf-8", "surrogateescape"))
    artifact = {"uri": uri} if Path(path).is_absolute() else {"uri": uri, "uriBaseId": "ROOT"}
    region = {"startLine": max(frame.line, 1)}
    if frame.column:
        region["startColumn"] = frame.column
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}
