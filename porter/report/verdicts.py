"""The table that `porter verify` ends with."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porter.verify.programs import Verdict

_MOST_LINES = 3


def show(verdicts: list[Verdict]) -> None:
    """Print a row a verdict, then where the sides part."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(soft_wrap=True)
    table = Table(box=None, pad_edge=False)
    for column in ("case", "port ran as", "verdict", "numbers", "worst difference", "seconds"):
        number = column in ("numbers", "seconds")
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    for verdict in verdicts:
        word = "[green]same[/]" if verdict.passed else "[red]differs[/]"
        table.add_row(
            escape(verdict.case),
            f"hip:cpu {verdict.arch}",
            word if not verdict.problem else "[red]failed[/]",
            str(verdict.numbers),
            f"{verdict.worst:.3g}",
            f"{verdict.seconds:.2f}",
        )
    console.print(table)
    for verdict in verdicts:
        if verdict.problem:
            console.print(f"{escape(verdict.case)} ({verdict.arch}): {escape(verdict.problem)}")
        for difference in verdict.differences[:_MOST_LINES]:
            console.print(
                f"{escape(verdict.case)} ({verdict.arch}), line {difference.line}: "
                f"{escape(difference.reason)}\n  cuda: {escape(difference.reference)}\n"
                f"  port: {escape(difference.actual)}"
            )
    for against in sorted({verdict.against for verdict in verdicts if verdict.against}):
        console.print(f"reference: {escape(against)}")
