"""The largest block that a kernel is ever launched with, where every launch says so in numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import prod

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


def largest_block(files: Iterable[SourceFile], kernel: str) -> int | None:
    """Return the most threads of a block that any launch of `kernel` has; None when one is unknown.

    A kernel whose address is taken, that a macro launches, or that a string names, as
    `hipModuleGetFunction` does, may be launched in any way.

    Args:
        files: the sources of the port.
        kernel: its name without namespaces.
    """
    named = re.compile(
        rf"\b{re.escape(kernel)}\b(?:\s*<(?!<)[^;{{}}]*?>(?=\s*(?:<<<|\()))?\s*(?P<next><<<|\(|\S)"
    )
    most = 0
    quoted = f'"{kernel}"'.encode()
    for file in files:
        if quoted in file.data:
            return None
        text = file.code.decode("latin-1")
        for match in named.finditer(text):
            if match["next"] == "(":  # declared, or defined
                continue
            size = _size(file, text, match.start(), match.start("next"))
            if size is None:
                return None
            most = max(most, size)
    return most or None


def _size(file: SourceFile, text: str, start: int, behind: int) -> int | None:
    """Return the threads of a block where a kernel's name stands; None where it is no launch."""
    if launch := _ARGUMENTS.match(text, behind):
        parts = ["", *_apart(launch["inside"])]
    elif call := _BY_MACRO.search(text, max(0, start - _NEAR), start):
        parts = _apart(text[call.start("inside") :])
    else:
        return None
    return _threads(parts[2].strip(), file, text) if len(parts) > 2 else None


def _threads(block: str, file: SourceFile, text: str) -> int | None:
    """Return how many threads a block has at most: a number, a `dim3`, a variable of either."""
    if match := _DIM3.match(block):
        return _product(match["sizes"], file, text)
    if not _NAME.fullmatch(block):
        return known_number(file, block.encode("latin-1"))
    declared = [one["sizes"] for one in re.finditer(_DECLARED.format(name=block), text)]
    if not declared:
        return _number(block, file, text)
    sizes = [_product(one, file, text) for one in declared]
    known = [size for size in sizes if size is not None]
    is_changed = re.search(_CHANGED.format(name=block), text) is not None
    return max(known) if len(known) == len(sizes) and not is_changed else None


def _product(sizes: str, file: SourceFile, text: str) -> int | None:
    """Return the product of what a `dim3` is made of."""
    numbers = [_number(one.strip(), file, text) for one in _apart(sizes)]
    known = [number for number in numbers if number is not None]
    return prod(known) if len(known) == len(numbers) else None


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
