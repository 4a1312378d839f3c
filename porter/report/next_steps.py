"""The commands that come after a conversion: what builds the port, and what compares it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from porter.files.real_path import real_path
from porter.files.regular import LARGEST_SETTINGS, read_regular
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
    if not result.conversion.is_type_checked:  # which is said, too: see the last line before these
        steps.insert(0, ("check its types:", f"porter build {port} --syntax-only"))
    if not _is_named(port):
        steps.append(("name it:", f"porter new project {upstream} {port}"))
    return (*steps, ("compare it:", "porter verify --ref cuda"))


def _is_named(port: str) -> bool:
    """Tell whether a porter.toml here speaks of a port."""
    try:
        return port.encode() in read_regular(Path("porter.toml"), LARGEST_SETTINGS)
    except OSError:
        return False


def as_typed(folder: Path) -> str:
    """Return a folder as one would type it here."""
    here, path = Path.cwd(), folder
    if path.is_absolute():
        path = real_path(path)
        path = path.relative_to(here) if path.is_relative_to(here) else path
    return shlex.quote(os.fspath(path))
