"""Which macros a file defines, under whatever condition."""

from __future__ import annotations

from collections.abc import Sequence

from porter.source.preprocessor.directives import Directive


def defined_names(code: bytes, directives: Sequence[Directive]) -> set[bytes]:
    """Return the first words of definitions: names, and with their parameters what takes some.

    Args:
        code: a file, comments and strings masked.
        directives: all of its directives.
    """
    return {
        word
        for one in directives
        if one.keyword == b"define"
        for word in code[one.body_start : one.end].split()[:1]
    }
