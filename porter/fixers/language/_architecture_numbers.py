"""Where the number of `__CUDA_ARCH__` itself is asked for, in code and in macros."""

from __future__ import annotations

import re

from porter.source import SourceFile, Use
from porter.source.once import once_for_each_file
from porter.source.preprocessor.directives import ALTERNATIVES, CONDITIONS, Directive

_WORD = re.compile(rb"[A-Za-z_]\w*+")


def is_passed_on(file: SourceFile, macro: Directive, use: Use) -> bool:
    """Tell whether a macro only passes the number on to a function.

    A condition of the preprocessor calls no function, and a macro that one asks has to tell host
    from device.

    Args:
        file: the file.
        macro: the macro's definition.
        use: the number in it.
    """
    before = file.code[macro.body_start : use.start].rstrip()
    behind = file.code[use.end : macro.end].lstrip()
    is_argument = before.endswith(b",") or (
        before.endswith(b"(") and before[-2:-1].isalnum()  # not `(__CUDA_ARCH__)`
    )
    name = _WORD.search(file.code, macro.body_start)
    if name is None or not is_argument or not behind.startswith((b",", b")")):
        return False
    return name.group() not in _asked(file)


@once_for_each_file
def _asked(file: SourceFile) -> frozenset[bytes]:
    """Return the words of the conditions of a file's directives."""
    return frozenset(
        word
        for one in file.directives
        if one.keyword in CONDITIONS or one.keyword in ALTERNATIVES
        for word in _WORD.findall(file.code, one.body_start, one.end)
    )
