"""The text that a conversion of a small project prints."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult
from porter.report.blocks import blocks
from porter.report.terminal import show_blocks


def converted(folder: Path, files: Mapping[str, str], **options: object) -> TreeResult:
    """Convert files that lie in `folder`/src into `folder`/port."""
    for name, text in files.items():
        path = folder / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    destination = Destination(OutputMode.OUT, folder / "port")
    return write_port([folder / "src"], Options(**options), destination)  # type: ignore[arg-type]


def printed(result: TreeResult) -> list[str]:
    """Return the lines that are printed of a conversion."""
    stream = io.StringIO()
    show_blocks(list(blocks(result)), stream)
    return stream.getvalue().splitlines()


def block(result: TreeResult, title: str) -> list[str]:
    """Return the lines of the block whose title begins with `title`; none if there is no such."""
    lines = printed(result)
    starts = [at for at, line in enumerate(lines) if line.startswith(title)]
    if not starts:
        return []
    rest = lines[starts[0] + 1 :]
    ends = next((at for at, line in enumerate(rest) if not line.startswith(" ")), len(rest))
    return [line.strip() for line in rest[:ends]]
