"""Forms of the video instructions, made from the modifiers of an opcode.

They work on numbers of 32 bits or on a half or byte of them, or on all halves or bytes at once,
with signs and saturation in too many combinations for a table (PTX ISA 9.7.16 "Scalar Video
Instructions" and 9.7.17 "SIMD Video Instructions"). Masks of lanes, and scaled or negated products
of `vmad`, have no form; nor has what gives something else on an NVIDIA GPU than the ISA says:
saturation of numbers of 32 bits and of a half or byte of the result, the result's upper half, and
`.min` and `.max` behind what leaves the range of its type.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from porter.ptx.values import CPP_TYPES
from porter.tables.ptx import Form, Slot

_WORD = re.compile(r"v(add|sub|absdiff|min|max|shl|shr|set|avrg|mad)([24]?)")
_SHIFTS = ("shl", "shr")
#: What is not there for lanes.
_SCALAR = (*_SHIFTS, "mad")
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
_MODES = ("clamp", "wrap")
_TYPES = ("u32", "s32")
_ANYTHING = re.compile(".*")
#: Halves and bytes: which bits of a word they are, by the first one and their number.
_PARTS = {
    **{f"b{number}": f"{8 * number}, 8" for number in range(4)},
    **{f"h{number}": f"{16 * number}, 16" for number in range(2)},
}


def form_of(opcode: str, parts: Sequence[str] = ()) -> Form | None:
    """Return the form of a video instruction, None when it is none or has no counterpart.

    Args:
        opcode: with its modifiers.
        parts: of each operand the half or byte that is selected, as `h0`; empty for all of it.
    """
    word, *modifiers = opcode.split(".")
    match = _WORD.fullmatch(word)
    if match is None:
        return None
    operation, lanes = match[1], match[2]
    if operation in _SCALAR if lanes else operation == "avrg":
        return None
    is_set = operation == "set"
    types = _taken(modifiers, *((_TYPES,) * (2 if is_set else 3)))
    if types is None or (operation in _SHIFTS and types[-1] != "u32"):
        return None
    written, first, second, third = [*parts, "", "", "", ""][:4]
    if third or (any(parts) and lanes) or (written and operation == "mad") or written == "h1":
        return None
    is_saturated = bool(lanes) and not is_set and modifiers[:1] == ["sat"]
    del modifiers[:is_saturated]
    if (kinds := {"set": _COMPARISONS, "shl": _MODES, "shr": _MODES}.get(operation)) is not None:
        if (kind := _taken(modifiers, kinds)) is None:
            return None
        operation = f"{operation}_{kind[0]}"
    stays = operation in ("min", "max") and len(set(types)) == 1 and not lanes
    last = _last(modifiers, operation, ("add", "min", "max") if stays else ("add",))
    if last is None or (last and (is_saturated or written)):
        return None
    signed = CPP_TYPES["u32" if is_set else types[0]]
    arguments = [_named("mul" if operation == "mad" else operation)]
    arguments += [_operand(*one) for one in zip(types[-2:], (first, second), strict=True)]
    if is_saturated:
        arguments.append(_named(f"saturated<{signed}>"))
    if lanes:
        function = "lanes_added" if last else "lanes"
        return _form(
            opcode, function, [lanes, *arguments], "abc" if last else "ab", is_of_lanes=True
        )
    if written:
        return _form(opcode, "merged", [_PARTS[written], *arguments], "abc")
    return _form(opcode, "scalar", arguments, "ab", last, signed)


def _taken(modifiers: list[str], *choices: tuple[str, ...]) -> list[str] | None:
    """Return the first modifiers, one of each of `choices`, and take them off; None of others."""
    taken = modifiers[: len(choices)]
    if len(taken) < len(choices):
        return None
    if any(one not in choice for one, choice in zip(taken, choices, strict=True)):
        return None
    del modifiers[: len(choices)]
    return taken


def _last(modifiers: list[str], operation: str, choices: tuple[str, ...]) -> str | None:
    """Return the second operation, empty without one; None where the rest is not known."""
    if operation == "mad":
        return None if modifiers else "add"
    if not modifiers:
        return ""
    return modifiers[0] if len(modifiers) == 1 and modifiers[0] in choices else None


def _named(name: str) -> str:
    return f"porter::ptx::video::{name}"


def _operand(type: str, part: str) -> str:
    return _named(f"part<{CPP_TYPES[type]}, {_PARTS[part]}>") if part else CPP_TYPES[type]


def _form(
    opcode: str,
    function: str,
    arguments: list[str],
    operands: str,
    last: str = "",
    signed: str = "",
    *,
    is_of_lanes: bool = False,
) -> Form:
    letters = "dabc" if is_of_lanes or last or "c" in operands else "dab"
    slots = tuple(Slot((letter,), "register", "b32") for letter in letters)
    given = ", ".join(f"{{{letter}}}" for letter in operands)
    cpp = f"{_named(function)}<{', '.join(arguments)}>({given})"
    if last == "add":
        cpp = f"{cpp} + {{c}}"
    elif last:
        cpp = f"{_named(last)}_of<{signed}>({cpp}, {{c}})"
    return Form(opcode, _ANYTHING, slots, (cpp,), ("ptx_video.hpp",))
