"""The functions of a script: their lines stand where they are called, with what they are given.

`run() { ./app $1; }` is called by `run 64`, and the program with 64.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence

from porter.source.scripts.shell_lines import Line
from porter.source.scripts.shell_values import ShellValues

#: Source: POSIX, "Function Definition Command"; `function` is Bash's.
_HEAD = re.compile(
    r"(?P<indent>[ \t]*+)(?:function\s++(?P<word>[A-Za-z_][\w-]*+)\s*+(?:\(\s*+\))?+"
    r"|(?P<name>[A-Za-z_][\w-]*+)\s*+\(\s*+\))\s*+(?P<brace>\{)?+\s*+(?:#.*)?+$"
)
_CALL = re.compile(
    r"(?:^|[;&|(!]|\bdo\b|\bthen\b|\belse\b)\s*+"
    r"(?P<name>(?!(?:do|then|else|if)\b)[A-Za-z_][\w-]*+)(?P<given>[^;&|()<>]*+)"
)
#: Lines that calls may come to.
_MOST = 2000


def with_calls(lines: Iterable[Line], values: ShellValues) -> Iterator[Line]:
    """Yield the lines of a script with the values of its variables, those of functions as called.

    What a function calls in turn is not followed. The lines of one that nothing calls come last.

    Args:
        lines: as they are written.
        values: takes in what they assign.
    """
    outside, bodies = _divided(list(lines))
    called: set[str] = set()
    left = _MOST
    for line in outside:
        for text in [*values.lines(line.text)]:
            yield line._replace(text=text)
            for name, given in _calls(text, bodies):
                called.add(name)
                values.called(given)
                for one in bodies[name] if left > 0 else ():
                    left -= 1
                    yield from (one._replace(text=inner) for inner in values.lines(one.text))
                values.called(())
    for name, body in bodies.items():
        for one in body if name not in called else ():
            yield from (one._replace(text=inner) for inner in values.lines(one.text))


def _divided(lines: Sequence[Line]) -> tuple[list[Line], dict[str, Sequence[Line]]]:
    """Return the lines outside of functions, and those of each."""
    outside: list[Line] = []
    bodies: dict[str, Sequence[Line]] = {}
    index = 0
    while index < len(lines):
        head = _HEAD.match(lines[index].text)
        first = index + 1
        if head and not head["brace"]:
            has_brace = first < len(lines) and lines[first].text.strip() == "{"
            head, first = (head, first + 1) if has_brace else (None, first)
        end = _end(lines, first, head["indent"]) if head else None
        if head is None or end is None:
            outside.append(lines[index])
            index += 1
            continue
        bodies[head["word"] or head["name"]] = lines[first:end]
        index = end + 1
    return outside, bodies


def _end(lines: Sequence[Line], first: int, indent: str) -> int | None:
    """Return the line with the brace that closes a function, below where it begins."""
    for index in range(first, len(lines)):
        text = lines[index].text
        if text.strip() == "}" and len(text) - len(text.lstrip()) <= len(indent):
            return index
    return None


def _calls(line: str, bodies: Mapping[str, object]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the functions that a line calls, and with which words."""
    for found in _CALL.finditer(line) if bodies else ():
        if found["name"] in bodies:
            try:
                yield found["name"], shlex.split(found["given"])
            except ValueError:  # a quotation that goes on
                continue
