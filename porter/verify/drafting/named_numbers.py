"""The numbers that a project's C++ gives names: macros and enumerators."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source.file import SourceFile

_CONSTANT = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+([A-Z]\w*)[ \t]+(\d{1,6})\b", re.MULTILINE)
#: `enum Layout { BATCH = 0, CHANNELS = 1, …}`; those of an `enum class` have its name before them.
_ENUM = re.compile(rb"\benum\b(?!\s*+(?:class|struct)\b)[\w\s:]{0,80}+\{([^{}]*+)\}")
_ENUMERATOR = re.compile(rb"\s*+(\w++)\s*+(?:=\s*+(\d{1,6}))?+\s*+")


def named_numbers(file: SourceFile) -> Iterator[tuple[str, int]]:
    """Yield names and what they stand for, as far as that is written down as a number.

    Args:
        file: a source or a header.
    """
    for name, number in _CONSTANT.findall(file.data):
        yield name.decode(), int(number)
    for listed in _ENUM.findall(file.code):
        following = 0
        for part in listed.split(b","):
            one = _ENUMERATOR.fullmatch(part)
            if one is None:
                break
            following = following if one[2] is None else int(one[2])
            yield one[1].decode(), following
            following += 1
