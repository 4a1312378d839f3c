"""The commands that come after a conversion: what builds the port, and what compares it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from porter.port.destination import OutputMode

if TYPE_CHECKING:
    from porter.port.tree_result import TreeResult


def next_steps(result: TreeResult) -> Sequence[tuple[str, str]]:
    """Return what to do with a port that was written, each with its command."""
    mode = result.destination.mode
    is_written = mode in (OutputMode.OUT, OutputMode.IN_PLACE)
    if not is_written or not result.edits or result.has_failed or result.conversion.pack:
        return ()
    upstream = as_typed(result.project.root)
    if result.destination.folder is None:
        return (("build it:", f"porter build {upstream}"),)
    port = as_typed(result.destination.folder)
    steps = [("build it:", f"porter build {port}")]
    if not _is_named(port):
        steps.append(("name it:", f"porter new project {upstream} {port}"))
    return (*steps, ("compare it:", "porter verify --ref cuda"))


def _is_named(port: str) -> bool:
    """Tell whether a porter.toml here speaks of a port."""
    try:
        return port in Path("porter.toml").read_text("utf-8", "replace")
    except OSError:
        return False


def as_typed(folder: Path) -> str:
    """Return a folder as one would type it here."""
    here = Path.cwd()
    path = folder if not folder.is_absolute() else folder.resolve()
    if path.is_absolute() and path.is_relative_to(here):
        path = path.relative_to(here)
    return shlex.quote(os.fspath(path))
