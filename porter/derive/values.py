"""Proves types, enumerators and macros: both sides declare them, with the same meaning."""

from __future__ import annotations

import re
from collections.abc import Callable

from porter.derive.declarations import Declaration
from porter.derive.functions import Verdict
from porter.derive.pairing import Pair
from porter.derive.spelling import TypeNames, tidy

_NUMBER = re.compile(r"\(*\s*(-?(?:0[xX][0-9a-fA-F]+|\d+))(?:[uUlL]*)\s*\)*")


def type_verdict(cuda: Declaration, hip: Declaration, names: TypeNames) -> Verdict:
    """Compare two types.

    Returns:
        `type=` when they are of one make and HIP's has all members, else `type~` with what HIP
        lacks or of what make each is.
    """
    if cuda.underlying == hip.underlying == "record":
        renamed = {_member(m) for m in hip.members}
        lacking = [m for m in cuda.members if _member(m) not in renamed and m not in hip.members]
        if hip.members and cuda.members and lacking:
            return Verdict("type~", ("lacks " + ",".join(lacking),))
        return Verdict("type=")
    if cuda.underlying == hip.underlying:
        return Verdict("type=")
    ours, theirs = names.in_hip(cuda.underlying), tidy(hip.underlying)
    if ours == theirs or not ours or not theirs or hip.kind == "template":
        return Verdict("type=")
    return Verdict("type~", (f"{ours}->{theirs}",))


def value_verdict(
    cuda: Declaration, hip: Declaration, names: TypeNames, enum_of: Callable[[str], str]
) -> Verdict:
    """Compare two enumerators or macros.

    Args:
        cuda: CUDA's.
        hip: HIP's.
        names: how CUDA's names are called in HIP.
        enum_of: CUDA enum -> the HIP enum it corresponds to, or empty.

    Returns:
        `enum=` when the enums correspond and the values are the same, `enum~` when the values
        differ, `value=` and `value~` where one side has no enum, `macro` when a value cannot be
        told.
    """
    ours, theirs = number(cuda.value), number(hip.value)
    paired = cuda.kind == hip.kind == "enumerator" and enum_of(cuda.enum) == hip.enum
    word = "enum" if paired else "value"
    if ours is not None and theirs is not None:
        if ours == theirs:
            return Verdict(f"{word}=")
        return Verdict(f"{word}~", (f"value {ours}->{theirs}",))
    text = names.in_hip(str(cuda.value or ""))
    if text == tidy(str(hip.value or "")):
        return Verdict("value=")
    return Verdict("macro")


def uses(pair: Pair) -> str:
    """Return source that compiles when HIP's name can be used as its kind says."""
    name, kind = pair.hip.qualified, pair.hip.kind
    if kind == "type" and pair.cuda.kind == "type" and not pair.hip.scope:
        return f"using porter_used = {name}*;"
    if kind == "enumerator":
        return f"constexpr auto porter_used = {name};"
    if kind == "namespace":
        return f"using namespace {name};"
    if kind in ("type", "template", "function", "variable") and pair.hip.scope:
        return f"using {name};"
    return ""


def number(value: int | str | None) -> int | None:
    """Return a value as a number, or None when it is not one that can be read off."""
    if value is None or isinstance(value, int):
        return value
    found = _NUMBER.fullmatch(value)
    return int(found[1], 0) if found else None


def _member(name: str) -> str:
    return name.lower().replace("cuda", "hip").replace("_", "")
