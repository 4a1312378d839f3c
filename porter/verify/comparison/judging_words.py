"""Words by which a program says of its results itself whether they are right."""

from __future__ import annotations

import re

_WORDS = re.compile(
    r"(?i)\b(?:pass(?:ed)?|fail(?:ed|ure)?|succe\w++|correct|incorrect|match\w*+|mismatch\w*+|equal"
    r"|valid|invalid|verif\w++|ok|wrong|differ\w*+|true|false)\b"
)


def judges(text: str) -> bool:
    """Tell whether a text says that results are right or wrong.

    Args:
        text: what a program printed.
    """
    return _WORDS.search(text) is not None
