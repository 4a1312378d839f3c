"""Writes the tables: sorted, TAB separated, one row per name, reproducible."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from porter.errors import PorterError


def write_table(path: Path, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Write one table file.

    Args:
        path: the TSV file; its folder is made when missing.
        columns: the header line.
        rows: the fields of each row; the first field is the key.

    Raises:
        PorterError: if a key stands twice, or a field holds a TAB or a line end.
    """
    ordered = sorted(rows)
    lines = ["\t".join(columns)]
    previous = ""
    for row in ordered:
        if row[0] == previous:
            raise PorterError(f"two rows for {row[0]!r}", path=path)
        previous = row[0]
        if any("\t" in field or "\n" in field for field in row):
            raise PorterError(f"the row of {row[0]!r} holds a TAB or a line end", path=path)
        lines.append("\t".join(row))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="ascii", newline="\n")
