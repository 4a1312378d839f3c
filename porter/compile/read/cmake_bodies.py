"""Bodies of CMake's functions, macros and loops: what they are called with, and how often they run.

Source: CMake's manual, cmake-commands(7): `function`, `macro`, `foreach`, `cmake_parse_arguments`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from porter.source.build_files.cmake import Command

#: What begins a body, and what ends it.
ENDS = {
    b"function": b"endfunction",
    b"macro": b"endmacro",
    b"foreach": b"endforeach",
    b"while": b"endwhile",
}
#: Turns of one loop that are run.
_MOST_TURNS = 1000

Values = Mapping[str, Sequence[str]]


class Text(NamedTuple):
    """The text of a script.

    Attributes:
        path: its file.
        data: its bytes.
    """

    path: Path
    data: bytes


@dataclass(frozen=True)
class Body:
    """What a function or macro does.

    Attributes:
        is_function: it has variables of its own.
        parameters: their names.
        commands: what is run.
        script: the text that they stand in.
    """

    is_function: bool
    parameters: tuple[str, ...]
    commands: Sequence[Command]
    script: Text

    def bound(self, words: Sequence[str]) -> dict[str, list[str]]:
        """Return the variables that hold the arguments of a call.

        Args:
            words: the arguments.
        """
        beyond = list(words[len(self.parameters) :])
        values = {f"ARGV{at}": [word] for at, word in enumerate(words)}
        values |= {name: [word] for name, word in zip(self.parameters, words, strict=False)}
        return (
            values
            | {"ARGC": [str(len(words))], "ARGV": list(words), "ARGN": beyond}
            | {"CMAKE_CURRENT_FUNCTION_LIST_DIR": [str(self.script.path.parent)]}
        )


def end_of(commands: Sequence[Command], start: int) -> int:
    """Return where the body that a command begins ends: the command that ends it, or the end.

    Args:
        commands: of a script.
        start: the index of the command.
    """
    name = commands[start].name
    depth = 0
    for at in range(start, len(commands)):
        depth += (commands[at].name == name) - (commands[at].name == ENDS[name])
        if depth == 0:
            return at
    return len(commands)


def turns(words: Sequence[str], values: Values) -> Iterator[str]:
    """Yield the value of a loop's variable for each turn; nothing for loops that have several.

    Args:
        words: the arguments of `foreach`.
        values: the variables where it stands.
    """
    rest = list(words[1:])
    items: Sequence[object] = rest
    if rest[:1] == ["RANGE"]:
        numbers = [int(word) for word in rest[1:] if word.lstrip("-").isdecimal()]
        if len(numbers) == len(rest) - 1 and 1 <= len(numbers) <= 3:
            first, last, step = (*((0, *numbers) if len(numbers) == 1 else numbers), 1)[:3]
            items = range(first, last + 1, max(step, 1))
        else:
            items = ()
    elif rest[:1] == ["IN"]:
        items = []
        kind = ""
        for word in rest[1:]:
            if word in ("LISTS", "ITEMS", "ZIP_LISTS"):
                kind = word
            elif kind == "ITEMS":
                items.append(word)
            elif kind == "LISTS":
                items += values.get(word, ())
    yield from map(str, items[:_MOST_TURNS])


def parsed(words: Sequence[str]) -> dict[str, list[str]]:
    """Return the variables that `cmake_parse_arguments` sets; none for its other form.

    Args:
        words: its arguments: prefix, options, names of one value, names of several, and the rest,
            of which the three lists are one word each.
    """
    if len(words) < 4 or words[0] == "PARSE_ARGV":
        return {}
    prefix = words[0]
    options, ones, many = (one.split(";") if one else [] for one in words[1:4])
    values: dict[str, list[str]] = {f"{prefix}_{name}": ["FALSE"] for name in options}
    values[f"{prefix}_UNPARSED_ARGUMENTS"] = []
    name, is_one = "UNPARSED_ARGUMENTS", False
    for word in words[4:]:
        if word in options:
            values[f"{prefix}_{word}"] = ["TRUE"]
            name, is_one = "UNPARSED_ARGUMENTS", False
        elif word in ones or word in many:
            name, is_one = word, word in ones
            values[f"{prefix}_{name}"] = []
        else:
            values.setdefault(f"{prefix}_{name}", []).append(word)
            if is_one:
                name, is_one = "UNPARSED_ARGUMENTS", False
    return values
