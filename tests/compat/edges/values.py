"""What functions are called with, by type, and how near results have to be."""

from __future__ import annotations

import struct
from typing import NamedTuple

_FLOAT = (
    "0.f -0.f 1e-45f -1e-45f 1.17549435e-38f 5e-39f 1 -1 1.5f -2.5f 0.5f 2.5f 1e-10f 88.9f -104.5f"
    " 3e9f -3e9f 1e20f FLT_MAX -FLT_MAX INFINITY -INFINITY NAN 3 7.3f"
).split()
_DOUBLE = (
    "0. -0. 5e-324 -5e-324 2.2250738585072014e-308 1e-310 1 -1 1.5 -2.5 0.5 2.5 1e-10 709.9 -745.5"
    " 3e9 -3e9 1e20 DBL_MAX -DBL_MAX INFINITY -INFINITY NAN 3 7.3"
).split()
_INT = (
    "0 1 -1 2 3 7 31 32 33 63 -31 100 INT_MAX INT_MIN 0x12345678 0x80808080 0xff00ff00 0x00ff7f80"
).split()
_LONG = ("0 1 -1 2 31 32 63 64 INT_MAX INT_MIN LLONG_MAX LLONG_MIN 0x123456789abcdefll").split()
_SHORT = "0 1 -1 2 15 16 127 -128 100".split()
_HALF = (
    "0 0x8000 1 0x8001 0x400 0x3c00 0xbc00 0x3e00 0x4100 0xc100 0x3800 0x4500 0x7bff 0xfbff 0x7c00"
    " 0xfc00 0x7e00 0x5640 0x49cd"
).split()
_BFLOAT = (
    "0 0x8000 1 0x8001 0x80 0x3f80 0xbf80 0x3fc0 0x4020 0xc020 0x3f00 0x40a0 0x7f7f 0xff7f 0x7f80"
    " 0xff80 0x7fc0 0x42c8 0x4139"
).split()


def _pairs(values: list[str], text: str) -> list[str]:
    return [text.format(x, y) for x, y in zip(values, values[3:] + values[:3], strict=True)]


_WORDS = "{}u | ({}u << 16)"
#: Type in C++ -> values of its type, or its bits where `BITS` names their type.
VALUES = {
    "float": _FLOAT, "double": _DOUBLE, "int": _INT, "unsigned": _INT, "long long": _LONG,
    "unsigned long long": _LONG, "short": _SHORT, "signed char": _SHORT, "unsigned short": _SHORT,
    "unsigned char": _SHORT, "bool": ["0", "1"], "__half": _HALF, "__nv_bfloat16": _BFLOAT,
    "__half2": _pairs(_HALF, _WORDS), "__nv_bfloat162": _pairs(_BFLOAT, _WORDS),
    "float2": _pairs(_FLOAT, "{{{}, {}}}"),
}  # fmt: skip
BITS = {
    "__half": "unsigned short", "__nv_bfloat16": "unsigned short",
    "__half2": "unsigned", "__nv_bfloat162": "unsigned",
}  # fmt: skip


class Real(NamedTuple):
    """How numbers of a type are read from bits, and how near they have to be.

    Args:
        size: bytes of a number.
        relative: share of the number.
        absolute: for what is next to 0.
    """

    size: int
    relative: float
    absolute: float


REALS = {
    "float": Real(4, 2e-5, 1e-44), "float2": Real(4, 2e-5, 1e-44), "double": Real(8, 1e-11, 2e-323),
    "__half": Real(2, 2.5e-3, 1.2e-7), "__half2": Real(2, 2.5e-3, 1.2e-7),
    "__nv_bfloat16": Real(2, 1.7e-2, 4e-40), "__nv_bfloat162": Real(2, 1.7e-2, 4e-40),
}  # fmt: skip


def numbers(kind: str, word: str) -> list[float]:
    """Return the numbers of a result.

    Args:
        kind: its type, one of `REALS`.
        word: its bits, as hexadecimal digits in the order of memory.
    """
    data, size = bytes.fromhex(word), REALS[kind].size
    if kind.startswith("__nv"):
        return [struct.unpack("<f", b"\0\0" + data[i : i + 2])[0] for i in range(0, len(data), 2)]
    form = {2: "<e", 4: "<f", 8: "<d"}[size]
    return [struct.unpack(form, data[i : i + size])[0] for i in range(0, len(data), size)]
