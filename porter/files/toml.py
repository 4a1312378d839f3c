"""Reads TOML that may be a stranger's: what would take memory or stack without end is refused."""

from __future__ import annotations

import re
from typing import Any

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
#: The parts of one name, `a.b.c`, that are read: memory grows with their square.
_MOST_PARTS = 100
_LONG_NAME = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MOST_PARTS}}}")


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a TOML document says.

    Raises:
        ValueError: it is no TOML, or more than is read; it says where.
    """
    import tomllib

    if long := _LONG_NAME.search(text):
        line = text.count("\n", 0, long.start()) + 1
        raise ValueError(f"a name of more than {_MOST_PARTS} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("values too deep in one another") from error
