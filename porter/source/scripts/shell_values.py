"""The values that variables of a shell have on a line, as far as a text gives them plainly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import islice, product

_ASSIGNED = re.compile(
    r"(?:^|;|&&|\bdo\b|\bthen\b)\s*+(?:export\s++|local\s++|readonly\s++)?+(?P<name>[A-Za-z_]\w*+)="
    r"(?P<value>\"[^\"\\`]*+\"|'[^']*+'|[^\s;&|\"'\\`()]*+)(?=\s*+(?:;|&&|#|$))",
    re.ASCII,
)
_LOOP = re.compile(
    r"(?:^|;|\bdo\b)\s*+for\s++(?P<name>\w++)\s++in\s++(?P<words>[^;`()]*+)", re.ASCII
)
_USED = re.compile(r"\$(?:\{(?P<braced>\w++)\}|(?P<plain>[A-Za-z_]\w*+))", re.ASCII)
_MOST = 64
_LONGEST = 2000


class ShellValues:
    """What the variables of a script hold, line after line; branches are all taken.

    A variable of a loop holds each word of its list. What a command computes is not known, and
    stays as it is written. Source: POSIX, "Shell Command Language", "Parameter Expansion".

    Args:
        names: the files beside the script, for the patterns of loops.
    """

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self._names = names
        self._values: dict[str, tuple[str, ...]] = {}

    def lines(self, line: str) -> Iterator[str]:
        """Take in what a line assigns, and yield it with the values: once for each of a loop's.

        Args:
            line: as the shell reads it.
        """
        if len(line) > _LONGEST:
            return
        for one in _LOOP.finditer(line):
            words = " ".join(self._expanded(one["words"])).split()
            self._values[one["name"]] = tuple(
                islice((name for word in words for name in self._meant(word)), _MOST)
            )
        for one in _ASSIGNED.finditer(line):
            is_literal = one["value"].startswith("'")
            value = one["value"].strip("\"'")
            held = (value,) if is_literal else tuple(self._expanded(value))
            self._values[one["name"]] = held[:_MOST]
        yield from self._expanded(line)

    def _meant(self, word: str) -> Iterator[str]:
        if "*" not in word:
            yield word.strip("\"'")
            return
        pattern = word.removeprefix("./")
        yield from (name for name in self._names if fnmatchcase(name, pattern))

    def _expanded(self, text: str) -> Iterator[str]:
        used = {one["braced"] or one["plain"] for one in _USED.finditer(text)}
        known = sorted(name for name in used if self._values.get(name))
        for held in islice(product(*(self._values[name] for name in known)), _MOST):
            found = _with_values(text, dict(zip(known, held, strict=True)))
            if len(found) <= _LONGEST:
                yield found


def _with_values(text: str, given: dict[str, str]) -> str:
    return _USED.sub(lambda one: given.get(one["braced"] or one["plain"], one[0]), text)
