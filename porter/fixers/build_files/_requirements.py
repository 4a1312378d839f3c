"""What takes the place of a Python distribution that is built for CUDA."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import cache

from porter.tables.python import Counterpart, counterparts

_NAME = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?")


def requirement(text: str) -> Counterpart | None:
    """Return the row of a requirement such as `cupy-cuda12x>=13`; None when it is no concern."""
    named = _NAME.match(text)
    if named is None:
        return None
    name = re.sub(r"[-_.]+", "-", named[1]).lower()
    extras = (f"{name}[{extra.strip().lower()}]" for extra in (named[2] or "").split(","))
    pattern, rows = _rows()
    found = [match.lastindex for match in map(pattern.match, (name, *extras)) if match]
    return rows[min(one for one in found if one) - 1] if found else None


@cache
def _rows() -> tuple[re.Pattern[str], tuple[Counterpart, ...]]:
    """Return a pattern whose n-th group is what the n-th row is about, and the rows."""
    table = counterparts("requirement")
    groups = (f"({translate(glob.replace('[', '[[]', 1))})" for glob in table)
    return re.compile("|".join(groups)), tuple(table.values())
