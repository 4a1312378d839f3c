"""How much the longest tests try: a part in `make test`, all of it in `make test-all`."""

from __future__ import annotations

import os

#: Set by `make test-all`.
THOROUGH = os.environ.get("PORTER_TEST_ALL") == "1"


def amount(quick: int, thorough: int) -> int:
    """Return how many cases to try."""
    return thorough if THOROUGH else quick
