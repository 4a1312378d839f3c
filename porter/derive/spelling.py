"""Spells the types of a CUDA header in HIP's terms."""

from __future__ import annotations

import re
from collections.abc import Mapping

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_ARRAY = re.compile(r"\s*\[\w*\]$")


class TypeNames:
    """Renames the types within a spelled type.

    Args:
        renamed: CUDA type -> HIP type.
    """

    def __init__(self, renamed: Mapping[str, str]) -> None:
        self.renamed = renamed

    def in_hip(self, spelling: str) -> str:
        """Return a type as CUDA spells it with HIP's names, an array as a pointer."""
        return tidy(_IDENTIFIER.sub(lambda m: self.renamed.get(m[0], m[0]), spelling))


def tidy(spelling: str) -> str:
    """Return a type's spelling in one form, as a parameter's type.

    `__restrict` and a `const` of the parameter itself are dropped, an array becomes a pointer,
    and `const` follows what it qualifies.
    """
    text = re.sub(r"\b__restrict(__)?\b|\brestrict\b", "", spelling)
    if _ARRAY.search(text):
        text = _ARRAY.sub("", text) + " *"
    text = re.sub(r"\bstd::size_t\b", "size_t", text)
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"\s*([*&(),<>])\s*", r"\1", text)
    text = re.sub(r"\bconst (\w[\w: ]*?)(?=[*&]|$)", r"\1 const", text)
    return re.sub(r"(?<![&(]) ?\bconst$", "", text)
