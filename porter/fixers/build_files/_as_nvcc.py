"""What build files say of the options with which clang takes C++ as nvcc does."""

from __future__ import annotations

import re

from porter.source import SourceFile
from porter.toolchain import as_nvcc

#: Of each option, the word by which a file shows that it decides itself, and what it is for.
_ABOUT = {
    as_nvcc.ALIASING: (b"strict-aliasing", "reads memory"),
    as_nvcc.NARROWING: (b"narrowing", "takes numbers that narrow in braces"),
}
#: Warnings are errors: clang's and GCC's word alone, nvcc's, and CMake's variable.
_STRICT = re.compile(
    rb"(?<![\w-])--?Werror(?![\w=-]|[ ](?:reorder|cross-|default-|deprecated-|missing-|ext-))"
    rb"|(?<![\w-])--?Werror[= ]all-warnings|COMPILE_WARNING_AS_ERROR"
)


def is_strict(data: bytes) -> bool:
    """Tell whether a build file makes warnings errors, and not those of results alone."""
    return _STRICT.search(data) is not None and b"error=unused-result" not in data


def lacking(file: SourceFile) -> list[bytes]:
    """Return the options that the file does not speak of itself."""
    return [option.encode() for option, (word, _) in _ABOUT.items() if word not in file.data]


def strict_options() -> list[bytes]:
    """Return the options of a compiler of device code where warnings are errors."""
    return [option.encode() for option in (as_nvcc.UNREAD, *as_nvcc.OF_DEVICE_CODE)]


def told(compiler: str, options: list[bytes]) -> str:
    """Return the note on the options that a compiler gets."""
    names = " and ".join(option.decode() for option in options)
    about = {**_ABOUT, as_nvcc.UNREAD: (b"", "lets results go that nobody reads")}
    about[as_nvcc.OF_DEVICE_CODE[0]] = (b"", "shows no device code to the host compiler's warnings")
    ways = " and ".join(about[one.decode()][1] for one in options if one.decode() in about)
    return f"{compiler} gets {names}, which is how nvcc {ways}"
