"""The section of a port's README in which `porter verify` says what it compared: no hand edit."""

from __future__ import annotations

import re

README = "README.porter.md"
TITLE = "## What was compared"
SECTION = re.compile(rf"^{TITLE}\n(?:(?!## )[^\n]*+\n)*+(?:(?!## )[^\n]++)?+", re.MULTILINE)


def without_section(data: bytes) -> bytes:
    """Return a port's README as it was before the section was written into it."""
    text = data.decode("utf-8", "surrogateescape")
    if SECTION.search(text) is None:
        return data
    left = SECTION.sub("", text, count=1).rstrip() + "\n"
    return left.encode("utf-8", "surrogateescape")
