"""The names that a project gives to types of C: `typedef std::complex<float> fcomp;`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from porter.source.file import SourceFile

_TYPEDEF = re.compile(rb"\btypedef\s++([\w:<>\s]{1,80}?[\s>])(\w++)\s*+;")
_USING = re.compile(rb"\busing\s++(\w++)\s*+=\s*+([\w:<>\s]{1,80}?)\s*+;")
#: A macro that names a type: one or two words and nothing else.
_MACRO = re.compile(
    rb"^[ \t]*+#[ \t]*+define[ \t]++(\w++)[ \t]++"
    rb"((?:unsigned[ \t]++)?(?:float|double|int|long|char))[ \t]*+$",
    re.MULTILINE,
)


def type_names(files: Iterable[SourceFile]) -> dict[str, str]:
    """Return the names of types, with what they stand for; of one name the first counts.

    Args:
        files: the sources, headers among them.
    """
    found: dict[str, str] = {}
    for file in files:
        pairs = [(one[2], one[1]) for one in _TYPEDEF.finditer(file.code)]
        pairs += [(one[1], one[2]) for one in _USING.finditer(file.code)]
        pairs += [(one[1], one[2]) for one in _MACRO.finditer(file.data)]
        for name, type_ in pairs:
            found.setdefault(name.decode(), " ".join(type_.decode().split()))
    return {name: _whole(name, found) for name in found}


def _whole(name: str, known: dict[str, str]) -> str:
    """Return what a name stands for in the end."""
    for _ in range(len(known)):
        if known.get(name, name) == name:
            break
        name = known[name]
    return name
