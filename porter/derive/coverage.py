"""Counts the rows of the tables by library."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from porter.tables.names import ROC, Tables, roc_name

#: Proofs after which a use can stay as it is, but for the name.
CLEAN = frozenset(("sig=", "call", "type=", "enum=", "value=", "class=", "macro", "declared"))


class Coverage(NamedTuple):
    """One library's numbers.

    Attributes:
        library: the table, or `all`.
        names: CUDA's names in its headers.
        mapped: those that HIP has, proved.
        same: those of them that HIP has under the same name.
        clean: those of them whose uses need no more than the name.
        care: those of them whose row says what else differs.
        missing: names that HIP has not, with a reason.
        undecided: names of which a table does not say either.
    """

    library: str
    names: int
    mapped: int
    same: int
    clean: int
    care: int
    missing: int
    undecided: int


def coverage(tables: Tables) -> list[Coverage]:
    """Return the numbers of each library, and of all at the end."""
    mapped: Counter[str] = Counter()
    same: Counter[str] = Counter()
    clean: Counter[str] = Counter()
    undecided: Counter[str] = Counter()
    for row in tables.names.values():
        mapped[row.library] += 1
        same[row.library] += row.same
        clean[row.library] += row.proof in CLEAN
        undecided[row.library] += not row.proof
    missing = Counter(row.library for row in tables.unmapped.values() if row.kind != "header")
    rows = [
        Coverage(
            library,
            mapped[library] + missing[library],
            mapped[library],
            same[library],
            clean[library],
            mapped[library] - clean[library],
            missing[library],
            undecided[library],
        )
        for library in sorted(set(mapped) | set(missing))
    ]
    total = Coverage(
        "all",
        sum(row.names for row in rows),
        sum(row.mapped for row in rows),
        sum(row.same for row in rows),
        sum(row.clean for row in rows),
        sum(row.care for row in rows),
        sum(row.missing for row in rows),
        sum(row.undecided for row in rows),
    )
    return [*rows, total]


def roc_coverage(tables: Tables) -> list[Coverage]:
    """Return the numbers of ROCm's own libraries, under their names.

    Args:
        tables: the tables with all of them chosen.
    """
    own = set(ROC.values())
    return [
        row._replace(library=roc_name(row.library))
        for row in coverage(tables)
        if row.library in own
    ]
