"""How much the longest tests try: a part in `make test`, all of it in `make test-all`."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable

#: Set by `make test-all`.
THOROUGH = os.environ.get("PORTER_TEST_ALL") == "1"


def amount(quick: int, thorough: int) -> int:
    """Return how many cases to try."""
    return thorough if THOROUGH else quick


def chosen(name: str, values: Iterable[str]) -> str:
    """Return the one of several values that stands for all of them in `make test`.

    Args:
        name: by which it is chosen: another name, another value, and the same each time.
        values: such as the architectures that a file's tests run as.
    """
    known = sorted(set(values))
    return known[zlib.crc32(name.encode()) % len(known)]
