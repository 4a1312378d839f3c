"""Resolves the links of a path."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def real_path(path: str | os.PathLike[str]) -> Path:
    """Return a path, absolute and its links followed, as far as they lead anywhere.

    Links that lead in a circle stay what they are, so that whoever opens the path is told by the
    system; `Path.resolve` raises RuntimeError of them. The path need not be there.
    """
    return Path(os.path.realpath(path))


def leads_in_a_circle(path: str | os.PathLike[str]) -> bool:
    """Tell whether the links of a path lead to one another, and so nowhere."""
    try:
        os.stat(path)
    except OSError as error:
        return error.errno == errno.ELOOP
    return False
