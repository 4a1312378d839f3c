"""Makes findings of complaints, at upstream's places, so that reports have them as all others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.record import ConversionRecord
from porter.convert.acceptance import part_accepted
from porter.convert.engine import with_severities
from porter.convert.result import FileResult, LocatedAccepted, LocatedFinding, Place
from porter.convert.tree_conversion import by_path
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.source import Finding, SourceFile
from porter.source.text.languages import language_of
from porter.source.text.lines import line_starts
from porter.trial.complaint import Complaint

if TYPE_CHECKING:
    from porter.convert.tree_conversion import TreeConversion


def add_findings(conversion: TreeConversion, port: Path, complaints: Iterable[Complaint]) -> int:
    """Add complaints to what a conversion found; return how many were not told of before.

    What is of no file of upstream's becomes a warning of the tree as a whole.

    Args:
        conversion: the conversion.
        port: what it wrote.
        complaints: about the port.
    """
    record = ConversionRecord.of(conversion)
    causes = Causes(record, port)
    added: dict[str, list[tuple[int, Complaint]]] = {}
    count = 0
    for one in complaints:
        cause = causes.of(one.path, one.line, one.message)
        if cause.kind is Kind.REPORTED:
            continue
        count += 1
        path, _, line = cause.upstream.rpartition(":")
        if path:
            added.setdefault(path, []).append((int(line), one))
        else:
            said = f"{one.path}:{one.line}: {one.message}"
            conversion.warnings.append(f"{said} ({one.hint})" if one.hint else said)
    if added:
        files = dict(conversion.files)
        for path, found in added.items():
            files[path] = _with(files.get(path) or FileResult(path), conversion, found)
        conversion.files.clear()
        conversion.files.update(by_path(files.values()))
    return count


def _with(
    file: FileResult, conversion: TreeConversion, found: Iterable[tuple[int, Complaint]]
) -> FileResult:
    """Return the result of a file with more findings; what a person accepted stays apart."""
    try:
        data = read_regular(conversion.project.root / file.path, LARGEST_SOURCE)
    except OSError:
        data = b""
    language = next(
        (one.language for one in conversion.project.entries if one.path == file.path), None
    )
    source = SourceFile(file.path, data, language or language_of(file.path))
    starts = line_starts(data)
    findings = []
    for line, one in found:
        start = starts[min(line, len(starts)) - 1]
        indent = len(data[start:]) - len(data[start:].lstrip(b" \t"))
        end = data.find(b"\n", start)
        place = (start + indent, end if end > 0 else len(data))
        findings.append(Finding(one.rule, one.severity, one.message, *place, one.hint))
    parted = part_accepted(source, with_severities(findings, conversion.options), ())
    located = [LocatedFinding(one, Place(*source.position(one.start))) for one in parted.findings]
    accepted = [
        LocatedAccepted(one.finding, Place(*source.position(one.finding.start)), one.reason)
        for one in parted.accepted
    ]
    return replace(
        file,
        findings=tuple(sorted((*file.findings, *located), key=lambda one: one.place)),
        accepted=tuple(sorted((*file.accepted, *accepted), key=lambda one: one.place)),
    )
