"""Recognizes the messages of a failed build, and the rules that concern them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from porter.tables.build_failures import build_failures

#: Lines that name a failure.
_IS_FAILURE = re.compile(
    r"(?i)\berror\b|fatal|cannot find|not found|undefined (?:reference|symbol)|\*\*\*"
    r"|^[\w.]++(?:(?<=Error)|(?<=Exception)): |does not offer|no such file|could not find"
    r"|not offered here|^porter-(?:hipcc|clang\+\+):"
)
#: The frame that make puts around what failed in it.
_FRAME = re.compile(
    # A command that ninja or make shows, whose options may speak of errors.
    r"^(?:\[\d+/\d+\] |(?:\S*/)?(?:hipcc|clang\+\+|clang|g\+\+|gcc|c\+\+|cc) +-)"
    r"|g?make(?:\[\d+\])?: (?:\*\*\*(?! No rule)|Target ')|ninja: build stopped|collect2: error"
    r"|^\d+ (?:errors?|warnings?)"
    r"|cannot build for the cpu executor"
    # How pip says that a script failed, whose own last line says why.
    r"|^error: (?:subprocess-exited-with-error|metadata-generation-failed)"
    r"|^note: This (?:error originates|is an issue)|^× |: finished with status 'error'$"
)
_LONGEST = 2000


class Failure(NamedTuple):
    """A line of a build's output that names a failure.

    Attributes:
        line: the line.
        means: what it means for a port; empty where the table does not know it.
        rules: ids of the rules that concern it.
    """

    line: str
    means: str = ""
    rules: tuple[str, ...] = ()


def failures(lines: Iterable[str]) -> Iterator[Failure]:
    """Yield what failed, each cause once.

    Lines that only say that something failed are left out. Where nothing names a cause, the last
    line is taken for one.
    """
    seen: set[str] = set()
    last = ""
    for text in lines:
        line = text.strip()[:_LONGEST]
        last = line or last
        if not _IS_FAILURE.search(line) or _FRAME.search(line):
            continue
        kind = next((one for one in build_failures() if one.says.search(line)), None)
        key = kind.means if kind else re.sub(r"\d+|'[^']*'", "", line.rpartition("error:")[2])
        if key not in seen:
            seen.add(key)
            yield Failure(line, kind.means, kind.rules) if kind else Failure(line)
    if not seen and last:
        yield Failure(last)
