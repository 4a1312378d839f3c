"""The errors in what a compiler said, and where in the port they come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_ERROR = re.compile(
    r"^(?:(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? )?(?:[\w+.-]+: )?"
    r"(?:fatal )?error: (?!too many errors emitted)(?P<text>.*)$",
    re.MULTILINE,
)
#: Lines that lead from an error in a library's header to the code that caused it: notes behind it
#: (who instantiated, which macro), and the includes before it.
_CAUSE = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):\d+: note: ", re.MULTILINE)
_INCLUDER = re.compile(
    r"^(?:In file included| +) from (?P<file>[^:\n]+):(?P<line>\d+)", re.MULTILINE
)


@dataclass(frozen=True)
class CompileError:
    """An error of a compiler, or of its driver.

    Args:
        file: where, relative to the port when it lies in it; for an error in a library's header
            the place in the port that led there; empty when the driver failed.
        line: 1-based; 0 when the driver failed.
        message: what the compiler said.
        header: `file:line` of the library's header that holds the error; else empty.
    """

    file: str
    line: int
    message: str
    header: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.file else self.message


def first_error(log: str, root: Path) -> CompileError:
    """Return the first error in what a compiler said.

    Args:
        log: its output.
        root: the port, to which paths are made relative.
    """
    found = next(errors(log, root), None)
    if found is not None:
        return found
    lines = log.strip().splitlines()
    return CompileError("", 0, lines[-1] if lines else "the compiler failed without a word")


def errors(log: str, root: Path) -> Iterator[CompileError]:
    """Yield the errors in what a compiler said, in order; arguments as for `first_error`."""
    found = list(_ERROR.finditer(log))
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(log)
        yield _error(log, match, end, root)


def _error(log: str, match: re.Match[str], end: int, root: Path) -> CompileError:
    """Return an error by its line, the notes up to `end` behind it, and the includes before it."""
    file, line, text = match["file"] or "", int(match["line"] or 0), match["text"]
    own = _within(file, root)
    if own is not None or not file:
        return CompileError(own or "", line, text)
    behind = _CAUSE.finditer(log, match.end(), end)
    before = list(_INCLUDER.finditer(log, 0, match.start()))
    for place in (*behind, *reversed(before)):
        own = _within(place["file"], root)
        if own is not None:
            return CompileError(own, int(place["line"]), text, f"{file}:{line}")
    return CompileError(file, line, text)


def _within(file: str, root: Path) -> str | None:
    """Return a path relative to the port, None when it lies elsewhere."""
    path = Path(file)
    if not file or not path.is_relative_to(root):
        return None
    return path.relative_to(root).as_posix()
