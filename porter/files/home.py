"""Locations of porter's own folders."""

from __future__ import annotations

import os
from pathlib import Path


def porter_home() -> Path:
    """Return porter's own directory.

    Returns:
        `$PORTER_HOME`, else `porter` under the user's cache directory (XDG Base Directory
        specification). It need not exist.
    """
    explicit = os.environ.get("PORTER_HOME")
    if explicit:
        return Path(explicit).expanduser().absolute()
    cache = os.environ.get("XDG_CACHE_HOME")
    base = Path(cache) if cache else Path.home() / ".cache"
    return base.absolute() / "porter"


def conversion_cache() -> Path:
    """Return the folder of the results of earlier conversions; it need not exist."""
    return porter_home() / "cache" / "convert"
