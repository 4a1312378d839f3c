"""Cases of the video instructions: every operation, and a draw of the modifiers that it takes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from tests.ptx.case import IN, Case

_SEED = 9716
#: Drawn of each operation, on numbers of 32 bits and on lanes.
_DRAWN = 10
_TYPES = ("u32", "s32")
_SIGNED = ["".join(f".{one}" for one in types) for types in product(_TYPES, repeat=3)]
_COMPARED = [
    f".{a}.{b}.{kind}"
    for a, b, kind in product(_TYPES, _TYPES, ("eq", "ne", "lt", "le", "gt", "ge"))
]
_SHIFTED = [f".{d}.{a}.u32.{mode}" for d, a, mode in product(_TYPES, _TYPES, ("clamp", "wrap"))]
_ADDED = ("", ".add")
_PARTS = ("", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1")
_SATURATED = [signed + sat for signed, sat in product(_SIGNED, ("", ".sat"))]


def _opcodes() -> Iterator[str]:
    draw = random.Random(_SEED)
    scalar = {"vset": _COMPARED, "vshl": _SHIFTED, "vshr": _SHIFTED}
    for word in ("vadd", "vsub", "vabsdiff", "vmin", "vmax", *scalar):
        every = [word + first + add for first, add in product(scalar.get(word, _SIGNED), _ADDED)]
        yield from draw.sample(every, _DRAWN)
    for word, sign, second in product(("vmin", "vmax"), _TYPES, ("min", "max")):
        yield f"{word}.{sign}.{sign}.{sign}.{second}"
    for lanes in "24":
        for word in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"):
            every = [f"{word}{lanes}{first}" for first in _SATURATED]
            every += [f"{word}{lanes}{first}.add" for first in _SIGNED]
            yield from draw.sample(every, _DRAWN)
        every = [f"vset{lanes}{first}{add}" for first, add in product(_COMPARED, _ADDED)]
        yield from draw.sample(every, _DRAWN)


def _of_parts() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield opcodes with the halves and bytes of the result and of the operands.

    A GPU gives something else than the ISA says for a result's upper half, and with `.sat`.
    """
    for opcode, parts in _drawn_of_parts():
        if not (parts[0] == ".h1" or (parts[0] and ".sat" in opcode)):
            yield opcode, parts


def _drawn_of_parts() -> Iterator[tuple[str, tuple[str, ...]]]:
    draw = random.Random(_SEED + 1)
    scalar = {"vset": _COMPARED}
    for word in ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vset"):
        for first in draw.sample(scalar.get(word, _SATURATED), 8):
            yield word + first, (draw.choice(_PARTS[1:]), draw.choice(_PARTS), draw.choice(_PARTS))
        for first in draw.sample(scalar.get(word, _SIGNED), 4):
            yield word + first, ("", draw.choice(_PARTS[1:]), draw.choice(_PARTS))
            yield f"{word}{first}.add", ("", draw.choice(_PARTS), draw.choice(_PARTS[1:]))
    for word, first in product(("vshl", "vshr"), draw.sample(_SHIFTED, 5)):
        yield word + first, ("", draw.choice(_PARTS), draw.choice(_PARTS[1:]))
        yield word + first, (draw.choice(_PARTS[1:]), draw.choice(_PARTS), draw.choice(_PARTS))
    for first in _SIGNED:
        yield f"vmad{first}", ("", draw.choice(_PARTS), draw.choice(_PARTS))


def video_cases() -> Iterator[Case]:
    """Yield the cases."""
    for opcode, parts in _of_parts():
        is_third = parts[0] or opcode.endswith(".add") or opcode.startswith("vmad")
        letters = (*parts, "") if is_third else parts
        operands = ", ".join(f"@@{number}{part}" for number, part in enumerate(letters))
        inputs = tuple(("r", IN["r"].format(number)) for number in range(len(letters) - 1))
        name = " ".join((opcode, *filter(None, parts)))
        yield Case(name, f"{opcode} {operands};", ("r",), inputs, "int")
    for opcode in _opcodes():
        is_third = opcode.split(".")[0][-1] in "24" or opcode.endswith((".add", ".min", ".max"))
        count = 3 if is_third else 2
        operands = ", ".join(f"@@{number}" for number in range(count + 1))
        inputs = tuple(("r", IN["r"].format(number)) for number in range(count))
        yield Case(opcode, f"{opcode} {operands};", ("r",), inputs, "int")
