"""The statements of a Makefile, and the condition between its sides.

Source: GNU make's manual, "Conditional Syntax": a conditional may stand between the lines of a
recipe, and begins with no tab there.
"""

from __future__ import annotations

import re

from porter.convert.gates.blocks import Role, Unit
from porter.convert.gates.words import Words

WORDS = Words(
    b"ifeq ($(HIP),1)  # HIP, by porter",
    b"else  # CUDA",
    b"endif  # HIP",
    b"ifneq ($(HIP),1)  # CUDA's alone",
)
#: What turns HIP's side on; a file that asks for it by itself cannot be given it.
SWITCH = b"$(HIP)"

_LINE = re.compile(rb"(?:[^\n\\]++|\\(?:\r?\n)?)*+\n?")
_DEFINES = re.compile(rb"[ \t]*+(?:(?:export|override)[ \t]++)*+define\b")
_ENDS = re.compile(rb"[ \t]*+endef\b")
_CONDITIONAL = re.compile(rb" *+(?:(ifn?(?:eq|def)\b)|(else\b)|(endif\b))")


def units(data: bytes) -> list[Unit]:
    """Return the lines of a Makefile, continued ones and those of a `define` together."""
    found: list[Unit] = []
    defined: list[bytes] = []
    for line in (match.group() for match in _LINE.finditer(data)):
        if defined:
            defined.append(line)
            if _ENDS.match(line):
                found.append(Unit(Role.PLAIN, b"".join(defined)))
                defined = []
        elif _DEFINES.match(line):
            defined = [line]
        elif line:
            found.append(Unit(_role(line), line))
    return [*found, Unit(Role.PLAIN, b"".join(defined))] if defined else found


def _role(line: bytes) -> Role:
    match = _CONDITIONAL.match(line)
    if match is None:
        return Role.PLAIN
    return Role.OPENS if match[1] else Role.PARTS if match[2] else Role.CLOSES
