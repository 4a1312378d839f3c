"""What the arguments of calls look like: casts, and names without more."""

from __future__ import annotations

import re

#: A cast to a pointer to (const) void, or to a pointer to one.
_CAST = re.compile(
    rb"\([ \t]*(?:const[ \t]+)?void[ \t]*(?:const[ \t]*)?\*+[ \t]*\)"
    rb"|(?:reinterpret|static|const)_cast[ \t]*<"
)
#: Any cast to a pointer.
_POINTER_CAST = re.compile(
    rb"\([ \t]*[A-Za-z_][\w: \t]*(?:const[ \t]*)?\*[* \t]*\)"
    rb"|(?:reinterpret|static|const)_cast[ \t]*<"
)
#: A cast to a pointer, maybe to pointers, that ends at something constant.
_CONST_CAST = re.compile(
    rb"(?:\(|(?:reinterpret|static|const)_cast[ \t]*+<)[ \t]*+"
    rb"(?:const\b|(?:(?!\bconst\b)[\w: \t])++\bconst\b)"
)
_CPP_CAST = re.compile(rb"(?:reinterpret|static|const)_cast[ \t]*<([^<>]*)")
_TO_VOID = re.compile(rb"\s*+(?:const\s++)?+void\s*+(?:const\s*+)?+\*")
_SIMPLE = re.compile(rb"(?:::)?[A-Za-z_][\w:]*[ \t\r\n]*(?:<(?s:.*)>)?")


def is_cast(text: bytes) -> bool:
    """Tell whether an argument is a cast to a pointer to void, or one of C++'s casts."""
    return _CAST.match(text) is not None


def is_void_cast(text: bytes) -> bool:
    """Tell whether an argument is a cast to a pointer to void, in whatever form."""
    match = _CPP_CAST.match(text)
    return is_cast(text) if match is None else _TO_VOID.match(match[1]) is not None


def is_pointer_cast(text: bytes) -> bool:
    """Tell whether an argument is a cast to a pointer of whatever type, or one of C++'s casts."""
    return _POINTER_CAST.match(text) is not None


def is_const_cast(text: bytes) -> bool:
    """Tell whether an argument is a cast to a pointer through which nothing may be written."""
    return is_pointer_cast(text) and _CONST_CAST.match(text) is not None


def is_simple(text: bytes) -> bool:
    """Tell whether an argument is a name, qualified or with template arguments, and no more."""
    return _SIMPLE.fullmatch(text) is not None
