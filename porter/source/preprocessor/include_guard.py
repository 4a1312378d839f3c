"""Include guards: the macro around a header that lets it be read once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from porter.source.preprocessor.directives import BLANK, CONDITIONS, Directive

_NOT_DEFINED = re.compile(rb"[ \t]*+!\s*+defined\s*+(?:\(\s*+)?(\w++)\s*+(?:\)\s*+)?\Z")


def include_guard(code: bytes, directives: Sequence[Directive]) -> Directive | None:
    """Return the `#ifndef` or `#if !defined` that opens the include guard, if there is one.

    A macro that is given a value is none: it may be a default that is set from outside.

    Args:
        code: a file, comments and strings masked.
        directives: all of its directives, in order.
    """
    opening, macro = _opening(code, directives)
    return opening if len(macro) == 1 else None


def holds_all(code: bytes, directives: Sequence[Directive]) -> bool:
    """Tell whether a macro guards all of a file, from its first directive to its last.

    Args:
        code: a file, comments and strings masked.
        directives: all of its directives, in order.
    """
    opening, _ = _opening(code, directives)
    if opening is None or opening is not directives[0]:
        return False
    around = code[: opening.start] + code[directives[-1].end :]
    return not around.strip(BLANK) and _closes_first(directives)


def _opening(
    code: bytes, directives: Sequence[Directive]
) -> tuple[Directive | None, Sequence[bytes]]:
    """Return the condition in front of a file, and the words that define what it asks for."""
    for first, second in pairwise(directives):
        if first.keyword == b"pragma":
            continue
        name = tested(code, first)
        macro = code[second.body_start : second.end].split()
        if second.keyword == b"define" and macro[:1] == [name]:
            return first, macro
        break
    return None, ()


def tested(code: bytes, directive: Directive) -> bytes | None:
    """Return the macro that a directive asks to be undefined, and nothing else, if it does."""
    condition = code[directive.body_start : directive.end]
    if directive.keyword == b"ifndef":
        return condition.strip()
    asked = _NOT_DEFINED.match(condition) if directive.keyword == b"if" else None
    return asked and asked.group(1)


def depth(directive: Directive) -> int:
    """Return by how many conditions what follows the directive is deeper."""
    return (directive.keyword in CONDITIONS) - (directive.keyword == b"endif")


def _closes_first(directives: Sequence[Directive]) -> bool:
    """Tell whether the last is the `#endif` of the first, a condition without an `#else`."""
    level = 0
    for directive in directives[:-1]:
        level += depth(directive)
        if level == 0 or (level == 1 and directive.keyword in (b"else", b"elif")):
            return False
    return level == 1 and directives[-1].keyword == b"endif"
