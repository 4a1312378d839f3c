"""Reads the prototypes of C functions, and numbers, from the text of headers and sources."""

from __future__ import annotations

import re
from pathlib import Path

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\b(?:CUBLAS|CUDNN)WINAPI\b", re.DOTALL)
_PROTOTYPE = re.compile(r"\b((?:hip|cu|nccl|miopen)\w+)\s*\(([^(){};]*)\)\s*[;{]")
_POINTER = re.compile(
    r"[*\[]|\b(?:hipfft|cufft)?Handle\b|\b\w*(?:Handle|Generator|Stream|Info|Infos|Params|Descr"
    r"|(?<!Tensor)Layout|Grid|HybMat|Desc|Descriptor|Preference|Comm|AcceleratorQueue)_t\b"
)
_WIDE = re.compile(r"\b(u?int64_t|long long( int)?|size_t|hipblasStride)\b")


def prototypes(text: str, prefix: str) -> dict[str, list[str]]:
    """Return what the functions of a text take: each parameter as its stars and its size.

    Args:
        text: C or C++.
        prefix: what their names start with.
    """
    found: dict[str, list[str]] = {}
    for name, parameters in _PROTOTYPE.findall(_COMMENT.sub("", text)):
        if name.startswith(prefix) and name[len(prefix) :][:1].isupper():
            words = [one for one in parameters.split(",") if one.strip() not in ("", "void")]
            found.setdefault(name, [_kind(one) for one in words])
    return found


def _kind(parameter: str) -> str:
    """Name what a parameter is to the machine: a pointer, a list of pointers, a number."""
    stars = len(_POINTER.findall(parameter))
    if stars:
        return "*" * stars
    return "wide" if _WIDE.search(parameter) else "number"


def defined_number(header: Path, macro: str) -> int:
    """Return the number that a header defines a macro as."""
    text = header.read_text(encoding="utf-8", errors="replace")
    found = re.search(rf"^\s*#\s*define\s+{macro}\s+(\d+)", text, re.MULTILINE)
    assert found is not None, macro
    return int(found[1])
