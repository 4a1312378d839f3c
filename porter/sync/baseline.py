"""A baseline: the errors that ports had when somebody began to look, so that only new ones count.

An entry is known by its port, the path upstream, the rule and the text of the line, so that it is
found again when lines move; how often it stands there counts, too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from porter import __version__
from porter.convert.result import LocatedFinding, Place
from porter.errors import PorterError
from porter.files.json_values import document, fields, rows, text, whole
from porter.files.regular import LARGEST_FILE, read_regular, read_regular_text
from porter.files.write import write_atomically
from porter.project.settings.settings import ProjectSettings, Settings
from porter.rule_ids import current
from porter.source import Finding, Severity
from porter.sync.edits.unresolved import open_findings
from porter.sync.plan.status import section_if_any
from porter.sync.upstream.rules import Rules

FORMAT = 1
_KEYS = ("porter", "errors")


class Entry(NamedTuple):
    """What an error is known by.

    Attributes:
        project: name of the port.
        path: the file in upstream.
        rule: id of the rule.
        line: the line that the finding is about, without white space around it.
    """

    project: str
    path: str
    rule: str
    line: str


class OpenError(NamedTuple):
    """An error that no hand edit has resolved and no comment accepts."""

    entry: Entry
    finding: LocatedFinding


class Compared(NamedTuple):
    """Errors beside a baseline.

    Attributes:
        new: those that it does not have.
        known: number of those that it has.
        gone: its entries that no error meets any more, with how many.
    """

    new: list[OpenError]
    known: int
    gone: Counter[Entry]


def open_errors(settings: Settings, project: ProjectSettings) -> list[OpenError]:
    """Return the errors of a port that are for a person to resolve.

    Raises:
        PorterError: upstream cannot be converted.
    """
    results = Rules(project, settings.severities).results(project.upstream)
    found = []
    for path, result in results.items():
        if not result.is_converted:
            finding = Finding("", Severity.ERROR, result.reason, 0, 0)
            entry = Entry(project.name, path, "", result.reason)
            found.append(OpenError(entry, LocatedFinding(finding, Place(1, 1))))
    section = section_if_any(settings, project)
    lines: dict[str, list[bytes]] = {}
    for path, one in open_findings(results, project, section):
        if one.finding.severity is Severity.ERROR:
            if path not in lines:
                lines[path] = read_regular(project.upstream / path, LARGEST_FILE).split(b"\n")
            text = lines[path][one.place.line - 1].strip().decode("utf-8", "backslashreplace")
            found.append(OpenError(Entry(project.name, path, one.finding.rule, text), one))
    return found


def compared(errors: Sequence[OpenError], baseline: Counter[Entry]) -> Compared:
    """Compare errors with a baseline."""
    left = baseline.copy()
    new = []
    for one in errors:
        if left[one.entry] > 0:
            left[one.entry] -= 1
        else:
            new.append(one)
    return Compared(new, len(errors) - len(new), +left)


def read_baseline(path: Path) -> Counter[Entry]:
    """Return the entries of a baseline.

    Raises:
        PorterError: it is not there, or is none.
    """
    hint = "porter check --write-baseline FILE"
    try:
        return _entries(document(read_regular_text(path, LARGEST_FILE), FORMAT, _KEYS)["errors"])
    except FileNotFoundError as error:
        raise PorterError("there is no such baseline", path=path, hint=hint) from error
    except ValueError as error:
        raise PorterError(f"is no baseline: {error}", path=path, hint=hint) from error


def _entries(value: Any) -> Counter[Entry]:
    """Take a value for the entries of a baseline, or raise ValueError."""
    found: Counter[Entry] = Counter()
    for at, one in enumerate(rows(value), 1):
        try:
            row = fields(one, (*Entry._fields, "count"))
            project, path, rule, line = (text(row[name]) for name in Entry._fields)
            found[Entry(project, path, current(rule), line)] += whole(row["count"], least=1)
        except ValueError as error:
            raise ValueError(f"entry {at}: {error}") from error
    return found


def write_baseline(path: Path, errors: Sequence[OpenError]) -> None:
    """Write a baseline of errors, one to a line so that it merges well."""
    counts = Counter(one.entry for one in errors)
    lines = [json.dumps({**entry._asdict(), "count": counts[entry]}) for entry in sorted(counts)]
    head = json.dumps({"format": FORMAT, "porter": __version__})[:-1]
    body = ",\n".join(lines)
    write_atomically(path, f'{head}, "errors": [\n{body}\n]}}\n'.encode())
