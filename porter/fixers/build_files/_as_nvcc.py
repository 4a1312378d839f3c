"""What build files say of the options with which clang takes C++ as nvcc does."""

from __future__ import annotations

from porter.source import SourceFile
from porter.toolchain import as_nvcc

#: Of each option, the word by which a file shows that it decides itself, and what it is for.
_ABOUT = {
    as_nvcc.ALIASING: (b"strict-aliasing", "reads memory"),
    as_nvcc.NARROWING: (b"narrowing", "takes numbers that narrow in braces"),
}


def lacking(file: SourceFile) -> list[bytes]:
    """Return the options that the file does not speak of itself."""
    return [option.encode() for option, (word, _) in _ABOUT.items() if word not in file.data]


def told(compiler: str, options: list[bytes]) -> str:
    """Return the note on the options that a compiler gets."""
    names = " and ".join(option.decode() for option in options)
    ways = " and ".join(_ABOUT[option.decode()][1] for option in options)
    return f"{compiler} gets {names}, which is how nvcc {ways}"
