"""A port's header of tuned attributes, constants and unroll factors: one macro for each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import read_regular_text
from porter.files.write import write_atomically
from porter.tune.choices import Choice

NAME = "porter_tuning.hpp"
PREFIX = "PORTER_TUNED_"
_HEAD = """\
// What `porter tune` chose for kernels by compiling them, and what it gained. Edit it as you like:
// the next `porter tune` begins with what stands here.
#pragma once
"""
_BRANCH = re.compile(r"^#(?:if|elif) defined\(__(gfx\w+)__\)$")
_DEFINE = re.compile(rf"^#define {PREFIX}(\w+)(?: (__attribute__[^/\n]*[^/\s]))?(?:  // (.*))?$")
_CONSTANT = re.compile(r"^#define PORTER_TUNED_VALUE_(\w+) (-?\d+)(?:  // (.*))?$")
_LOOP = re.compile(r"^#define PORTER_TUNED_UNROLL_(\w++)(.*+)$")


@dataclass(slots=True)
class Loop:
    """How often a loop is unrolled.

    Attributes:
        own: what the code says behind `#pragma unroll`; empty for all of it.
        factors: architecture -> (factor, what it gained).
    """

    own: str
    factors: dict[str, tuple[int, str]] = field(default_factory=dict)


@dataclass(slots=True)
class Header:
    """What a port's header says.

    Attributes:
        attributes: kernel -> architecture -> (attributes, what they gained).
        constants: constant -> (value, what it gained).
        loops: kernel and number of the loop -> how often it is unrolled.
    """

    attributes: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    constants: dict[str, tuple[int, str]] = field(default_factory=dict)
    loops: dict[str, Loop] = field(default_factory=dict)

    def choose(self, macro: str, processor: str, choice: Choice, gain: str = "") -> None:
        """Add a choice to what a kernel has on a processor; attributes of other names stay."""
        archs = self.attributes.setdefault(macro, {})
        if text := choice.added_to(archs.get(processor, ("", ""))[0]):
            archs[processor] = (text, gain)

    def copy(self) -> Header:
        """Return one that can be changed by itself."""
        return Header(
            {macro: dict(archs) for macro, archs in self.attributes.items()},
            dict(self.constants),
            {name: Loop(one.own, dict(one.factors)) for name, one in self.loops.items()},
        )


def read(port: Path) -> Header:
    """Return what a port's header says; nothing when there is none.

    Raises:
        PorterError: it cannot be read.
    """
    path = port / NAME
    found = Header()
    if not path.exists():
        return found
    try:
        text = read_regular_text(path)
    except (OSError, ValueError) as error:
        raise PorterError(f"cannot be read: {error}", path=path) from error
    arch = ""
    for line in text.splitlines():
        if match := _BRANCH.match(line):
            arch = match[1]
        elif line.startswith(("#else", "#endif")):
            arch = ""
        elif match := _CONSTANT.match(line):
            found.constants[match[1]] = (int(match[2]), match[3] or "")
        elif match := _LOOP.match(line):
            loop = found.loops.setdefault(match[1], Loop(""))
            factor, _, gain = match[2].strip().partition("  // ")
            if arch and factor.isdecimal():
                loop.factors[arch] = (int(factor), gain)
            elif not arch:
                loop.own = factor
        elif match := _DEFINE.match(line):
            kernel = found.attributes.setdefault(match[1], {})
            if arch and match[2]:
                kernel[arch] = (match[2], match[3] or "")
    return found


def text_of(header: Header) -> str:
    """Return the header that says so."""
    lines = [_HEAD.rstrip()]
    if header.constants:
        lines.append("")
    for name, (value, gain) in sorted(header.constants.items()):
        lines.append(_with_gain(f"#define {PREFIX}VALUE_{name} {value}", gain))
    for kernel, archs in sorted(header.attributes.items()):
        lines += _by_architecture(f"#define {PREFIX}{kernel}", archs, "")
    for name, loop in sorted(header.loops.items()):
        factors = {arch: (str(factor), gain) for arch, (factor, gain) in loop.factors.items()}
        lines += _by_architecture(f"#define {PREFIX}UNROLL_{name}", factors, loop.own)
    return "\n".join(lines) + "\n"


def write(port: Path, header: Header) -> Path:
    """Write the header of a port and return its path."""
    path = port / NAME
    write_atomically(path, text_of(header).encode())
    return path


def _by_architecture(define: str, archs: dict[str, tuple[str, str]], otherwise: str) -> list[str]:
    """Return a macro that has a value for each of some architectures, and one for all others."""
    other = f"{define} {otherwise}".rstrip()
    if not archs:
        return ["", other]
    lines = [""]
    for number, (arch, (value, gain)) in enumerate(sorted(archs.items())):
        lines.append(f"#{'elif' if number else 'if'} defined(__{arch}__)")
        lines.append(_with_gain(f"{define} {value}", gain))
    return [*lines, "#else", other, "#endif"]


def _with_gain(line: str, gain: str) -> str:
    return f"{line}  // {gain}" if gain else line
