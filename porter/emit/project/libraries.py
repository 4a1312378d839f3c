"""Which of ROCm's libraries a port is linked with."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


@dataclass(frozen=True)
class Library:
    """A library of ROCm's.

    Args:
        name: what the linker calls it.
        headers: what includes of it start with.
        package: its CMake package; empty when every HIP program has it.
        target: the target of that package.
        cuda: what the libraries of CUDA's are called that it stands for.
    """

    name: str
    headers: tuple[str, ...]
    package: str
    target: str
    cuda: tuple[str, ...]


@lru_cache(maxsize=1)
def libraries() -> tuple[Library, ...]:
    """Return all of them, in the order of the table."""
    text = Path(__file__).with_name("libraries.toml").read_text(encoding="utf-8")
    found = []
    for name, row in tomllib.loads(text).items():
        package, target = row["cmake"] or ("", "")
        found.append(Library(name, tuple(row["headers"]), package, target, tuple(row["cuda"])))
    return tuple(found)


def of_sources(texts: Iterable[bytes]) -> tuple[Library, ...]:
    """Return the libraries whose headers converted sources include.

    Args:
        texts: sources, HIP already.
    """
    names = {name.decode("utf-8", "replace") for text in texts for name in _INCLUDE.findall(text)}
    return tuple(
        library
        for library in libraries()
        if any(name.startswith(library.headers) for name in names if library.headers)
    )
