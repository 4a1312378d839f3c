"""Converts a text that is being written, and says what an editor shows of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from porter.convert.among import KnownProject
from porter.convert.engine import convert_file
from porter.convert.targets import find
from porter.fixers.registry import rules
from porter.options import Options
from porter.report.editor.positions import Position, Positions
from porter.source import Edit, Finding
from porter.source.text.languages import Language, language_of
from porter.tables.names import tables_of

#: Texts beyond this are not converted while somebody types.
LARGEST = 2_000_000
_WORD = re.compile(rb"[A-Za-z_][\w:]*")
_INCLUDE = re.compile(rb"\s*#\s*include\b")


class FixOffer(NamedTuple):
    """A quick fix.

    Attributes:
        title: what it does.
        rule: id of the rule.
        is_safe: it keeps what the program computes.
        edits: what it changes.
    """

    title: str
    rule: str
    is_safe: bool
    edits: tuple[Edit, ...]


class Analysis:
    """A text, converted.

    Args:
        path: what the text is called, which tells its language; relative to its project's root.
        text: the text.
        options: the choices of the port.
        project: the project that the text is part of; None: it is looked at by itself.
    """

    def __init__(
        self, path: str, text: str, options: Options, project: KnownProject | None = None
    ) -> None:
        self.positions = Positions(text)
        self._options = options
        self._data = text.encode("utf-8", "surrogatepass")
        self._path = path
        self._project = project
        language = language_of(path)
        self.is_converted = language is not Language.OTHER and len(self._data) <= LARGEST
        self.findings: list[Finding] = []
        self._safe: list[Edit] = []
        if self.is_converted:
            self._safe, self.findings = self._converted(options)

    def _converted(self, options: Options) -> tuple[list[Edit], list[Finding]]:
        target = find("hip")
        text = (self._path, self._data, language_of(self._path), options)
        if self._project is None:
            file, context = target.single_text(*text)
        else:
            file, context = self._project.text(*text, target.rules)
        found = convert_file(file, context, target.rules(options))
        return found.edits, found.findings

    def fixes(self, start: Position, end: Position) -> list[FixOffer]:
        """Return the quick fixes for what lies between two positions, safe ones first."""
        if not self.is_converted:
            return []
        first, last = self.positions.offset(start), self.positions.offset(end)
        safe = list(self._offers(self._safe, first, last, is_safe=True))
        known = {(edit.start, edit.end, edit.text) for edit in self._safe}
        unsafe_edits = [
            edit
            for edit in self._converted(self._options._replace(unsafe=True))[0]
            if (edit.start, edit.end, edit.text) not in known
        ]
        return [*safe, *self._offers(unsafe_edits, first, last, is_safe=False)]

    def fix_all(self) -> FixOffer | None:
        """Return everything that rules do safely, as one fix."""
        if not self._safe:
            return None
        return FixOffer("Convert this file to HIP (safe rules)", "", True, tuple(self._safe))

    def _offers(
        self, edits: Sequence[Edit], first: int, last: int, *, is_safe: bool
    ) -> Iterator[FixOffer]:
        names = {rule.id: rule.name for rule in rules()}
        told: set[tuple[Edit, ...]] = set()
        for edit in edits:
            if edit.start > last or edit.end < first:
                continue
            together = tuple(_together(edit, edits))
            if together in told:
                continue
            told.add(together)
            text = edit.text.decode("utf-8", "replace").strip().splitlines() or [""]
            what = f"write `{text[0][:60]}`" if text[0] else "leave this out"
            doubt = "" if is_safe else ": unsafe, it may change what the program does"
            title = f"{edit.rule} {names.get(edit.rule, '')}: {what}{doubt}"
            yield FixOffer(title, edit.rule, is_safe, together)

    def hover(self, at: Position) -> tuple[str, int, int] | None:
        """Return what becomes of the name at a position, in Markdown, with where it is."""
        if not self.is_converted:
            return None
        offset = self.positions.offset(at)
        parts: list[str] = []
        line = self._data.rfind(b"\n", 0, offset) + 1
        end = self._data.find(b"\n", offset)
        words = _WORD.finditer(self._data, line, len(self._data) if end < 0 else end)
        word = next((one for one in words if one.start() <= offset <= one.end()), None)
        start, stop = word.span() if word else (offset, offset)
        if word:
            parts += _rows(word.group().rstrip(b":"), self._options)
        by_id = {rule.id: rule for rule in rules()}
        for edit in self._safe:
            if edit.start <= offset <= edit.end and edit.start < edit.end:
                rule = by_id[edit.rule]
                text = edit.text.decode("utf-8", "replace").replace("`", "'")
                summary = rule.page.strip().partition("\n")[0]
                parts.append(f"becomes `{text}`\n\n**{rule.id} {rule.name}**: {summary}")
                start, stop = edit.start, edit.end
        for finding in self.findings:
            if finding.start <= offset <= finding.end:
                parts.append(f"**{finding.rule}**: {finding.full_message}\n\n{finding.hint}")
        return ("\n\n---\n\n".join(parts), start, stop) if parts else None


def _together(edit: Edit, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield an edit with those that make no sense without it, and the headers that it needs."""
    for one in edits:
        is_pair = one.rule == edit.rule and (
            (edit.group is not None and one.group == edit.group)
            or (edit.around is not None and one.around == edit.around)
        )
        is_header = one.start == one.end and _INCLUDE.match(one.text) is not None
        if one == edit or is_pair or (is_header and one.rule == edit.rule):
            yield one


def _rows(name: bytes, options: Options) -> Iterator[str]:
    """Yield what the tables say of a name."""
    from porter.derive.explain import lines

    tables = tables_of(options)
    for table in (tables.names, tables.headers, tables.unmapped, tables.marks):
        row = table.get(name)
        if row is not None:
            yield "```text\n" + "\n".join(lines(row)) + "\n```"
