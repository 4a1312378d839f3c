"""Calls of CUDA's functions, and what their arguments look like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.fixers import Context
from porter.source import SourceFile
from porter.source.text.calls import Call

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
_SIMPLE = re.compile(rb"(?:::)?[A-Za-z_][\w:]*[ \t\r\n]*(?:<(?s:.*)>)?")
_DECLARATION = re.compile(rb"\b(?!return\b|else\b)[A-Za-z_]\w*[ \t*&]+\Z")


def cuda_calls(
    file: SourceFile, context: Context, names: Iterable[bytes]
) -> Iterator[tuple[bytes, Call]]:
    """Yield (name, call) for each call of one of CUDA's functions `names`, in order.

    Calls of what the project defines, of other scopes' functions, and declarations are left out.
    """
    wanted = [name for name in names if name in file.names and name not in context.defined]
    for call in file.calls(*wanted):
        name = file.code[call.start : call.name_end]
        if file.qualifier(call.start) or _is_declaration(file, call):
            continue
        yield name, call


def _is_declaration(file: SourceFile, call: Call) -> bool:
    """Tell whether a type stands in front of the name: `cudaError_t cudaMalloc(void **)`."""
    line = file.line_start(call.start)
    return _DECLARATION.search(file.code, line, call.start) is not None


def is_cast(text: bytes) -> bool:
    """Tell whether an argument is a cast to a pointer to void, or one of C++'s casts."""
    return _CAST.match(text) is not None


def is_pointer_cast(text: bytes) -> bool:
    """Tell whether an argument is a cast to a pointer of whatever type, or one of C++'s casts."""
    return _POINTER_CAST.match(text) is not None


def is_simple(text: bytes) -> bool:
    """Tell whether an argument is a name, qualified or with template arguments, and no more."""
    return _SIMPLE.fullmatch(text) is not None
