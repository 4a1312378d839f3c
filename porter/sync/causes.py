"""Why the conversion of a file is another than it was: upstream, porter, or the choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from porter import __version__
from porter.sync.lockfile import PortLock
from porter.sync.states import State
from porter.sync.upstream import Pure

UPSTREAM = "upstream"
OPTIONS = "porter.toml"


def causes(
    paths: Iterable[str],
    section: PortLock | None,
    pure: Pure,
    sources: Mapping[str, State],
    moved: Mapping[str, str],
    *,
    options: str,
    tables: str,
) -> dict[str, str]:
    """Return path -> what made its conversion change.

    A file that upstream did not touch changes by a new porter, by other choices in porter.toml, or
    by other files of upstream's that it depends on; where upstream did touch it and porter is new
    as well, both are named.

    Args:
        paths: files of the port whose conversion changed.
        section: the lock before.
        pure: the conversion.
        sources: upstream's files.
        moved: new path -> old path.
        options: the choices now.
        tables: digest of the tables now.
    """
    if section is None:
        return {}
    ours = []
    if section.porter != __version__ or section.tables != tables:
        known = section.porter != __version__
        ours.append(f"porter {__version__}" if known else "porter's tables")
    if section.options != options:
        ours.append(OPTIONS)
    found = {}
    for path in paths:
        file = pure.files.get(path)
        line = section.files.get(moved.get(path, path))
        now = None if file is None or file.source is None else sources[file.source]
        if now != (None if line is None else line.upstream) or path in moved:
            said = [UPSTREAM, *ours]
        elif ours:
            said = ours
        else:  # other files of upstream's that it depends on, or porter's own code
            said = [UPSTREAM if section.sources != sources else f"porter {__version__}"]
        found[path] = " and ".join(said)
    return found
