"""A progress bar with the time left on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Seconds between two pictures of the bar.
_INTERVAL = 0.1


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how far a run has got, on standard error when that is a terminal.

    Args:
        title: what is being done.
        total: how many steps there are.

    Yields:
        A function to call with the number of steps just done.
    """
    if not sys.stderr.isatty() or not total:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    # No thread of its own: worker processes are forked while the bar shows.
    with Progress(
        *columns, console=Console(stderr=True), transient=True, auto_refresh=False
    ) as progress:
        task = progress.add_task(title, total=total)

        shown = 0.0

        def advance(steps: int) -> None:
            nonlocal shown
            now = time.monotonic()
            due = now - shown >= _INTERVAL
            progress.update(task, advance=steps, refresh=due)
            shown = now if due else shown

        yield advance
