"""Holds the place of an error against the conversion: upstream's line, and what was said of it."""

from __future__ import annotations

import glob
import posixpath
import re
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from porter.compile.feedback.brought import Brought
from porter.compile.feedback.line_before import line_before
from porter.compile.feedback.one_cause import REFUSED_BY_CLANG, one_cause
from porter.compile.feedback.record import ConversionRecord, Said
from porter.compile.feedback.statements import statement
from porter.files.paths import is_inside
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.source.text.edits import Severity
from porter.tables.names import load

_WORD = re.compile(rb"[A-Za-z_]\w+")
#: A name that a compiler's message is about, without its scopes.
_NAMED = re.compile(r"'(?:\w*::)*([A-Za-z_]\w*)'")
_DEFINE = re.compile(rb"[ \t]*#[ \t]*define[ \t]+(\w+)")


class Kind(StrEnum):
    """What the conversion knew of an error.

    A finding that is more than a note is about its place, or about a name in its line, or any
    finding is about the name that the error names; or it lies in a folder of other people's code,
    which was copied as it is, as the conversion told; or the error is that something is not there
    which upstream does not have, either; or the project itself stops its build, by a message that
    speaks of nothing that a port changes; or CUDA's headers refuse upstream at that place, too; or
    what is not there is ROCm's, and not of what the port was built against; or none of these.
    """

    REPORTED = "reported"
    UNCONVERTED = "not converted"
    ABSENT = "absent"
    STOPPED = "stopped"
    REFUSED = "refused"
    NOT_OFFERED = "not offered"
    UNREPORTED = "unreported"


