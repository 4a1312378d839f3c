"""The values that variables of a shell have on a line, as far as a text gives them plainly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import islice, product

_ASSIGNED = re.compile(
    r"(?:^|;|&&|\bdo\b|\bthen\b)\s*+(?:export\s++|local\s++|readonly\s++)?+"
    r"(?P<name>[A-Za-z_]\w*+)="
    r"(?P<value>\"[^\"\\`]*+\"|'[^']*+'|[^\s;&|\"'\\`()]*+)(?=\s*+(?:;|&&|#|$))",
    re.ASCII,
)
#: An array of Bash: `SIZES=(128 256)`.
_ARRAY = re.compile(r"(?:^|;|&&)\s*+(?P<name>[A-Za-z_]\w*+)=\((?P<words>[^`()]*+)\)", re.ASCII)
_LOOP = re.compile(
    r"(?:^|;|\bdo\b)\s*+for\s++(?P<name>\w++)\s++in\s++"
    r"(?P<words>(?:[^;`()$]|\$\(\s*+seq\b[^;`()]*+\)|\$(?!\())*+)",
    re.ASCII,
)
#: All of an array, or its first: `"${SIZES[@]}"`.
_ELEMENTS = re.compile(r"\$\{(?P<name>[A-Za-z_]\w*+)\[(?:(?P<all>[@*])|0)\]\}", re.ASCII)
_SEQUENCE = re.compile(
    r"\$\(\s*+seq\s++(?P<seq>\d++(?:\s++\d++){0,2})\s*+\)|"
    r"\{(?P<first>\d++)\.\.(?P<last>\d++)(?:\.\.(?P<step>\d++))?\}"
)
_USED = re.compile(
    r"\$(?:\{(?P<braced>\w++)(?::?-(?P<default>[\w.-]++))?\}|(?P<plain>[A-Za-z_]\w*+|[1-9]))",
    re.ASCII,
)
_MOST = 64
_LONGEST = 2000
#: Characters of a sequence that is written out.
_WIDEST = 60


class ShellValues:
    """What the variables of a script hold, line after line; branches are all taken.

    A variable of a loop holds each word of its list, of an array, or of a sequence. What else a
    command computes is not known, and stays as it is written. Source: POSIX, "Shell Command
    Language", "Parameter Expansion"; the manual of Bash, "Arrays" and "Brace Expansion".

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
        for one in _ARRAY.finditer(line):
            elements = " ".join(self._expanded(one["words"])).split()
            self._values[one["name"]] = tuple(word.strip("\"'") for word in elements[:_MOST])
        line = _ELEMENTS.sub(self._elements, line)
        for one in _LOOP.finditer(line):
            listed = _SEQUENCE.sub(_numbers, one["words"])
            words = " ".join(self._expanded(listed)).split()
            self._values[one["name"]] = tuple(
                islice((name for word in words for name in self._meant(word)), _MOST)
            )
        for one in _ASSIGNED.finditer(line):
            is_literal = one["value"].startswith("'")
            value = one["value"].strip("\"'")
            held = (value,) if is_literal else tuple(self._expanded(value))
            self._values[one["name"]] = held[:_MOST]
        yield from self._expanded(line)

    def called(self, arguments: Sequence[str]) -> None:
        """Take in what a function is called with: `$1`, `$2`.

        Args:
            arguments: the words behind its name.
        """
        for place in range(1, 10):
            self._values.pop(str(place), None)
        for place, word in enumerate(arguments[:9], 1):
            if not _USED.search(word):
                self._values[str(place)] = (word,)

    def _elements(self, found: re.Match[str]) -> str:
        held = self._values.get(found["name"], ())
        return " ".join(held if found["all"] else held[:1]) or found[0]

    def _meant(self, word: str) -> Iterator[str]:
        if "*" not in word:
            yield word.strip("\"'")
            return
        pattern = word.removeprefix("./")
        yield from (name for name in self._names if fnmatchcase(name, pattern))

    def _expanded(self, text: str) -> Iterator[str]:
        text = _USED.sub(self._default, text)
        used = {one["braced"] or one["plain"] for one in _USED.finditer(text)}
        known = sorted(name for name in used if self._values.get(name))
        for held in islice(product(*(self._values[name] for name in known)), _MOST):
            found = _with_values(text, dict(zip(known, held, strict=True)))
            if len(found) <= _LONGEST:
                yield found

    def _default(self, found: re.Match[str]) -> str:
        """Return what stands for a variable that is not set; itself where it has a value."""
        is_set = bool(self._values.get(found["braced"] or ""))
        return found[0] if is_set or found["default"] is None else found["default"]


def _numbers(found: re.Match[str]) -> str:
    """Return the numbers that a sequence holds, as far as they are needed."""
    if found["seq"]:
        words = [*map(int, found["seq"].split())]
        first, last = words[0] if len(words) > 1 else 1, words[-1]
        step = words[1] if len(words) == 3 else 1
    else:
        first, last, step = (int(found[one] or 1) for one in ("first", "last", "step"))
    if not step or len(found[0]) > _WIDEST:
        return found[0]
    return " ".join(map(str, islice(range(first, last + 1, step), _MOST)))


def _with_values(text: str, given: dict[str, str]) -> str:
    return _USED.sub(lambda one: given.get(one["braced"] or one["plain"], one[0]), text)
