"""The variable without which make compiles nothing for a GPU: `make gpu=1`.

A Makefile whose lines for a GPU stand behind `ifdef gpu` builds without a word what runs on the
host alone. The variables of its conditions are tried, one at a time. Source: GNU make's manual,
"Overriding Variables", "Conditional Syntax".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from porter.compile.read.make_prerequisites import MakePrerequisites
from porter.compile.read.make_rules import MakeRules
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.source.build_files.makefile import Kind, lines
from porter.source.build_files.unfollowed import Unfollowed

#: What compiles for a GPU, or hands it on to what may.
_DEVICE = re.compile(
    r"\b(?:hipcc|nvcc|amdclang\+\+)|\$[({]MAKE[)}]|\bmake\b|\bcmake\b|\.sh\b|python"
)
_COMPILER = re.compile(rb"\b(?:hipcc|nvcc|amdclang\+\+)")
_NAME = re.compile(rb"\s*+(\w++)\s*+")
_ASKED = re.compile(
    rb"\s*+\(?[ \t]*+[\"']?\$[({](?P<name>\w++)[)}][\"']?(?:[ \t]*+,|[ \t])[ \t]*+"
    rb"[\"']?(?P<value>\w++)[\"']?[ \t]*+\)?\s*+"
)
#: Conditions that are tried.
_MOST = 8


class DeviceSide(NamedTuple):
    """A variable that has make compile for a GPU.

    Attributes:
        name: the variable.
        value: a value that does.
        line: the line of the condition, from 1.
    """

    name: str
    value: str
    line: int


def device_side(root: Path, path: Path) -> DeviceSide | None:
    """Return what make is to be given so that it compiles for a GPU; None where it does.

    None also where nothing that it may be given has it do so.

    Args:
        root: the port.
        path: the Makefile.
    """
    try:
        data = read_regular(path, LARGEST_SETTINGS)
    except OSError:
        return None
    if not _COMPILER.search(data) or _compiles_for_device(root, path, {}):
        return None
    asked = list(_asked(data))[:_MOST]
    return next(
        (one for one in asked if _compiles_for_device(root, path, {one.name: one.value})), None
    )


def _compiles_for_device(root: Path, path: Path, given: Mapping[str, str]) -> bool:
    """Tell whether the first target may compile for a GPU."""
    reader = MakeRules(root, path, Unfollowed(root), given)
    values = reader.values
    for rule, _ in MakePrerequisites(path, reader).reached():
        for line in rule.recipe:
            known, text = values.unknown, values.expand(line.text)
            if values.unknown != known or _DEVICE.search(text) or _DEVICE.search(line.text):
                return True
    return False


def _asked(data: bytes) -> Iterator[DeviceSide]:
    """Yield the variables that conditions ask for, each once, with a value that they want."""
    done: set[bytes] = set()
    for line in lines(data):
        if line.kind is not Kind.CONDITIONAL:
            continue
        word = line.name.split()[-1:]
        match = _NAME.fullmatch(line.text)
        if word in ([b"ifdef"], [b"ifndef"]) and match:
            name, value = match[1], b"1"
        elif word == [b"ifeq"] and (match := _ASKED.fullmatch(line.text)):
            name, value = match["name"], match["value"]
        else:
            continue
        if name not in done:
            done.add(name)
            number = data.count(b"\n", 0, line.start) + 1
            yield DeviceSide(name.decode(), value.decode(), number)
