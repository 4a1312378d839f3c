"""PyTorch's types by the names that C++ has for them, and those that dispatch macros take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_INTEGERS = ("uint8", "int8", "int16", "int32", "int64")
#: Names behind `at::k…` and `at::ScalarType::…`, and of C++ types.
_NAMES = {
    "Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16",
    "Byte": "uint8", "Char": "int8", "Short": "int16", "Int": "int32", "Long": "int64",
    "Bool": "bool", "ComplexFloat": "complex64", "ComplexDouble": "complex128",
    "Float8_e4m3fn": "float8_e4m3fn", "Float8_e5m2": "float8_e5m2",
    "Float32": "float32", "Float64": "float64", "Float16": "float16", "Int32": "int32",
    "Int64": "int64", "UInt8": "uint8", "Int8": "int8", "Int16": "int16",
    "float": "float32", "double": "float64", "int": "int32", "int64_t": "int64",
    "int32_t": "int32", "int16_t": "int16", "int8_t": "int8", "uint8_t": "uint8", "long": "int64",
    "bool": "bool",
}  # fmt: skip
_COMPLEX = re.compile(r"(?:\w+::)*complex<(?:\w+::)*(float|double)>")
_SCALAR_TYPE = re.compile(r"\bScalarType\s*::\s*(\w+)|\bk([A-Z]\w*)\b")
#: What the words in a dispatch macro's name stand for.
_FAMILIES = (
    ("ALL_TYPES", ("float32", "float64", *_INTEGERS)),
    ("FLOATING_TYPES", ("float32", "float64")),
    ("INTEGRAL_TYPES", _INTEGERS),
    ("INDEX_TYPES", ("int32", "int64")),
    ("COMPLEX_TYPES", ("complex64", "complex128")),
    ("REDUCED_FLOATING_TYPES", ("float16", "bfloat16")),
)
FLOATING = ("float32", "float16", "bfloat16", "float64")


def dtype_of(name: str) -> str:
    """Return the type that a name of C++'s stands for, such as "kHalf"; "" for none."""
    plain = name.removeprefix("typename ").replace(" ", "")
    if of := _COMPLEX.fullmatch(plain):
        return {"float": "complex64", "double": "complex128"}[of[1]]
    last = plain.rpartition("::")[2]
    return _NAMES.get(last) or _NAMES.get(last.removeprefix("k"), "")


def named_in(text: str) -> Iterator[str]:
    """Yield the types that a text of C++ names by `ScalarType::…` or `k…`."""
    for match in _SCALAR_TYPE.finditer(text):
        found = dtype_of(match[1] or match[2])
        if found:
            yield found


def dispatched(macro: str, arguments: str) -> tuple[str, ...]:
    """Return the types that one of PyTorch's dispatch macros takes; empty for another macro.

    Args:
        macro: its name, such as AT_DISPATCH_FLOATING_TYPES_AND2.
        arguments: what it is given before the function.
    """
    if not macro.startswith("AT_DISPATCH_"):
        return ()
    found = [dtype for family, dtypes in _FAMILIES if family in macro.replace("REDUCED_", "R_")
             or (family.startswith("REDUCED") and family in macro) for dtype in dtypes]  # fmt: skip
    if re.search(r"_AND_HALF\b|_AND_HALF_", macro):
        found.append("float16")
    if "_AND_COMPLEX" in macro:
        found += ["complex64", "complex128"]
    if re.search(r"_AND\d*$", macro):
        found += named_in(arguments)
    return tuple(dict.fromkeys(found))


def real_if_any(dtypes: Iterable[str]) -> list[str]:
    """Return types without complex ones; with them where there are no others.

    Args:
        dtypes: the types.
    """
    taken = [*dtypes]
    return [one for one in taken if not one.startswith("complex")] or taken
