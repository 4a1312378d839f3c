"""The blocks that a kernel is launched with, where launches say so in numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import prod
from typing import TypeAlias

from porter.project.known_numbers import given_number, known_number
from porter.source.file import SourceFile

_ARGUMENTS = re.compile(r"<<<(?P<inside>[\s\S]*?)>>>")
#: HIP's own way to launch, up to a kernel's name, and how far that may reach. A kernel with a comma
#: stands in brackets there.
_BY_MACRO = re.compile(r"\bhipLaunchKernelGGL\s*\((?P<inside>\s*(?:\(\s*)?(?:\w+\s*::\s*)*)$")
_NEAR = 200
_SIZES = r"[({](?P<sizes>(?:[^(){}]|\([^(){}]*\))*)[)}]"
_DIM3 = re.compile(rf"dim3\s*{_SIZES}$")
_NAME = re.compile(r"[A-Za-z_]\w*")
#: `dim3 grid(n), block(16, 16);`, with what follows the name of the block.
_DECLARED = (
    r"\bdim3\s+(?:\w+\s*(?:\([^();]*\))?\s*,\s*)*\b{name}\s*(?:=\s*(?:dim3\s*)?)?"
    + _SIZES.replace("{", "{{").replace("}", "}}")
)
#: What may give a variable another value: a parameter of its name, its address, one of its sides,
#: a statement.
_CHANGED = (
    r"\b\w+[\s&*]+{name}\s*[,)]|(?:&|\+\+|--|>>)\s*{name}\b|[;{{}})]\s*{name}\s*=(?!=)"
    r"|\b{name}\s*\.\s*[xyz]\s*[-+*/]?=(?!=)"
)


#: The sizes of a block in x, y and z, the last ones left out where a launch does; None: not known.
Sides: TypeAlias = tuple[int | None, ...]


def largest_block(files: Iterable[SourceFile], kernel: str) -> int | None:
    """Return the most threads of a block that any launch of `kernel` has; None when one is unknown.

    A kernel whose address is taken, that a macro launches, or that a string names, as
    `hipModuleGetFunction` does, may be launched in any way.

    Args:
        files: the sources of the port.
        kernel: its name; namespaces do not count.
    """
    most = 0
    for sides in _launches(files, kernel):
        known = [side for side in sides if side is not None]
        if not sides or len(known) < len(sides):
            return None
        most = max(most, prod(known))
    return most or None


def row_of_blocks(files: Iterable[SourceFile], kernel: str) -> int | None:
    """Return how many threads a row of a block has, its size in x, when all launches agree.

    Args:
        files: the sources of the port.
        kernel: its name; namespaces do not count.
    """
    rows = {sides[0] if sides else None for sides in _launches(files, kernel)}
    return rows.pop() if len(rows) == 1 else None


def _launches(files: Iterable[SourceFile], kernel: str) -> Iterator[Sides]:
    """Yield the blocks of each launch; nothing of a block where one cannot be told."""
    kernel = kernel.rpartition("::")[2]
    named = re.compile(
        rf"\b{re.escape(kernel)}\b(?:\s*<(?!<)[^;{{}}]*?>(?=\s*(?:<<<|\()))?\s*(?P<next><<<|\(|\S)"
    )
    quoted = f'"{kernel}"'.encode()
    for file in files:
        if quoted in file.data:
            yield ()
        text = file.code.decode("latin-1")
        for match in named.finditer(text):
            if match["next"] == "(":  # declared, or defined
                continue
            yield from _blocks(file, text, match.start(), match.start("next"))


def _blocks(file: SourceFile, text: str, start: int, behind: int) -> list[Sides]:
    """Return what a kernel's name is launched with where it stands; an empty block: no launch."""
    if launch := _ARGUMENTS.match(text, behind):
        parts = ["", *_apart(launch["inside"])]
    elif call := _BY_MACRO.search(text, max(0, start - _NEAR), start):
        parts = _apart(text[call.start("inside") :])
    else:
        return [()]
    return _block(parts[2].strip(), file, text) if len(parts) > 2 else [()]


def _block(block: str, file: SourceFile, text: str) -> list[Sides]:
    """Return the blocks that a number, a `dim3` or a variable of either may be."""
    if match := _DIM3.match(block):
        return [_sides(match["sizes"], file, text)]
    if not _NAME.fullmatch(block):
        return [(known_number(file, block.encode("latin-1")),)]
    declared = [one["sizes"] for one in re.finditer(_DECLARED.format(name=block), text)]
    if not declared:
        return [(_number(block, file, text),)]
    is_changed = re.search(_CHANGED.format(name=block), text) is not None
    return [()] if is_changed else [_sides(one, file, text) for one in declared]


def _sides(sizes: str, file: SourceFile, text: str) -> Sides:
    """Return what a `dim3` is made of."""
    return tuple(_number(one.strip(), file, text) for one in _apart(sizes))


def _number(written: str, file: SourceFile, text: str) -> int | None:
    """Return a number, or that of a variable which is never given another."""
    number = known_number(file, written.encode("latin-1"))
    if number is not None or not _NAME.fullmatch(written):
        return number
    if re.search(_CHANGED.format(name=written), text):
        return None
    return given_number(file, written.encode("latin-1"))


def _apart(text: str) -> list[str]:
    """Return what commas separate outside of all brackets, up to one that closes more."""
    found: list[str] = []
    depth = start = 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return [*found, text[start:at]]
        if character == "," and depth == 0:
            found.append(text[start:at])
            start = at + 1
    return [*found, text[start:]]
