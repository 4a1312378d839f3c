"""clang's words by which a precompiled header is made, and taken."""

from __future__ import annotations

from pathlib import Path

#: For both. Since C++20 clang takes precompiled headers for modules, and a `__device__` function in
#: one for a second definition of its `__host__` overload. Templates that the header itself uses are
#: instantiated with it, rather than again in every unit.
_BOTH = ("-Xclang", "-fno-cxx-modules", "-Xclang", "-fpch-instantiate-templates")


def making(header: Path) -> list[str]:
    """Return the words, beside `-fsyntax-only`, that make a precompiled header.

    Args:
        header: the file to write.
    """
    return ["-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang", str(header), *_BOTH]


def taking(header: Path) -> list[str]:
    """Return the words by which a unit begins with a precompiled header.

    Args:
        header: what was made, with the same settings.
    """
    return ["-Xclang", "-include-pch", "-Xclang", str(header), *_BOTH]
