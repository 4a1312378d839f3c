"""C++ namespaces that a rename calls otherwise than the rest of a package."""

from __future__ import annotations

import re
from dataclasses import replace

from porter.packs.renamer import Match, identifier_at

_QUALIFIES = re.compile(rb"\s*+::")
_NAMED = re.compile(rb"\bnamespace\s++(?:\w++\s*+=\s*+)?\Z")
#: How much is looked at in front of a name.
_BEFORE = 256


def in_namespace(data: bytes, match: Match, *, is_reverse: bool) -> Match:
    """Return what belongs at a match in C++, which may name a namespace.

    Args:
        data: C++.
        match: where an old name stands.
        is_reverse: the rename takes back another.
    """
    name = match.rename.namespace.encode()
    if not name:
        return match
    start, end = identifier_at(data, match.start, match.end)
    old = name if is_reverse else "_".join(match.rename.old).encode()
    if data[start:end] != old or not _is_namespace(data, start, end):
        return match
    new = "_".join(match.rename.new).encode() if is_reverse else name
    return replace(match, start=start, end=end, new=new)


def _is_namespace(data: bytes, start: int, end: int) -> bool:
    """Tell whether an identifier is declared as a namespace, brought in, or qualifies a name."""
    before = data[max(0, start - _BEFORE) : start]
    return _QUALIFIES.match(data, end) is not None or _NAMED.search(before) is not None
