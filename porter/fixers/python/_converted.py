"""CUDA source in a string of a Python file, converted and written back into its literals."""

from __future__ import annotations

import re
from dataclasses import dataclass

from porter.compat.headers import SUPPORT_FOLDER
from porter.fixers import Context
from porter.fixers.python._reached import Reached
from porter.source import Edit, Finding, SourceFile, apply_edits
from porter.source.python.code import PythonCode
from porter.source.python.texts import text_of
from porter.source.text.languages import Language
from porter.tables.compilers import Holds, Runtime, supplied_by

_RUNTIME = "hip/hip_runtime.h"
_ADDED = re.compile(rb'\r?\n?#include (?:<([^>]+)>|"([^"]+)")\r?\n')
_SUFFIXES = {Holds.UNIT: ".cu", Holds.HOST: ".cpp", Holds.FRAGMENT: ".cu"}


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a string is left as it is.

    Attributes:
        start: offset in the Python file that it is about.
        reason: a clause, as `it needs a header`.
    """

    start: int
    reason: str


@dataclass(frozen=True, slots=True)
class Converted:
    """What becomes of a string.

    Attributes:
        edits: edits of the Python file.
        findings: what the rules say about the source in it, at places of the Python file.
        supports: names of the support headers that it needs in front of it.
        refused: why none of the edits is to be applied; None when they are.
    """

    edits: tuple[Edit, ...]
    findings: tuple[Finding, ...]
    supports: frozenset[str]
    refused: Refused | None = None


def converted(code: PythonCode, one: Reached, context: Context, rule: str) -> Converted:
    """Convert what a string holds with the rules that convert files.

    Args:
        code: the Python file.
        one: the string.
        context: of the Python file.
        rule: id of the rule that asks.
    """
    from porter.fixers.registry import rules

    assert context.convert is not None
    of_python = frozenset(rule.id for rule in rules() if rule.family == "python")
    options = context.options._replace(only=context.options.only - of_python)
    text = one.text
    path = code.file.path + _SUFFIXES[one.holds]
    conversion = context.convert(path, text.content, options)
    inner = conversion.file
    findings = tuple(
        finding._replace(
            message=text.shown(finding.message),
            start=text.place(finding.start),
            end=max(text.place(finding.start), text.place(finding.end)),
        )
        for finding in conversion.findings
    )
    edits, added = _split(conversion.edits)
    if one.compiler.runtime is not Runtime.NEEDED:
        added = [edit for edit in added if _header(edit) != _RUNTIME]
    refuses = one.compiler.runtime is Runtime.REFUSED
    edits = _without_lines(inner, edits, rule, runtime=refuses)
    given = supplied_by(code.file.data)
    edits = [edit for edit in edits if _changed(inner, edit) not in given]
    refused = None
    needed = {_header(edit) for edit in added}
    if preamble_place(one) is None:
        needed |= conversion.supports
    if one.holds is Holds.FRAGMENT and needed:
        names = ", ".join(sorted(needed))
        refused = Refused(one.node.start_byte, f"it needs {names}, and a piece has no place for it")
    else:
        edits = [*added, *edits]
    wanted, edits, _ = apply_edits(text.content, edits)
    written = []
    for edit in edits:
        mapped = text.edit(edit.start, edit.end, edit.text)
        if mapped is None:
            refused = refused or Refused(
                text.place(edit.start), f"an edit of {edit.rule} cannot be written in the literal"
            )
            continue
        written.append(Edit(*mapped, edit.rule, edit.detail))
    if refused is None and written and not _holds_good(code, one, written, wanted):
        refused = Refused(one.node.start_byte, "the edits do not read back as they were meant")
    if refused is not None:
        return Converted((), findings, frozenset(), refused if edits else None)
    return Converted(tuple(written), findings, conversion.supports)


def preamble_place(one: Reached) -> tuple[int, bytes] | None:
    """Return where a call takes declarations in front of its kernel, and what goes there.

    Returns:
        Offset, and the text in which `%b` is what to declare; None where there is no such place.
    """
    row, call = one.compiler, one.call
    if call is None or row.preamble < 0 or not any(node == one.node for node in row.sources(call)):
        return None
    given = call.argument(row.preamble, "preamble")
    if given is not None:
        return given.start_byte, b"%b + "
    arguments = call.node.child_by_field_name("arguments")
    if arguments is None or any("splat" in child.type for child in arguments.named_children):
        return None
    last = [child for child in arguments.named_children if child.type != "comment"][-1]
    return last.end_byte, b", preamble=%b"


def _changed(inner: SourceFile, edit: Edit) -> str:
    return inner.data[edit.start : edit.end].decode("utf-8", "replace")


def _header(edit: Edit) -> str:
    match = _ADDED.fullmatch(edit.text)
    return (match.group(1) or match.group(2)).decode() if match else ""


def _split(edits: list[Edit]) -> tuple[list[Edit], list[Edit]]:
    """Return the edits of what is there, and the inclusions of headers that are added.

    Those of support headers are in neither: their text goes in front of the string.
    """
    others: list[Edit] = []
    added: list[Edit] = []
    for edit in edits:
        if edit.start < edit.end or not _ADDED.fullmatch(edit.text):
            others.append(edit)
        elif f"{SUPPORT_FOLDER}/" not in _header(edit):
            added.append(edit)
    return others, added


def _without_lines(inner: SourceFile, edits: list[Edit], rule: str, *, runtime: bool) -> list[Edit]:
    """Return edits that take out the lines which include what needs no inclusion in a string.

    Args:
        inner: what the string holds.
        edits: edits of it.
        rule: id of the rule that asks.
        runtime: whether the runtime's header is one; support headers always are.
    """
    for include in inner.includes:
        becomes = include.path.decode("utf-8", "replace")
        for edit in edits:
            if edit.start < edit.end and include.path_start - 1 <= edit.start < include.path_end:
                becomes = edit.text.strip(b'<>"').decode()
        is_support = f"{SUPPORT_FOLDER}/" in becomes
        if include.is_test or not (is_support or (runtime and becomes == _RUNTIME)):
            continue
        start = inner.data.rfind(b"\n", 0, include.start) + 1
        end = inner.data.find(b"\n", include.start)
        end = len(inner.data) if end < 0 else end + 1
        edits = [edit for edit in edits if edit.end <= start or edit.start >= end]
        edits.append(Edit(start, end, b"", rule, "in front" if is_support else "hipRTC"))
    return edits


def _holds_good(code: PythonCode, one: Reached, edits: list[Edit], wanted: bytes) -> bool:
    """Tell whether the edited expression reads back as the converted text."""
    start, end = one.node.start_byte, one.node.end_byte
    shifted = [edit._replace(start=edit.start - start, end=edit.end - start) for edit in edits]
    data, applied, conflicts = apply_edits(code.file.data[start:end], shifted)
    if conflicts or len(applied) != len(edits):
        return False
    check = SourceFile(code.file.path, b"(" + data + b")\n", Language.PYTHON)
    again = PythonCode(check, code.imports)
    if again.error is not None or not again.root.named_children:
        return False
    read = text_of(again, again.root.named_children[0].named_children[0], one.formats)
    return read is not None and read.canonical() == one.text.canonical(wanted)
