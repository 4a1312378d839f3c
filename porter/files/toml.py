"""Parses untrusted TOML, and refuses what would take memory or stack without bound."""

from __future__ import annotations

import re
from typing import Any

_PART = r"""(?:[\w-]++|"[^"\n]*+"?|'[^'\n]*+'?)"""
#: The parts of one name, `a.b.c`, that are read: memory grows with their square.
_MOST_PARTS = 100
_SINGLE = re.compile(_PART)
_NAME = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+")


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a TOML document says.

    Raises:
        ValueError: it is no TOML, or more than is read; it says where.
    """
    import tomllib

    for name in _NAME.finditer(text):
        if (
            name.group().count(".") >= _MOST_PARTS
            and len(_SINGLE.findall(name.group())) > _MOST_PARTS
        ):
            line = text.count("\n", 0, name.start()) + 1
            raise ValueError(f"a name of more than {_MOST_PARTS} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("values too deep in one another") from error


def toml_string(text: str) -> str:
    """Return a text as a basic string of TOML.

    Args:
        text: what `is_utf8` holds of.

    Source: TOML 1.0.0, "String".
    """
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def is_utf8(text: str) -> bool:
    """Tell whether a text has only characters that a file in UTF-8 can hold."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
