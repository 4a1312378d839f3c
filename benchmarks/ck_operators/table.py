"""The table of operators in a document: lines of this run take the place of earlier ones."""

from __future__ import annotations

from pathlib import Path

from porter.port.operators.catalogue import OPERATORS

HEAD = (
    "| operator | type | architecture | kernels | s a kernel | VGPR | LDS | spills | first build, s"
    " | ran | error |"
)
RULE = "|---|---|---|--:|--:|--:|--:|--:|--:|---|--:|"
#: Cells that say what a line is about.
_KEY = 3


def merged(text: str, rows: list[tuple[str, ...]]) -> str:
    """Return a document with rows in its table, which keeps what they leave empty.

    Raises:
        ValueError: it has no such table.
    """
    lines = text.split("\n")
    if HEAD not in lines:
        raise ValueError("the document has no table of operators")
    start = lines.index(HEAD) + 2
    end = next(at for at in range(start, len(lines)) if not lines[at].startswith("|"))
    known = {cells[:_KEY]: cells for cells in map(_cells, lines[start:end])}
    for row in rows:
        before = known.get(row[:_KEY], ("",) * len(row))
        if before[_KEY] == "0":  # it did not compile then
            before = ("",) * len(row)
        known[row[:_KEY]] = tuple(new or old for new, old in zip(row, before, strict=True))
    places = {f"`{name}`": place for place, name in enumerate(OPERATORS)}
    ordered = sorted(known.values(), key=lambda one: (places.get(one[0], len(places)), one[:_KEY]))
    return "\n".join([*lines[:start], *map(line, ordered), *lines[end:]])


def line(cells: tuple[str, ...]) -> str:
    """Return a row as Markdown has it."""
    return f"| {' | '.join(cells)} |"


def write(path: Path, row: tuple[str, ...]) -> None:
    """Put a row into the table of a document."""
    path.write_text(merged(path.read_text("utf-8"), [row]), "utf-8")


def _cells(text: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in text.strip().strip("|").split("|"))
