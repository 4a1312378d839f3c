"""The header of a library's export macros, as CMake's `generate_export_header` writes it.

Source: CMake's manual, cmake-modules(7), GenerateExportHeader, for GCC and clang.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

#: What a call may name, with one value behind each.
_KEYS = frozenset(
    "BASE_NAME EXPORT_MACRO_NAME EXPORT_FILE_NAME DEPRECATED_MACRO_NAME NO_EXPORT_MACRO_NAME "
    "INCLUDE_GUARD_NAME STATIC_DEFINE NO_DEPRECATED_MACRO_NAME PREFIX_NAME "
    "CUSTOM_CONTENT_FROM_VARIABLE".split()
)
_TEXT = """\
#ifndef {guard}
#define {guard}

#ifdef {static}
#define {export}
#define {hidden}
#else
#ifndef {export}
#define {export} __attribute__((visibility("default")))
#endif
#ifndef {hidden}
#define {hidden} __attribute__((visibility("hidden")))
#endif
#endif

#ifndef {deprecated}
#define {deprecated} __attribute__((__deprecated__))
#endif
#ifndef {deprecated}_EXPORT
#define {deprecated}_EXPORT {export} {deprecated}
#endif
#ifndef {deprecated}_NO_EXPORT
#define {deprecated}_NO_EXPORT {hidden} {deprecated}
#endif

#endif
"""


class ExportHeader(NamedTuple):
    """A header that CMake would write.

    Attributes:
        output: the file, as if the binary directory were the source directory.
        text: what it holds.
    """

    output: Path
    text: str


def export_header(words: Sequence[str], folder: Path) -> ExportHeader:
    """Return what a call makes.

    Args:
        words: its arguments, the target first.
        folder: what the file is relative to.
    """
    said = {key: value for key, value in pairwise(words) if key in _KEYS and value not in _KEYS}
    base = said.get("BASE_NAME", words[0])
    prefix = said.get("PREFIX_NAME", "")

    def named(key: str, ending: str) -> str:
        """Return a macro's name: it is what a call says, or made of the library's."""
        name = said.get(key) or f"{base.upper()}_{ending}"
        return re.sub(r"\W", "_", prefix + name)

    text = _TEXT.format(
        guard=named("INCLUDE_GUARD_NAME", "EXPORT_H"),
        static=named("STATIC_DEFINE", "STATIC_DEFINE"),
        export=named("EXPORT_MACRO_NAME", "EXPORT"),
        hidden=named("NO_EXPORT_MACRO_NAME", "NO_EXPORT"),
        deprecated=named("DEPRECATED_MACRO_NAME", "DEPRECATED"),
    )
    return ExportHeader(folder / said.get("EXPORT_FILE_NAME", f"{base.lower()}_export.h"), text)
