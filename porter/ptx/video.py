"""Forms of the video instructions, made from the modifiers of an opcode.

They work on numbers of 32 bits, or on two halves or four bytes of them, with signs and saturation
in too many combinations for a table (PTX ISA 9.7.16 "Scalar Video Instructions" and 9.7.17 "SIMD
Video Instructions"). Operands of which a part is selected (`a.b0`), masks of lanes and `vmad` have
no form; nor has what gives something else on an NVIDIA GPU than the ISA says: saturation of numbers
of 32 bits, and `.min` and `.max` behind what leaves the range of its type.
"""

from __future__ import annotations

import re

from porter.ptx.values import CPP_TYPES
from porter.tables.ptx import Form, Slot

_WORD = re.compile(r"v(add|sub|absdiff|min|max|shl|shr|set|avrg)([24]?)")
_SHIFTS = ("shl", "shr")
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
_MODES = ("clamp", "wrap")
_TYPES = ("u32", "s32")
_ANYTHING = re.compile(".*")


def form_of(opcode: str) -> Form | None:
    """Return the form of a video instruction, None when it is none or has no counterpart."""
    word, *modifiers = opcode.split(".")
    match = _WORD.fullmatch(word)
    if match is None:
        return None
    operation, lanes = match[1], match[2]
    if bool(lanes) < (operation == "avrg") or (lanes and operation in _SHIFTS):
        return None
    is_set = operation == "set"
    types = _taken(modifiers, *((_TYPES,) * (2 if is_set else 3)))
    if types is None or (operation in _SHIFTS and types[-1] != "u32"):
        return None
    is_saturated = bool(lanes) and not is_set and modifiers[:1] == ["sat"]
    del modifiers[:is_saturated]
    if (kinds := {"set": _COMPARISONS, "shl": _MODES, "shr": _MODES}.get(operation)) is not None:
        if (kind := _taken(modifiers, kinds)) is None:
            return None
        operation = f"{operation}_{kind[0]}"
    stays = operation in ("min", "max") and len(set(types)) == 1 and not lanes
    second = _taken(modifiers, ("add", "min", "max") if stays else ("add",)) if modifiers else [""]
    if second is None or modifiers or (is_saturated and second[0]):
        return None
    arguments = [f"porter::ptx::video::{operation}", *(CPP_TYPES[one] for one in types[-2:])]
    if lanes:
        signed = CPP_TYPES["u32" if is_set else types[0]]
        arguments = [
            lanes,
            *arguments,
            *([f"porter::ptx::video::saturated<{signed}>"] * is_saturated),
        ]
    return _form(opcode, is_of_lanes=bool(lanes), arguments=", ".join(arguments), second=second[0])


def _taken(modifiers: list[str], *choices: tuple[str, ...]) -> list[str] | None:
    """Return the first modifiers, one of each of `choices`, and take them off; None of others."""
    taken = modifiers[: len(choices)]
    if len(taken) < len(choices):
        return None
    if any(one not in choice for one, choice in zip(taken, choices, strict=True)):
        return None
    del modifiers[: len(choices)]
    return taken


def _form(opcode: str, arguments: str, second: str, *, is_of_lanes: bool) -> Form:
    letters = "dabc" if is_of_lanes or second else "dab"
    slots = tuple(Slot((letter,), "register", "b32") for letter in letters)
    if is_of_lanes and second:
        cpp = f"porter::ptx::video::lanes_added<{arguments}>({{a}}, {{b}}, {{c}})"
    elif is_of_lanes:
        cpp = f"porter::ptx::video::lanes<{arguments}>({{a}}, {{b}})"
    else:
        cpp = f"porter::ptx::video::scalar<{arguments}>({{a}}, {{b}})"
        if second == "add":
            cpp = f"{cpp} + {{c}}"
        elif second:
            signed = arguments.rpartition(" ")[2]
            cpp = f"porter::ptx::video::{second}_of<{signed}>({cpp}, {{c}})"
    return Form(opcode, _ANYTHING, slots, (cpp,), ("ptx_video.hpp",))
