"""Names of CUDA's API in what programs print, as the port prints them.

Macros that check errors print the call that they check (`#call`), and `cudaGetErrorName` names of
enumerators: the conversion renames both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from porter.tables.names import load

#: As CUDA's names begin that HIP calls otherwise; which of them it does, the tables say.
_NAME = re.compile(r"\b_{0,2}(?:cu|CU|nv|NV)\w++")


class Renamed(NamedTuple):
    """A text with HIP's names.

    Attributes:
        text: the text.
        lines: the numbers of those that had names of CUDA's.
    """

    text: str
    lines: Sequence[int]


def as_ported(text: str) -> Renamed:
    """Return a text of CUDA's side with the names of its API as a port has them.

    Args:
        text: what a program printed.
    """
    if not _NAME.search(text):
        return Renamed(text, [])
    names = load().renamed
    found, lines = [], []
    for number, line in enumerate(text.splitlines(), 1):
        new = _NAME.sub(lambda name: _renamed(name[0], names), line)
        found.append(new)
        if new != line:
            lines.append(number)
    return Renamed("\n".join(found) if lines else text, lines)


def _renamed(name: str, names: dict[bytes, bytes]) -> str:
    return names.get(name.encode(), name.encode()).decode()
