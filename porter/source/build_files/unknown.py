"""The unknown value of a statically read build script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Unknown:
    """A value that cannot be told without running the script.

    Args:
        name: the full dotted name, when it is something imported.
    """

    name: str = ""


UNKNOWN = Unknown()


def known(*values: Any) -> bool:
    """Tell whether all of `values` are known."""
    return not any(isinstance(value, Unknown) for value in values)
