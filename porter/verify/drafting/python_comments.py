"""The comments of a Python file by their line, which its tree does not have."""

from __future__ import annotations

import io
import tokenize


def comments(data: bytes) -> dict[int, str]:
    """Return line -> comment, without the mark; fewer where the file is broken.

    Args:
        data: of the file.
    """
    found: dict[int, str] = {}
    try:
        for token in tokenize.tokenize(io.BytesIO(data).readline):
            if token.type == tokenize.COMMENT:
                found[token.start[0]] = token.string.lstrip("#").strip()
    except (tokenize.TokenError, SyntaxError, UnicodeDecodeError):
        pass  # what was read counts
    return found
