"""What a grid that is a quotient of sizes tells of them: `dim3 grid(m / 32, k * n / (16 * 256))`.

With smaller sizes it has no block, and what is left of others no block reaches: they are multiples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import gcd, prod
from typing import TYPE_CHECKING

from porter.source.text.brackets import closing, split_arguments
from porter.verify.drafting.cpp_code import Function
from porter.verify.drafting.meanings import Size
from porter.verify.drafting.space import Slot, Space
from porter.verify.drafting.values import Values

if TYPE_CHECKING:
    from tree_sitter import Node

#: A grid that code names before it launches with it.
_NAMED = rb"\bdim3\s++%b\s*+(?:=\s*+dim3\s*+)?+(?=[({])"
_DIVISION = re.compile(r"\(?((?:\w++\*?)++)\)?/\(?((?:\w++\*?)++)\)?")
_CAST = re.compile(r"static_cast<[\w ]++>|\((?:int|unsigned|size_t|int64_t)\)")
#: Of larger products no sizes are drawn.
_LARGEST = 1 << 20


def note_grid(
    function: Function, launch: Node, values: Values, constants: Mapping[str, int]
) -> None:
    """Take on that sizes come to a whole number of blocks.

    Args:
        function: that launches a kernel.
        launch: what stands between the angle brackets.
        values: what the function's names stand for.
        constants: macros that stand for numbers.
    """
    for text in _dimensions(function, launch):
        found = _DIVISION.fullmatch(_CAST.sub("", text).replace(" ", ""))
        if found is None:
            continue
        sizes = [values.names.get(one) for one in found[1].split("*")]
        slots = [one.slot for one in sizes if isinstance(one, Size) and not one.plus]
        count = _product(found[2], constants)
        if slots and len(slots) == len(sizes) and 1 < count <= _LARGEST:
            share(count, slots, values.space)
            place = function.place(launch)
            values.space.evidence.setdefault(f"a grid of {text.strip()} blocks", place)


def _dimensions(function: Function, launch: Node) -> Iterator[str]:
    """Yield the expressions of a grid's dimensions."""
    data = function.data[launch.start_byte : launch.end_byte]
    first = data.lstrip(b"<").partition(b",")[0]
    body = function.data[function.body.start_byte : function.body.end_byte]
    if re.fullmatch(rb"\s*+\w++\s*+", first):
        named = re.search(_NAMED % re.escape(first.strip()), body)
        opened = named.end() if named else -1
        end = closing(body, opened) if named else None
        parts = split_arguments(body, opened + 1, end) if end else ()
        yield from (body[start:stop].decode("utf-8", "replace") for start, stop in parts)
    else:
        yield first.decode("utf-8", "replace")


def _product(text: str, constants: Mapping[str, int]) -> int:
    """Return what constants come to, multiplied; 0 where one is not known."""
    words = text.split("*")
    return prod(int(one) if one.isdecimal() else constants.get(one, 0) for one in words)


def share(count: int, slots: list[Slot], space: Space) -> None:
    """Make sizes such that they come to a multiple of a number, each to as small a one as can be.

    Args:
        count: the number.
        slots: the sizes, which are multiplied.
        space: what is known of them, and is added to.
    """
    free = []
    for slot in dict.fromkeys(slots):
        limits = space.limits(slot)
        known = gcd(*(one for one in limits.values if isinstance(one, int))) or limits.multiple
        count //= gcd(count, known)
        if not limits.values:
            free.append(limits)
    factor = 2
    while count > 1 and free:
        while count % factor:
            factor += 1
        least = min(free, key=lambda one: one.multiple)
        least.multiple *= factor
        count //= factor
