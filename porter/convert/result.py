"""What a conversion did to one file, in a form that is kept and passed between processes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from porter.source.text.edits import Edit, Finding, Severity

if TYPE_CHECKING:
    from porter.convert.engine import Conversion
    from porter.source import SourceFile


#: Counts of edits, findings and support headers in terms of tuples, strings and numbers.
Encoded = tuple[
    tuple[tuple[str, str, int], ...],
    tuple[tuple[str, str, str, int, int, str, int, str, int, int], ...],
    tuple[str, ...],
]
#: What `encode` makes of `NOTHING`, the result of most files of most projects.
NOTHING_ENCODED: Encoded = ((), (), ())


class Place(NamedTuple):
    """1-based line and column (in bytes) in a source file."""

    line: int
    column: int


class LocatedEdit(NamedTuple):
    """An edit with the line it starts in."""

    edit: Edit
    line: int


class LocatedFinding(NamedTuple):
    """A finding with its place."""

    finding: Finding
    place: Place


@dataclass
class Result:
    """What became of one file; its new bytes follow from the old ones and `edits`.

    Attributes:
        counts: (rule, detail) -> number of edits.
        findings: what a person should know, in order of place.
        supports: names of the support headers that the file now includes.
        edits_text: the edits as JSON.
    """

    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    findings: tuple[LocatedFinding, ...] = ()
    supports: frozenset[str] = frozenset()
    edits_text: str = "[]"

    @classmethod
    def of(cls, file: SourceFile, conversion: Conversion) -> Result:
        """Return the result of converting `file`."""
        counts: dict[tuple[str, str], int] = {}
        rows = []
        for edit in conversion.edits:
            key = (edit.rule, edit.detail)
            counts[key] = counts.get(key, 0) + 1
            line = file.position(edit.start)[0]
            text = edit.text.decode("latin-1")
            rows.append((edit.start, edit.end, text, edit.rule, edit.detail, line))
        findings = tuple(
            LocatedFinding(finding, Place(*file.position(finding.start)))
            for finding in conversion.findings
        )
        return cls(counts, findings, conversion.supports, json.dumps(rows))

    @cached_property
    def edits(self) -> tuple[LocatedEdit, ...]:
        """The edits, in order of place."""
        return tuple(
            LocatedEdit(Edit(start, end, text.encode("latin-1"), rule, detail), line)
            for start, end, text, rule, detail, line in json.loads(self.edits_text)
        )

    @property
    def changes(self) -> bool:
        """Whether the file changes at all."""
        return bool(self.counts)

    def apply(self, data: bytes) -> bytes:
        """Return the bytes that the edits make of `data`, the bytes that were converted."""
        parts: list[bytes] = []
        done = 0
        for start, end, text, *_ in json.loads(self.edits_text):
            parts += (data[done:start], text.encode("latin-1"))
            done = end
        parts.append(data[done:])
        return b"".join(parts)

    def encode(self) -> Encoded:
        """Return everything but the edits as plain values."""
        counts = tuple((rule, detail, count) for (rule, detail), count in self.counts.items())
        findings = tuple(
            (rule, severity.value, message, start, end, hint, count, counted, *place)
            for (rule, severity, message, start, end, hint, count, counted), place in self.findings
        )
        return counts, findings, tuple(sorted(self.supports))

    @classmethod
    def decode(cls, encoded: Encoded, edits_text: str) -> Result:
        """Return the result that `encode` was called on.

        Args:
            encoded: what it gave.
            edits_text: the edits as JSON.
        """
        if encoded == NOTHING_ENCODED:
            return NOTHING
        counts, findings, supports = encoded
        return cls(
            {(rule, detail): count for rule, detail, count in counts},
            tuple(
                LocatedFinding(Finding(rule, Severity(severity), *rest), Place(line, column))
                for rule, severity, *rest, line, column in findings
            ),
            frozenset(supports),
            edits_text,
        )


#: The result of a file that has nothing for any rule.
NOTHING = Result()
