"""Values of PTX in C++: how an operand is read as a type, and a result stored.

PTX registers are untyped bits of a size; an instruction says how it reads them. In C++ a register
is an unsigned integer, a float, a double or a bool, and reading it as something else takes a cast
of its bits.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

#: PTX type -> C++ type that arithmetic of that type is done in.
CPP_TYPES = {
    **{f"{kind}{size}": f"uint{size}_t" for kind in "bu" for size in (8, 16, 32, 64)},
    **{f"s{size}": f"int{size}_t" for size in (8, 16, 32, 64)},
    "f32": "float",
    "f64": "double",
    "pred": "bool",
    "f16": "uint16_t",
    "bf16": "uint16_t",
    "f16x2": "uint32_t",
    "bf16x2": "uint32_t",
}

#: PTX type of a register -> how C++ keeps it.
STORAGE = {
    **{f"{kind}{size}": f"b{max(size, 16)}" for kind in "bus" for size in (8, 16, 32, 64)},
    "f32": "f32",
    "f64": "f64",
    "pred": "pred",
    "f16": "b16",
    "bf16": "b16",
    "f16x2": "b32",
    "bf16x2": "b32",
}

#: Constraint letter -> how C++ keeps the operand.
CONSTRAINTS = {"h": "b16", "r": "b32", "l": "b64", "f": "f32", "d": "f64", "n": "constant"}

_SIMPLE = re.compile(r"[\w.]+(?:\[\w+\])?|[\w:]+\([^()]*\)|\x01\d+\x02")


@dataclass(frozen=True, slots=True)
class Value:
    """An expression with how its bits are kept.

    Attributes:
        text: the expression.
        storage: `b16`, `b32`, `b64`, `f32`, `f64`, `pred`, `constant` (an integer constant of
            any size) or `address` (an address expression, passed on as it is).
        is_raw: whether it is an operand of the source, whose sign is unknown.
    """

    text: str
    storage: str
    is_raw: bool = False


def register(prefix: str, name: str, kind: str, used: set[str]) -> Value:
    """Return the variable of a register, called as nothing in `used` is, and add its name there.

    Args:
        prefix: what the variable's name starts with.
        name: the register, as PTX calls it.
        kind: its PTX type, one of `STORAGE`.
        used: names of the variables around it.
    """
    local = f"{prefix}_{re.sub(r'[^A-Za-z0-9_]', '', name)}"
    while local in used:
        local += "_"
    used.add(local)
    return Value(local, STORAGE[kind])


def declaration(value: Value) -> str:
    """Return the declaration of a variable that holds a register."""
    return f"{CPP_TYPES[value.storage]} {value.text} = {{}};"


def size_of(kind: str) -> int:
    """Return the bits of a PTX type or storage; 1 of a predicate."""
    digits = re.search(r"(?<!\d)(\d++)(x2)?$", kind)
    if digits is None:
        return 1
    return int(digits.group(1)) * (2 if digits.group(2) else 1)


def wide(kind: str) -> str:
    """Return the PTX type of twice the width."""
    return f"{kind[0]}{int(kind[1:]) * 2}"


def unsigned(kind: str) -> str:
    """Return the PTX type without the sign."""
    return "u" + kind[1:] if kind[0] == "s" else kind


def read(value: Value, kind: str, *, as_argument: bool) -> str:
    """Return `value` as C++ of the PTX type `kind`.

    Args:
        value: what is read.
        kind: the PTX type that the instruction reads.
        as_argument: whether the expression is a whole function argument of that type, which
            converts it by itself.
    """
    if value.storage == "address":
        return value.text
    wanted = STORAGE[kind]
    target = CPP_TYPES[kind]
    if wanted == value.storage and wanted in ("f32", "f64", "pred"):
        return value.text if as_argument else _primary(value.text)
    if value.storage == "constant":
        return _constant(value.text, kind)
    if wanted == "f32" and value.storage == "b32":
        return f"__uint_as_float({value.text})"
    if wanted == "f64" and value.storage == "b64":
        return f"__longlong_as_double({value.text})"
    if value.storage == "f32" and wanted == "b32":
        return f"{'__float_as_int' if kind == 's32' else '__float_as_uint'}({value.text})"
    if value.storage == "f64" and wanted == "b64":
        return f"{target}(__double_as_longlong({value.text}))"
    if as_argument and value.is_raw and size_of(kind) == size_of(value.storage):
        return value.text
    if not value.is_raw and kind[0] != "s" and size_of(kind) == size_of(value.storage):
        return _primary(value.text)
    return f"{target}({value.text})"


def keep(text: str, kind: str, storage: str) -> str:
    """Return the expression `text` of the PTX type `kind` as it is kept in `storage`."""
    made = STORAGE[kind]
    if storage == "f32" and made == "b32":
        return f"__uint_as_float({text})"
    if storage == "f64" and made == "b64":
        return f"__longlong_as_double({text})"
    if storage == "b32" and made == "f32":
        return f"__float_as_uint({text})"
    if storage == "b64" and made == "f64":
        return f"uint64_t(__double_as_longlong({text}))"
    return text


def integer_text(value: int, kind: str) -> str:
    """Return an integer constant of the PTX type `kind` in C++."""
    size = size_of(kind)
    if STORAGE[kind] == "f32":
        return f"__uint_as_float({value & 0xFFFFFFFF:#x}u)" if value else "0.0f"
    if STORAGE[kind] == "f64":
        return f"__longlong_as_double({value & 0xFFFFFFFFFFFFFFFF:#x}ull)" if value else "0.0"
    if kind == "pred":
        return "true" if value else "false"
    if kind[0] == "s":
        return str(value) + ("ll" if size == 64 else "")
    value &= (1 << size) - 1
    digits = str(value) if value < 256 else f"0x{value:X}"
    return digits + ("ull" if size == 64 else "u")


def float_text(bits: int | None, text: str, *, is_double: bool, kind: str) -> str:
    """Return a floating-point constant, read as the PTX type `kind`, in C++.

    Args:
        bits: its bits when PTX gave these.
        text: PTX's decimal text otherwise.
        is_double: whether `bits` are those of a double.
        kind: the type that is read.
    """
    if bits is not None:
        value = struct.unpack(
            "<d" if is_double else "<f", bits.to_bytes(8 if is_double else 4, "little")
        )[0]
    else:
        value = float(text)
    if STORAGE[kind] == "f32":
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
        return _shortest(value, bits, "f")
    if STORAGE[kind] == "f64":
        bits = struct.unpack("<Q", struct.pack("<d", value))[0]
        return _shortest(value, bits, "d")
    if kind in ("b32", "u32", "s32") and not (bits is not None and is_double):
        return f"0x{struct.unpack('<I', struct.pack('<f', value))[0]:X}u"
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:X}ull"


def _shortest(value: float, bits: int, format_: str) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return (
            f"__uint_as_float(0x{bits:X}u)"
            if format_ == "f"
            else f"__longlong_as_double(0x{bits:X}ll)"
        )
    for digits in range(1, 18):
        text = f"{value:.{digits}g}"
        if struct.pack("<" + format_, float(text)) == struct.pack("<" + format_, value):
            break
    if not set(text) & set(".e"):
        text += ".0"
    return text + ("f" if format_ == "f" else "")


def _constant(text: str, kind: str) -> str:
    """Return an integer constant expression of unknown size as the PTX type `kind`."""
    if kind in ("f32", "f64"):
        return f"{CPP_TYPES[kind]}({text})"
    return f"{CPP_TYPES[kind]}({text})"


def _primary(text: str) -> str:
    return text if _SIMPLE.fullmatch(text) else f"({text})"