class Cause(NamedTuple):
    """What is known of the place of an error.

    Attributes:
        kind: what the conversion knew.
        text: the line of the port.
        upstream: `path:line` of the line that it was made of; empty where there is none.
        source: that line.
        said: the findings about it.
    """

    kind: Kind
    text: str = ""
    upstream: str = ""
    source: str = ""
    said: tuple[Said, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield what a person should know."""
        if self.upstream:
            yield f"  upstream {self.upstream}: {self.source}"
        is_theirs = self.kind not in (Kind.REPORTED, Kind.UNREPORTED)
        for said in self.said:
            if not (is_theirs and said.severity is Severity.NOTE):  # which is not why it failed
                yield f"  reported at line {said.line}: {said.rule} {said.message}"
        if self.kind is Kind.UNREPORTED and self.said:
            yield f"  {self.kind.value}: the conversion said nothing of this error"
        elif self.kind is not Kind.REPORTED:
            yield f"  {self.kind.value}: {_MEANING[self.kind]}"


_MEANING = {
    Kind.UNCONVERTED: "the conversion left this folder as it is: --vendored converts it",
    Kind.ABSENT: "upstream does not bring it, and would miss it here as well",
    Kind.STOPPED: "the project's own message, which would stop upstream here as well",
    Kind.REFUSED: "upstream is refused here, too: by a compiler, by CMake or make",
    Kind.NOT_OFFERED: "ROCm has it, and what this was built against does not",
    Kind.UNREPORTED: "the conversion said nothing of this place",
}

#: Folders of headers that CUDA's toolkit brings; ROCm's own headers may ask for them, as its Thrust
#: does that a host compiler reads.
_OF_CUDA = ("cuda/", "cub/", "nv/", "thrust/")
_ASSIGNED = re.compile(rb"\s*+([A-Za-z_]\w*+)\s*+(?:[:?+]|:[^=\n]++)?=(?!=)")
#: Scripts and Makefiles, in which a line fails for the value of a name.
_OF_VALUES = re.compile(r"(?i)\.(?:py|mk|mak|make)$|(?:^|/)(?:gnu)?makefile[^/]*$")
#: A header in a folder, as an `#include` names it from a folder that is searched.
_HEADER_OF_FOLDER = re.compile(
    r"\w[^/]*(?:/\w[^/]*)+\.(?:h|hh|hpp|hxx|cuh|inl|inc|ipp)|\w+(?:/\w+){2,}"
)


class Causes:
    """The causes of errors in one port.

    Args:
        record: its conversion.
        port: its root.

    Attributes:
        upstream: the tree that was converted.
    """

    def __init__(self, record: ConversionRecord, port: Path) -> None:
        self._record = record
        self.upstream = Brought(record.upstream, port)
        self._port = port
        self._lines = cache(_lines)
        self._refused = {
            one_cause(one.message.removeprefix(REFUSED_BY_CLANG).partition(", and at ")[0]): one
            for file in record.files.values()
            for one in file.said
            if one.message.startswith(REFUSED_BY_CLANG)
        }

    def of(self, path: str, line: int, message: str = "") -> Cause:
        """Return what is known of an error.

        Args:
            path: file of the port; empty where the error has no place.
            line: its line, from 1.
            message: the error, which may name what is absent.
        """
        path = posixpath.normpath(path) if path else path  # as src/../include/kernels.cuh
        file = self._record.file(path)
        is_own = is_inside(path)
        converted = self._lines(self._port / path) if is_own else []
        source = self._lines(self._record.upstream / file.upstream) if is_own else []
        if not source or not 1 <= line <= len(converted):
            kind = Kind.ABSENT if self._is_absent(message) else Kind.UNREPORTED
            if self._record.is_left_out(_missing(message)):
                kind = Kind.REPORTED
            return Cause(kind)
        at = line_before(source, converted, line)
        names = {name.encode() for name in _NAMED.findall(message)}
        is_foreign = self._record.is_unconverted(path)
        said = tuple(_said_of(file.said, source, at, names))
        if not said and _OF_VALUES.search(path):
            said = tuple(_said_of_values(file.said, source, at))
        if any(one.severity is not Severity.NOTE or _word_of(one, source) in names for one in said):
            kind = Kind.REPORTED
        elif (alike := self.refused_alike(message)) is not None:
            kind, said = Kind.REPORTED, (alike,)
        elif is_foreign and not self._is_absent(message):
            kind = Kind.UNCONVERTED
        else:
            kind = Kind.ABSENT if self._is_absent(message) else Kind.UNREPORTED
        return Cause(
            kind, _shown(converted[line - 1]), f"{file.upstream}:{at}", _shown(source[at - 1]), said
        )

    def refused_alike(self, message: str) -> Said | None:
        """Return the finding about errors of this cause, when a compiler was asked for them."""
        return self._refused.get(one_cause(message)) if message else None

    def told_of_assembly(self) -> bool:
        """Tell whether a statement of inline PTX was reported as one without a translation."""
        return any(
            one.severity is Severity.ERROR and one.message.startswith("inline PTX")
            for file in self._record.files.values()
            for one in file.said
        )

    def told_of_target(self, name: str) -> bool:
        """Tell whether a finding says that make has no rule for a file."""
        said = (one for file in self._record.files.values() for one in file.said)
        return any(one.message.startswith(f"make has no rule for {name},") for one in said)

    def define_command(self, name: str) -> bool:
        """Tell whether upstream's CMake files define a command."""
        definition = re.compile(rb"(?i)\b(?:function|macro)\s*\(\s*" + name.encode() + rb"\b")
        patterns = ("CMakeLists.txt", "*.cmake")
        files = (path for pattern in patterns for path in self.upstream.called(pattern))
        return any(definition.search(line) for path in files for line in self._lines(path))

    def _is_absent(self, message: str) -> bool:
        wanted = _missing(message)
        last = wanted.rpartition("/")[2]
        if wanted.encode() in _headers_of_tables() or wanted.startswith(_OF_CUDA):
            return False  # the conversion asked for it, or left it behind
        if _HEADER_OF_FOLDER.fullmatch(wanted) and not self.upstream.has_folder(
            wanted.partition("/")[0]
        ):
            return True  # another library's "boost/config.hpp" is not the project's "config.hpp"
        names = [glob.escape(last)]
        if "." not in last:  # a source that CMake is to complete
            names.append(f"{names[0]}.c*")
        return last not in ("", ".", "..") and not any(
            # The folder of a submodule that was not fetched is there, and empty.
            path.is_file() or (path.is_dir() and any(path.iterdir()))
            for name in names
            for path in self.upstream.called(name)
        )


@cache
def _headers_of_tables() -> frozenset[bytes]:
    """Return CUDA's headers, and those that a port includes in their place."""
    headers = load().headers
    return frozenset(headers) | {row.hip for row in headers.values()}


def _missing(message: str) -> str:
    """Return the file that an error says is not there; empty for other errors."""
    before, found, _ = message.partition(" file not found")
    if found:
        return before.rstrip("'").rpartition("'")[2]
    before, found, _ = message.partition(": No such file")
    return before.rpartition(" ")[2] if found else ""


def _word_of(said: Said, source: Sequence[bytes]) -> bytes:
    """Return the name that a finding is about; empty where it is about none."""
    if said.line > len(source):
        return b""
    word = _WORD.match(source[said.line - 1], max(0, said.column - 1))
    return word.group() if word is not None else b""


def _said_of(
    said: Sequence[Said], source: Sequence[bytes], at: int, names: Collection[bytes]
) -> list[Said]:
    """Return the findings about a line, or about a name in it that were made elsewhere.

    Of a macro those count that its definition has. An error may be in another line of the statement
    than the finding, and in any of an `asm` statement. Of notes about names, one about a name that
    the error names is enough.
    """
    exactly = [one for one in said if _word_of(one, source) in names]
    if exactly:
        return exactly
    lines = statement(source, at)
    start = lines.first if lines.is_asm else at
    words = set(_WORD.findall(b"\n".join(source[start - 1 : lines.last])))
    here = [one for one in said if lines.first <= one.line <= lines.last]
    if any(one.severity is not Severity.NOTE for one in here):
        return here
    expanded = list(_expanded(source, words))
    named = [
        one
        for one in said
        if one.severity is not Severity.NOTE and any(one.line in lines for lines in expanded)
    ] or [
        one for one in said if one.severity is not Severity.NOTE and _word_of(one, source) in words
    ]
    return [*here, *named[:1]]


def _said_of_values(said: Sequence[Said], source: Sequence[bytes], at: int) -> Iterator[Said]:
    """Yield the first finding about a line that gives a name in line `at` its value."""
    words = set(_WORD.findall(source[at - 1]))
    for one in said:
        given = _ASSIGNED.match(source[one.line - 1]) if one.line <= len(source) else None
        if one.severity is not Severity.NOTE and given is not None and given[1] in words:
            yield one
            return


def _expanded(source: Sequence[bytes], words: Collection[bytes]) -> Iterator[range]:
    """Yield the lines of the macros that words name, and of those that their bodies name."""
    macros = list(_macros(source))
    seen: set[bytes] = set()
    found = set(words)
    while new := [(name, lines) for name, lines in macros if name in found - seen]:
        for name, lines in new:
            seen.add(name)
            found.update(_WORD.findall(b"\n".join(source[lines.start - 1 : lines.stop - 1])))
            yield lines


def _macros(source: Sequence[bytes]) -> Iterator[tuple[bytes, range]]:
    """Yield the macros that a file defines, and the lines of each definition."""
    for at, line in enumerate(source, 1):
        if (match := _DEFINE.match(line)) is not None:
            end = at
            while end < len(source) and source[end - 1].rstrip().endswith(b"\\"):
                end += 1
            yield match[1], range(at, end + 1)


def _lines(path: Path) -> list[bytes]:
    try:
        return read_regular(path, LARGEST_SOURCE).splitlines()
    except OSError:
        return []


def _shown(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()[:200]
