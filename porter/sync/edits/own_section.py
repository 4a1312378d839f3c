"""The section of a port's README in which `porter verify` says what it compared: no hand edit."""

from __future__ import annotations

import re

README = "README.porter.md"
TITLE = "## What was compared"
SECTION = re.compile(rf"^{TITLE}\n(?:(?!## )[^\n]*+\n)*+(?:(?!## )[^\n]++)?+", re.MULTILINE)


def without_section(data: bytes) -> bytes:
    """Return a port's README as it was before the section was written into it."""
    return parted(data)[0]


def parted(data: bytes) -> tuple[bytes, bytes]:
    """Return a port's README as it was before the section was written into it, and the section."""
    text = data.decode("utf-8", "surrogateescape")
    found = SECTION.search(text)
    if found is None:
        return data, b""
    left = f"{text[: found.start()]}{text[found.end() :]}".rstrip() + "\n"
    return left.encode("utf-8", "surrogateescape"), found[0].encode("utf-8", "surrogateescape")


def with_section(data: bytes, section: bytes) -> bytes:
    """Return a README with the section at its end; as it is where there is none."""
    return b"%s\n\n%s\n" % (data.rstrip(), section.rstrip()) if section else data
