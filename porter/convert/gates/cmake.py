"""The statements of a CMake file, and the condition between its sides.

Source: CMake's manual, cmake-language(7), "Command Invocations", "Control Structures"; project(2)
wants its call to stand in the file, and takes one inside `if()`.
"""

from __future__ import annotations

from bisect import bisect_right

from porter.convert.gates.blocks import Role, Unit
from porter.convert.gates.words import Words
from porter.source.build_files.cmake import commands
from porter.source.text.lines import line_starts

WORDS = Words(
    b"if(USE_HIP)  # HIP, by porter",
    b"else()  # CUDA",
    b"endif()  # HIP",
    b"if(NOT USE_HIP)  # CUDA's alone",
)
#: What turns HIP's side on; a file that asks for it by itself cannot be given it.
SWITCH = b"USE_HIP"

_OPENS = frozenset((b"if", b"foreach", b"while", b"function", b"macro", b"block"))
_CLOSES = frozenset(b"end" + word for word in _OPENS)


def units(data: bytes) -> list[Unit]:
    """Return the lines of a file, those of one command together.

    Raises:
        CMakeSyntaxError: it is no CMake.
        ValueError: a line holds more than a command of a block.
    """
    starts = line_starts(data)
    ends = [*starts[1:], len(data)]
    found: list[Unit] = []
    line = 0
    for command in commands(data):
        first = bisect_right(starts, command.start) - 1
        last = bisect_right(starts, command.close) - 1
        role = _role(command.name)
        found += [Unit(Role.PLAIN, data[starts[n] : ends[n]]) for n in range(line, first)]
        if first < line:  # it begins in the last line of the one before
            if role is not Role.PLAIN or found[-1].role is not Role.PLAIN:
                raise ValueError("a line holds a block's command and another")
            more = data[starts[line] : ends[last]] if last >= line else b""
            found[-1] = Unit(Role.PLAIN, found[-1].text + more)
        else:
            found.append(Unit(role, data[starts[first] : ends[last]]))
        line = max(line, last + 1)
    found += [Unit(Role.PLAIN, data[starts[n] : ends[n]]) for n in range(line, len(starts))]
    return [unit for unit in found if unit.text]


def _role(name: bytes) -> Role:
    if name in _OPENS:
        return Role.OPENS
    if name in (b"else", b"elseif"):
        return Role.PARTS
    return Role.CLOSES if name in _CLOSES else Role.PLAIN
