"""What takes the place of a Python distribution that is built for CUDA."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from porter.tables.python import Counterpart, counterparts

_NAME = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?")


def requirement(text: str) -> Counterpart | None:
    """Return the row of a requirement such as `cupy-cuda12x>=13`; None when it is no concern."""
    named = _NAME.match(text)
    if named is None:
        return None
    name = re.sub(r"[-_.]+", "-", named[1]).lower()
    extras = [f"{name}[{extra.strip().lower()}]" for extra in (named[2] or "").split(",")]
    for pattern, row in counterparts("requirement").items():
        escaped = pattern.replace("[", "[[]", 1)
        if any(fnmatchcase(each, escaped) for each in (name, *extras)):
            return row
    return None
