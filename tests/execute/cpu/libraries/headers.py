"""Reads the prototypes of C functions from the text of headers and sources."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_PROTOTYPE = re.compile(r"\b((?:hip|cu)\w+)\s*\(([^(){};]*)\)\s*[;{]")
_WIDE = re.compile(r"\b(int64_t|long long( int)?|size_t|hipblasStride)\b")


def prototypes(text: str, prefix: str) -> dict[str, list[str]]:
    """Return what the functions of a text take: each parameter as its stars and its size.

    Args:
        text: C or C++.
        prefix: what their names start with.
    """
    found = _PROTOTYPE.findall(_COMMENT.sub("", text))
    return {
        name: [_kind(one) for one in parameters.split(",") if one.strip() not in ("", "void")]
        for name, parameters in found
        if name.startswith(prefix)
    }


def _kind(parameter: str) -> str:
    """Name what a parameter is to the machine: a pointer, a list of pointers, a number."""
    stars = sum(map(parameter.count, ("*", "[", "Handle_t", "Stream_t")))
    if stars:
        return "*" * stars
    return "wide" if _WIDE.search(parameter) else "number"
