"""Why a build failed: where the conversion told of it, for want of something, or untold."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

_PLACE = re.compile(r"(?m)^([^\s:][^:\n]*):(\d+)(?::\d+)?: (?:fatal )?(?:error|.*No such file)")
_MAKE_ERROR = re.compile(r"(?m)^(?:g?make(?:\[\d+\])?: )?\*\*\* \[([^\]:]+):(\d+): ")
_FOLDER = re.compile(r"(?m)^g?make(?:\[\d+\])?: Entering directory '([^']+)'")
_HEADER = re.compile(r"fatal error: '?([^':\n]+)'?(?: file not found|: No such file)")
_MISSING = re.compile(
    r"(?m)(?:cannot find|unable to find library) -l|library not found for -l|No module named '"
    r"|^g?make(?:\[\d+\])?: [\w+.-]+: No such file or directory$"
)
_TARGET = re.compile(r"No rule to make target '([^']+)'")
_WORD = re.compile(rb"[A-Za-z_]\w+")
_ERROR = re.compile(r"(?m)^.*\b(?:error|undefined)\b.*$")

_ASM = re.compile(rb"\b(?:__)?asm(?:__)?\b")
#: Lines of an `asm` statement that are looked at.
_LONGEST = 20


class Cause(StrEnum):
    """What kind of failure it is: `ABSENT` is a library, a tool or a file that is not there."""

    ABSENT = "absent"
    TOLD = "told"
    UNTOLD = "untold"


def cause_of(
    output: str,
    folder: Path,
    upstream: Path,
    port: Path,
    findings: Mapping[str, Sequence[Mapping[str, Any]]],
) -> Cause:
    """Tell why a build failed, by the first place that its output names.

    Args:
        output: what it printed.
        folder: where it ran, in a copy of the port.
        upstream: the tree that was converted.
        port: the copy of the port.
        findings: path -> findings of the conversion.
    """
    for path, line in _places(output, folder, port):
        if _is_told(findings.get(path, ()), upstream / path, port / path, line):
            return Cause.TOLD
        break
    return Cause.ABSENT if _is_absent(output, upstream) else Cause.UNTOLD


def _is_absent(output: str, upstream: Path) -> bool:
    """Tell whether a library, a tool, or a header or file that is not the project's is missing."""
    if _MISSING.search(output):
        return True
    first = _ERROR.search(output)
    named = _TARGET.search(output) or (_HEADER.search(first[0]) if first else None)
    return named is not None and not any(upstream.rglob(named[1].rpartition("/")[2]))


def _places(output: str, folder: Path, port: Path) -> Iterator[tuple[str, int]]:
    """Yield the places of errors, by their path in the port."""
    folders = [folder, *map(Path, _FOLDER.findall(output))]
    for pattern in (_PLACE, _MAKE_ERROR):
        for match in pattern.finditer(output):
            for one in folders:
                place = (one / match[1]).resolve()
                if place.is_file() and place.is_relative_to(port.resolve()):
                    yield place.relative_to(port.resolve()).as_posix(), int(match[2])
                    break


def _is_told(
    findings: Sequence[Mapping[str, Any]], source: Path, converted: Path, line: int
) -> bool:
    """Tell whether a finding is about a line of the port, or a name in it found elsewhere.

    The error of an `asm` statement may be in any line of it.
    """
    if not source.is_file():
        return False
    before, after = (one.read_bytes().splitlines() for one in (source, converted))
    at = _line_before(before, after, line)
    first = _statement(before, at)
    words = set(_WORD.findall(b"\n".join(before[first - 1 : at])))
    for one in findings:
        if one["severity"] == "note":
            continue
        word = _WORD.match(before[one["line"] - 1], one["column"] - 1)
        if first <= one["line"] <= at or (word is not None and word.group() in words):
            return True
    return False


def _statement(lines: Sequence[bytes], at: int) -> int:
    """Return the line on which the `asm` statement of a line begins; of others, that line."""
    for first in range(min(at, len(lines)), max(0, at - _LONGEST), -1):
        if first < at and lines[first - 1].rstrip().endswith((b";", b"{", b"}")):
            break
        if _ASM.search(lines[first - 1]):
            return first
    return at


def _line_before(before: Sequence[bytes], after: Sequence[bytes], line: int) -> int:
    """Return which line of a source a line of its port comes from."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        if first < line <= last:
            return max(1, min(start + line - first, end))
    return line
