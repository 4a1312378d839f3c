"""The name that all instances of a kernel template share."""

from __future__ import annotations

import re


def base_name(demangled: str) -> str:
    """Return a kernel's qualified name without template arguments and parameters."""
    text = demangled.replace("(anonymous namespace)::", "")
    previous = ""
    while previous != text:  # innermost angle brackets first
        previous, text = text, re.sub(r"<[^<>]*>", "", text)
    return text.partition("(")[0].split()[-1]
