"""A port's header of tuned attributes: one macro a kernel, one branch an architecture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import read_regular_text
from porter.files.write import write_atomically

NAME = "porter_tuning.hpp"
PREFIX = "PORTER_TUNED_"
_HEAD = """\
// Attributes of kernels that `porter tune` chose by compiling them, and what they gained. Edit them
// as you like: the next `porter tune` begins with what stands here.
#pragma once
"""
_BRANCH = re.compile(r"^#(?:if|elif) defined\(__(gfx\w+)__\)$")
_DEFINE = re.compile(rf"^#define {PREFIX}(\w+)(?: (__attribute__[^/\n]*[^/\s]))?(?:  // (.*))?$")
_CONSTANT = re.compile(r"^#define PORTER_TUNED_VALUE_(\w+) (-?\d+)(?:  // (.*))?$")

#: kernel -> architecture -> (attribute, what it gained).
Attributes = dict[str, dict[str, tuple[str, str]]]
#: constant -> (value, what it gained).
Constants = dict[str, tuple[int, str]]


def read(port: Path) -> tuple[Attributes, Constants]:
    """Return what a port's header says; nothing when there is none.

    Raises:
        PorterError: it cannot be read.
    """
    path = port / NAME
    if not path.exists():
        return {}, {}
    try:
        text = read_regular_text(path)
    except (OSError, ValueError) as error:
        raise PorterError(f"cannot be read: {error}", path=path) from error
    attributes: Attributes = {}
    constants: Constants = {}
    arch = ""
    for line in text.splitlines():
        if match := _BRANCH.match(line):
            arch = match[1]
        elif line.startswith(("#else", "#endif")):
            arch = ""
        elif match := _CONSTANT.match(line):
            constants[match[1]] = (int(match[2]), match[3] or "")
        elif match := _DEFINE.match(line):
            kernel = attributes.setdefault(match[1], {})
            if arch and match[2]:
                kernel[arch] = (match[2], match[3] or "")
    return attributes, constants


def text_of(attributes: Attributes, constants: Constants) -> str:
    """Return the header that says so."""
    lines = [_HEAD.rstrip()]
    if constants:
        lines.append("")
    for name, (value, gain) in sorted(constants.items()):
        lines.append(_with_gain(f"#define {PREFIX}VALUE_{name} {value}", gain))
    for kernel, archs in sorted(attributes.items()):
        lines.append("")
        for number, (arch, (attribute, gain)) in enumerate(sorted(archs.items())):
            lines.append(f"#{'elif' if number else 'if'} defined(__{arch}__)")
            lines.append(_with_gain(f"#define {PREFIX}{kernel} {attribute}", gain))
        if archs:
            lines += ["#else", f"#define {PREFIX}{kernel}", "#endif"]
        else:
            lines.append(f"#define {PREFIX}{kernel}")
    return "\n".join(lines) + "\n"


def write(
    port: Path, attributes: Mapping[str, dict[str, tuple[str, str]]], constants: Constants
) -> Path:
    """Write the header of a port and return its path."""
    path = port / NAME
    write_atomically(path, text_of(dict(attributes), constants).encode())
    return path


def _with_gain(line: str, gain: str) -> str:
    return f"{line}  // {gain}" if gain else line
