"""Prints a summary at the end of a run, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from porter.report.blocks import Block, blocks

if TYPE_CHECKING:
    from porter.port.tree_result import TreeResult
    from porter.source import Finding

_STYLES = {
    "error": "red",
    "warning": "yellow",
    "note": "cyan",
    "good": "green",
    "hint": "dim",
    "": "",
}


def finding_line(path: str, place: tuple[int, int], finding: Finding) -> str:
    """Return a finding as compilers print theirs."""
    hint = f" ({finding.hint})" if finding.hint else ""
    severity = finding.severity.value
    return (
        f"{path}:{place[0]}:{place[1]}: {severity}: {finding.full_message}{hint} [{finding.rule}]"
    )


def show(result: TreeResult) -> str:
    """Print what `result` holds to standard error; return what was printed."""
    return show_blocks(list(blocks(result)), sys.stderr)


def show_blocks(found: list[Block], stream: TextIO) -> str:
    """Print blocks, with colours and in its width where `stream` is a terminal.

    Returns:
        What was printed.
    """
    text = _styled(found, stream) if stream.isatty() else "\n".join(_plain(found)) + "\n"
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    stream.write(text)
    stream.flush()
    return text


def _plain(found: Iterable[Block]) -> Iterator[str]:
    """Yield the lines for a pipe: no colours, no cut columns."""
    for block in found:
        if block.title:
            yield block.title
        widths = _widths(block)
        for row in block.rows:
            cells = [cell.ljust(width) for cell, width in zip(row.cells, widths, strict=False)]
            indent = "  " + "".join(
                cell + "  " for cell in cells[:-1] if cell.strip() or len(widths) > 2
            )
            yield (indent + row.cells[-1]).rstrip()
            for line in row.under:
                yield " " * len(indent) + line


def _widths(block: Block) -> list[int]:
    columns = max((len(row.cells) for row in block.rows), default=0)
    return [
        min(40, max((len(row.cells[at]) for row in block.rows if at < len(row.cells)), default=0))
        for at in range(columns)
    ]


def _styled(found: Iterable[Block], stream: TextIO) -> str:
    """Return the text for a terminal, in its width."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(file=stream, highlight=False)
    with console.capture() as capture:
        for block in found:
            if block.title:
                console.print(Text(block.title, style="bold " + _STYLES[block.style]))
            table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
            columns = max((len(row.cells) for row in block.rows), default=0)
            table.add_column(width=1)
            for at in range(columns):
                table.add_column(
                    justify="right" if at == 0 and block.title.startswith("Edits") else "left",
                    overflow="fold",
                    max_width=None if at == columns - 1 else max(24, console.width // 3),
                )
            for row in block.rows:
                last = Text(row.cells[-1])
                for line in row.under:
                    last.append("\n" + line, style="dim")
                cells = [Text(cell, style=_STYLES[row.style]) for cell in row.cells[:-1]]
                if columns == 2 and not row.cells[0]:
                    last.stylize(_STYLES[row.style] or "none")
                table.add_row("", *cells, last)
            console.print(table)
    return capture.get()
