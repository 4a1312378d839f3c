"""A `porter.lock` in which two branches met, made one again.

Git knows nothing of what the lines say: where both branches changed lines side by side it leaves
markers, or, with `merge=union` in .gitattributes, the lines of both. Each line checks itself, and
the bases on disk tell which of two lines for a file holds.
"""

from __future__ import annotations

from pathlib import Path

from porter.sync import lockfile
from porter.sync.bases import Bases
from porter.sync.lock_lines import MERGED, FileLine, PortLock


def settle(folder: Path) -> bool:
    """Make one lock of the lines of two branches; tell whether there were any.

    Args:
        folder: that of porter.toml.

    Raises:
        PorterError: a line was edited by hand, or is from a newer porter; nothing is written.
    """
    found = lockfile.read_both(folder)
    if found is None:
        return False
    sections, others = found
    for section, line in others:
        if not _holds(folder, section, section.files[line.path]):
            section.files[line.path] = line
    for section in sections.values():
        section.files = {
            path: line
            for path, line in section.files.items()
            if line.base is None
            or _holds(folder, section, line)
            or _is_upstream(folder, section, line)
        }
        section.tables = MERGED
    lockfile.write(folder, sections)
    return True


def _holds(folder: Path, section: PortLock, line: FileLine) -> bool:
    """Tell whether the base on disk is that of a line."""
    return line.base is not None and Bases(folder / section.port).holds(line.path, line.base)


def _is_upstream(folder: Path, section: PortLock, line: FileLine) -> bool:
    """Tell whether upstream still has the file; the other branch may have removed it."""
    return line.source is not None and (folder / section.upstream / line.source).exists()
