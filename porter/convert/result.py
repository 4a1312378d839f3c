"""The result of converting one file, in plain values that workers return and the cache stores."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from porter.source.text.edits import Edit, Finding
from porter.source.text.splice import spliced

if TYPE_CHECKING:
    from porter.files.signatures import Signature
    from porter.fixers.conversion import Conversion
    from porter.project.facts import Facts


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


class LocatedAccepted(NamedTuple):
    """A finding that a person has accepted, with its place and why."""

    finding: Finding
    place: Place
    reason: str


class EncodedFacts(NamedTuple):
    """The facts of a file as JSON, decoded only where they matter.

    Attributes:
        text: what `Facts.encode` wrote.
        digest: of that part of the facts that matters to other files.
        defines: the file defines a name that means something to a rule.
    """

    text: str
    digest: str
    defines: bool

    @classmethod
    def of(cls, facts: Facts) -> EncodedFacts:
        """Encode facts."""
        return cls(facts.encode(), facts.digest, bool(facts.definitions))


class Inputs(NamedTuple):
    """What a result came from, beside the options and porter itself.

    Attributes:
        signature: of the file that was read; None when it may have changed since, unnoticed.
        view: digest of what the file sees of its project.
        depends_on_tree: a rule may have looked at any other file of the project.
        headers: digest of the installed headers that a rule asked; empty when none did.
        facts: what the file says about itself; None where it was not converted.
        beside: the files of the project that a rule has read beside it.
    """

    signature: Signature | None = None
    view: str = ""
    depends_on_tree: bool = False
    headers: str = ""
    facts: EncodedFacts | None = None
    beside: tuple[str, ...] = ()

    @property
    def defines(self) -> bool:
        """Whether the file defines a name that means something to a rule."""
        return self.facts is not None and self.facts.defines


#: What a result came from that no later run is to take over.
NO_INPUTS = Inputs()


@dataclass
class FileResult:
    """What converting one file gave; its new bytes follow from the old ones and the edits.

    Attributes:
        path: the file, relative to the project's root.
        digest: of the bytes that were read; empty where they could not be.
        reason: why the file was not converted; empty where it was.
        counts: (rule, detail) -> number of edits.
        findings: what a person should know, in order of place.
        accepted: what a person has looked at and accepted.
        supports: names of the support headers that the file now includes.
        edits_text: the edits as JSON.
        inputs: what all this came from.
        is_cached: it is that of an earlier run.
    """

    path: str
    digest: str = ""
    reason: str = ""
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    findings: tuple[LocatedFinding, ...] = ()
    supports: frozenset[str] = frozenset()
    edits_text: str = "[]"
    inputs: Inputs = NO_INPUTS
    is_cached: bool = False
    accepted: tuple[LocatedAccepted, ...] = ()

    @classmethod
    def of(cls, conversion: Conversion, digest: str, inputs: Inputs) -> FileResult:
        """Return a conversion with the place of everything it says."""
        file = conversion.file
        accepted = tuple(
            LocatedAccepted(one.finding, Place(*file.position(one.finding.start)), one.reason)
            for one in conversion.accepted
        )
        if not (conversion.edits or conversion.findings or conversion.supports or accepted):
            return cls(file.path, digest, inputs=inputs)
        edits = [LocatedEdit(edit, file.position(edit.start)[0]) for edit in conversion.edits]
        findings = tuple(
            LocatedFinding(finding, Place(*file.position(finding.start)))
            for finding in conversion.findings
        )
        return cls(file.path, digest, inputs=inputs, accepted=accepted).with_changes(
            edits, findings, conversion.supports
        )

    def with_changes(
        self,
        edits: list[LocatedEdit],
        findings: tuple[LocatedFinding, ...],
        supports: frozenset[str],
    ) -> FileResult:
        """Return the result of the same file with these edits, findings and support headers."""
        counts: dict[tuple[str, str], int] = {}
        rows = []
        for edit, line in edits:
            key = (edit.rule, edit.detail)
            counts[key] = counts.get(key, 0) + 1
            text = edit.text.decode("latin-1")
            rows.append((edit.start, edit.end, text, edit.rule, edit.detail, line))
        return FileResult(
            self.path,
            self.digest,
            self.reason,
            counts,
            findings,
            supports,
            json.dumps(rows),
            self.inputs,
            self.is_cached,
            self.accepted,
        )

    @property
    def is_waiting(self) -> bool:
        """Whether only the facts of the file are known yet."""
        return self.inputs.facts is not None and not self.inputs.view

    @property
    def is_converted(self) -> bool:
        """Whether rules have read the file, whatever they had to say about it."""
        return not self.reason

    @property
    def changes(self) -> bool:
        """Whether the file changes at all."""
        return bool(self.counts)

    @cached_property
    def edits(self) -> tuple[LocatedEdit, ...]:
        """The edits, in order of place."""
        return tuple(
            LocatedEdit(Edit(start, end, text.encode("latin-1"), rule, detail), line)
            for start, end, text, rule, detail, line in json.loads(self.edits_text)
        )

    def apply(self, data: bytes) -> bytes:
        """Return the bytes that the edits make of `data`, the bytes that were converted."""
        rows = json.loads(self.edits_text)
        return spliced(data, ((one[0], one[1], one[2].encode("latin-1")) for one in rows))
