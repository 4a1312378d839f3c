"""The support headers: their contents, and which of them include which."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

#: Folder of a port that holds the support headers that its files ask for.
SUPPORT_FOLDER = "porter_compat"

_COMMENT = re.compile(rb"//[^\n]*+")
_WORD = re.compile(rb"[A-Za-z_]\w*+")
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([\w.]+)"', re.MULTILINE)


@cache
def text(name: str) -> bytes:
    """Return the bytes of the support header `name`."""
    return Path(__file__).with_name(name).read_bytes()


def is_support(name: str) -> bool:
    """Tell whether there is a support header called `name`."""
    return re.fullmatch(r"\w+\.hpp", name) is not None and Path(__file__).with_name(name).is_file()


def every_name() -> list[str]:
    """Return the names of all support headers."""
    return [path.name for path in Path(__file__).parent.glob("*.hpp")]


@cache
def words_of(beginning: str) -> frozenset[bytes]:
    """Return all identifiers of the support headers whose names begin so."""
    found: set[bytes] = set()
    for path in Path(__file__).parent.glob(f"{beginning}*.hpp"):
        found.update(_WORD.findall(_COMMENT.sub(b"", path.read_bytes())))
    return frozenset(found)


def with_dependencies(names: Iterable[str]) -> list[str]:
    """Return `names` and every support header that they include, sorted."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [included.decode() for included in _INCLUDE.findall(text(name))]
    return sorted(found)


def support_path(path: str, name: str) -> str:
    """Return how the file at `path` names the support header `name` in an `#include`."""
    return posixpath.relpath(f"{SUPPORT_FOLDER}/{name}", posixpath.dirname(path) or ".")
