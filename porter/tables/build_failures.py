"""What failed builds say, and the rules that concern it: `rules/cuda-hip/build-failures.toml`."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from porter.tables.kinds import FILLED_TEXT, PATTERN, TEXTS
from porter.tables.names import rules_folder
from porter.tables.toml import Rows, Shape, read, record

_FAILURE = Shape({"says": PATTERN, "means": FILLED_TEXT, "rules": TEXTS})
_TABLE = Shape({"failure": Rows(_FAILURE)})


class BuildFailure(NamedTuple):
    """A row of the table: what is said, what it means, and the rules that concern it."""

    says: re.Pattern[str]
    means: str
    rules: tuple[str, ...]


@cache
def build_failures() -> tuple[BuildFailure, ...]:
    """Return the table.

    Raises:
        PorterError: it is damaged.
    """
    rows = read(rules_folder() / "cuda-hip" / "build-failures.toml", _TABLE)["failure"]
    return tuple(record(BuildFailure, row, says=re.compile(row["says"])) for row in rows)
