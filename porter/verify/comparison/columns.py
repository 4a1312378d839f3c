"""Finds columns of printed tables that hold times or rates, by the words of the table's head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from porter.verify.comparison.time_words import MEASURED, NUMBER, RATE_UNIT, SHORT_UNIT

#: What stands between the cells of a line, each with itself; blanks are told apart below.
_SEPARATORS = "|,;\t"
_WIDE = re.compile(r"\S++(?: \S++)*+")
#: A word, with a unit in brackets behind it.
_WORD = re.compile(r"\S++(?: [(\[][^()\[\]\n]{0,20}+[)\]])?")
_RULE = re.compile(r"[\s|+=_*:-]*")
_RATE = re.compile(rf"(?<![\w/]){RATE_UNIT}(?![\w/])|bandwidth|throughput|flops?\b", re.IGNORECASE)
_TIME = re.compile(
    rf"[(\[_ ,]{SHORT_UNIT}(?:\s?/\s?\w+)?[)\]]?$|^{SHORT_UNIT}(?:\s?/\s?\w+)?$|{MEASURED}|"
    r"(?:[ck]pu|gpu|kernel|host|device|exec\w{0,8}|run|wall|avg|average|mean|median|min|max|total)"
    r"[ _-]?time(?![ _-]?steps?\b)",
    re.IGNORECASE,
)
_CELL = re.compile(rf"{NUMBER}\s?(?:x|%|{SHORT_UNIT}|{RATE_UNIT})?")
_HAS_NUMBER = re.compile(rf"(?<![\w.]){NUMBER}(?![\w.])")


class Cell(NamedTuple):
    """A cell of a line: its text without blanks around it, and where that is."""

    text: str
    start: int
    end: int


class TimeCell(NamedTuple):
    """A number in a column of times or rates.

    Attributes:
        line: its index.
        start: where it begins in it.
        end: where it ends.
        kind: "time" or "rate".
    """

    line: int
    start: int
    end: int
    kind: str


def time_cells(lines: Sequence[str]) -> Iterator[TimeCell]:
    """Yield the numbers of times and rates that stand below a head which says so.

    A head is a line of at least two cells without numbers. Its rows have as many cells as it has;
    the first line that has not ends the table. Cells are parted by one of `|,;`, by tabs,
    or by blanks. A column that is called "time" alone may be a simulation's and is none.

    Args:
        lines: of a text.
    """
    heads: list[tuple[str, list[Cell]]] = []
    for number, line in enumerate(lines):
        if _RULE.fullmatch(line):
            continue
        if not _HAS_NUMBER.search(line):
            heads = [way for way in _ways(line) if any(_kind(cell.text) for cell in way[1])]
            continue
        pair = _row(heads, line)
        if pair is None:
            heads = []
            continue
        for head, cell in zip(*pair, strict=True):
            kind = _kind(head.text)
            if kind and _CELL.fullmatch(cell.text):
                yield TimeCell(number, cell.start, cell.end, kind)


def _row(
    heads: Sequence[tuple[str, list[Cell]]], line: str
) -> tuple[list[Cell], list[Cell]] | None:
    """Return the cells of a table's head and those of a line in the same columns."""
    for separator, cells in _ways(line):
        for of_head, head in heads:
            if separator == of_head and len(cells) == len(head):
                return head, cells
    return None


def _ways(line: str) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the ways to part a line into at least two cells, with what parts them."""
    for separator in _SEPARATORS:
        if separator in line:
            pattern = re.compile(f"[^{re.escape(separator)}]+")
            yield from _parted(separator, line, pattern)
    yield from _parted(" ", line, _WIDE)
    yield from _parted(" ", line, _WORD)


def _parted(
    separator: str, line: str, pattern: re.Pattern[str]
) -> Iterator[tuple[str, list[Cell]]]:
    cells = []
    for match in pattern.finditer(line):
        text = match[0].strip()
        if text:
            start = match.start() + match[0].index(text)
            cells.append(Cell(text, start, start + len(text)))
    if len(cells) > 1:
        yield separator, cells


def _kind(head: str) -> str:
    """Return what a column holds by its head: "time", "rate"; empty for what may be results."""
    if _RATE.search(head):
        return "rate"
    return "time" if _TIME.search(head) else ""
