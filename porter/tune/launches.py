"""The largest block that a kernel is ever launched with, where every launch says so in numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from porter.tune.source import blanked

_CONSTANT = r"\b(?:constexpr|const)\s[^;={{}}()]*\b{}\s*=\s*(\d+)\s*;"
_ARGUMENTS = re.compile(r"<<<(?P<inside>[\s\S]*?)>>>")
_DIM3 = re.compile(r"dim3\s*[({](?P<sizes>[^(){}]*)[)}]$")


def largest_block(texts: Iterable[str], kernel: str) -> int | None:
    """Return the most threads of a block that any launch of `kernel` has; None when one is unknown.

    A kernel whose address is taken, or that a macro launches, may be launched in any way.

    Args:
        texts: the sources of the port.
        kernel: its name without namespaces.
    """
    named = re.compile(
        rf"\b{re.escape(kernel)}\b(?:\s*<(?!<)[^;{{}}]*?>(?=\s*(?:<<<|\()))?\s*(?P<next><<<|\(|\S)"
    )
    most = 0
    for text in map(blanked, texts):
        for match in named.finditer(text):
            if match["next"] == "(":  # declared, or defined
                continue
            launch = _ARGUMENTS.match(text, match.start("next"))
            size = None if launch is None else _threads(launch["inside"], text)
            if size is None:
                return None
            most = max(most, size)
    return most or None


def _threads(inside: str, text: str) -> int | None:
    parts = _apart(inside)
    if len(parts) < 2:
        return None
    block = parts[1].strip()
    sizes = [block]
    if match := _DIM3.match(block):
        sizes = _apart(match["sizes"])
    total = 1
    for size in sizes:
        value = _number(size.strip(), text)
        if value is None:
            return None
        total *= value
    return total


def _number(word: str, text: str) -> int | None:
    if word.isdecimal():
        return int(word)
    if not word.isidentifier():
        return None
    found = set(re.findall(_CONSTANT.format(re.escape(word)), text))
    return int(found.pop()) if len(found) == 1 else None


def _apart(text: str) -> list[str]:
    """Return what commas separate outside of all brackets."""
    found, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            found.append(text[start:at])
            start = at + 1
    return [*found, text[start:]]
