"""Reads `irregular.toml`: the pairs that no pattern finds, each with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from porter.tables.kinds import FILLED_TEXT, PATTERNS, TEXT_BY_NAME, TEXTS
from porter.tables.toml import Rows, Shape, by_name, read

_MAPPED = Rows(Shape({"reason": FILLED_TEXT, "map": TEXT_BY_NAME}))
_MATCHED = Rows(Shape({"reason": FILLED_TEXT, "match": PATTERNS}))
_DROPPED = Rows(
    Shape(
        {
            "reason": FILLED_TEXT,
            "table": FILLED_TEXT,
            "removed": FILLED_TEXT,
            "prefixes": TEXTS,
            "kind": FILLED_TEXT,
            "names": TEXTS,
        }
    )
)
_TABLE = Shape(
    takes={
        "names": _MAPPED,
        "headers": _MAPPED,
        "unmapped": _MATCHED,
        "internal": _MATCHED,
        "dropped": _DROPPED,
    }
)


@dataclass(frozen=True)
class Dropped:
    """A name that CUDA had before the oldest headers that are read, and that HIP still has.

    Attributes:
        cuda: CUDA's name.
        hip: HIP's.
        kind: `function`, `type` or `enumerator`.
        table: the table that it stands in.
        removed: the version of CUDA that no longer has it.
    """

    cuda: str
    hip: str
    kind: str
    table: str
    removed: str


@dataclass(frozen=True)
class Irregular:
    """What is decided by hand.

    Attributes:
        names: CUDA name -> HIP name.
        headers: CUDA header -> HIP header.
        unmapped: patterns of CUDA names that are not to be renamed, with the reason, in order.
        skipped: patterns of names that are not part of CUDA's interface.
        reasons: CUDA name or header -> why it stands here.
        dropped: names that CUDA's headers no longer have.
    """

    names: dict[str, str]
    headers: dict[str, str]
    unmapped: tuple[tuple[re.Pattern[str], str], ...]
    skipped: tuple[re.Pattern[str], ...]
    reasons: dict[str, str]
    dropped: tuple[Dropped, ...] = ()

    def not_in_hip(self, name: str) -> str:
        """Return why a name has no counterpart, or an empty string when nothing says so."""
        return next((why for pattern, why in self.unmapped if pattern.fullmatch(name)), "")

    def is_internal(self, name: str) -> bool:
        """Whether a name is no part of CUDA's interface."""
        return any(pattern.fullmatch(name) for pattern in self.skipped)


def load_irregular(path: Path) -> Irregular:
    """Read the file.

    Raises:
        PorterError: it cannot be read, an entry lacks its reason, or a name is given twice.
    """
    document = read(path, _TABLE)
    mapped: dict[str, dict[str, str]] = {}
    reasons: dict[str, str] = {}
    for section in ("names", "headers"):
        rows = by_name(path, ((row["map"], row) for row in document.get(section, ())))
        mapped[section] = {cuda: row["map"][cuda] for cuda, row in rows.items()}
        reasons |= {cuda: row["reason"] for cuda, row in rows.items()}
    return Irregular(
        mapped["names"],
        mapped["headers"],
        tuple(
            (re.compile(match), row["reason"])
            for row in document.get("unmapped", ())
            for match in row["match"]
        ),
        tuple(re.compile(match) for row in document.get("internal", ()) for match in row["match"]),
        reasons,
        tuple(_dropped(document)),
    )


def _dropped(document: dict[str, Any]) -> Iterator[Dropped]:
    for row in document.get("dropped", ()):
        cuda, hip = row["prefixes"]
        for name in row["names"]:
            yield Dropped(
                name, hip + name.removeprefix(cuda), row["kind"], row["table"], row["removed"]
            )
