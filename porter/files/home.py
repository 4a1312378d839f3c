"""Locations of porter's own folders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def porter_home() -> Path:
    """Return porter's own directory, see `home_folder`."""
    from pathlib import Path

    return Path(home_folder())


def home_folder() -> str:
    """Return porter's own directory as a string, which takes no module to load.

    Returns:
        `$PORTER_HOME`, else `porter` under the user's cache directory (XDG Base Directory
        specification). It need not exist.
    """
    explicit = os.environ.get("PORTER_HOME")
    if explicit:
        return os.path.abspath(os.path.expanduser(explicit))
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(os.path.abspath(cache), "porter")


def conversion_cache() -> Path:
    """Return the folder of the results of earlier conversions; it need not exist."""
    return porter_home() / "cache" / "convert"
