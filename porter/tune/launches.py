"""The largest block that a kernel is ever launched with, where every launch says so in numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from porter.tune.source import blanked

_CONSTANT = r"\b(?:constexpr|const)\s[^;={{}}()]*\b{}\s*=\s*(\d+)\s*;"
_ARGUMENTS = re.compile(r"<<<(?P<inside>[\s\S]*?)>>>")
#: HIP's own way to launch, up to a kernel's name, and how far that may reach. A kernel with a comma
#: stands in brackets there.
_BY_MACRO = re.compile(r"\bhipLaunchKernelGGL\s*\((?P<inside>\s*\(?\s*(?:\w+\s*::\s*)*)$")
_NEAR = 200
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
            size = _size(text, match.start(), match.start("next"))
            if size is None:
                return None
            most = max(most, size)
    return most or None


def _size(text: str, start: int, behind: int) -> int | None:
    """Return the threads of a block where a kernel's name stands; None where it is no launch."""
    if launch := _ARGUMENTS.match(text, behind):
        parts = ["", *_apart(launch["inside"])]
    elif call := _BY_MACRO.search(text, max(0, start - _NEAR), start):
        parts = _apart(text[call.start("inside") :])
    else:
        return None
    return _threads(parts[2].strip(), text) if len(parts) > 2 else None


def _threads(block: str, text: str) -> int | None:
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
    """Return what commas separate outside of all brackets, up to one that closes more."""
    found: list[str] = []
    depth = start = 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return [*found, text[start:at]]
        if character == "," and depth == 0:
            found.append(text[start:at])
            start = at + 1
    return [*found, text[start:]]
