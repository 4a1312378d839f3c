"""The launches of a kernel and their blocks, as far as the code says so.

A launch is `kernel<<<grid, block>>>`, one by `hipLaunchKernelGGL`, or one of either through a
pointer (`auto kernel = &k<float>; kernel<<<grid, block>>>`) that is used for nothing else but to
ask HIP about the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import prod
from typing import NamedTuple, TypeAlias

from porter.project.known_numbers import given_number, known_number
from porter.source.file import SourceFile

_ARGUMENTS = re.compile(r"<<<(?P<inside>[\s\S]*?)>>>")
#: What stands before a kernel that a pointer is set to, and the functions that ask about a pointer.
_POINTER = re.compile(
    r"\bauto\b[\s*&]*+(?:const\s++)?+(?P<name>\w++)\s*+=\s*+(?:&\s*+)?+(?:\w++\s*+::\s*+)*+\Z"
)
_POINTED = re.compile(r"\bauto\b[\s*&]*+(?:const\s++)?+\Z")
_ASKS = re.compile(
    r"\b(?:hip|cuda)(?:Func[SG]et|Occupancy)\w++\s*+\("
    r"(?:[^;(){}]++|\([^;(){}]{0,80}+\)){0,20}+\(?[^;(){}]*+\Z"
)
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


class Launch(NamedTuple):
    """One launch of a kernel.

    Attributes:
        sides: of its blocks; empty where they cannot be told.
        written: the block as the code has it; empty where the kernel is launched in a way that
            the code does not show: its address is taken, a macro or a string names it.
    """

    sides: Sides = ()
    written: str = ""


def largest_block(files: Iterable[SourceFile], kernel: str) -> int | None:
    """Return the most threads of a block that any launch of `kernel` has; None when one is unknown.

    A kernel whose address is taken, that a macro launches, or that a string names, as
    `hipModuleGetFunction` does, may be launched in any way.

    Args:
        files: the sources of the port.
        kernel: its name; namespaces do not count.
    """
    most = 0
    for sides, _ in launches(files, kernel):
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
    rows = {sides[0] if sides else None for sides, _ in launches(files, kernel)}
    return rows.pop() if len(rows) == 1 else None


def launches(files: Iterable[SourceFile], kernel: str) -> Iterator[Launch]:
    """Yield each launch of a kernel.

    Args:
        files: the sources of the port.
        kernel: its name; namespaces do not count.
    """
    kernel = kernel.rpartition("::")[2]
    quoted = f'"{kernel}"'.encode()
    for file in files:
        if quoted in file.data:
            yield Launch()
        yield from _of_name(file, kernel, is_pointer=False)


def _of_name(file: SourceFile, name: str, *, is_pointer: bool) -> Iterator[Launch]:
    """Yield the launches in a file of what a name stands for, a kernel or a pointer to one."""
    named = re.compile(
        rf"(?<![\w.>])(?<!->){re.escape(name)}\b"
        r"(?:\s*<(?!<)[^;{}]*?>(?=\s*(?:<<<|[(;])))?\s*(?P<next><<<|\(|\S)"
    )
    text = file.code.decode("latin-1")
    for match in named.finditer(text):
        start, behind = match.start(), match.start("next")
        near = text[max(0, start - _NEAR) : start]
        if launch := _ARGUMENTS.match(text, behind):
            yield from _blocks(["", *_apart(launch["inside"])], file, text)
        elif match["next"] == "(" and not is_pointer:  # declared, or defined
            continue
        elif call := _BY_MACRO.search(near):
            inside = start - len(near) + call.start("inside")
            yield from _blocks(_apart(text[inside:]), file, text)
        elif _ASKS.search(near) or (is_pointer and _POINTED.search(near)):
            continue
        elif (pointer := _POINTER.search(near)) and match["next"] == ";" and not is_pointer:
            yield from _of_name(file, pointer["name"], is_pointer=True)
        else:
            yield Launch()


def _blocks(parts: list[str], file: SourceFile, text: str) -> list[Launch]:
    """Return the launches that have these arguments: a kernel, a grid, a block."""
    if len(parts) < 3:
        return [Launch()]
    written = parts[2].strip()
    return [Launch(sides, written) for sides in _block(written, file, text)]


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
