"""Sources that other files of a port include, as if they were headers: parts of other units."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

from porter.compile.read.unit import UNIT_SUFFIXES
from porter.files.regular import read_regular
from porter.source.text.languages import Language, language_of

_INCLUDED = re.compile(rb"^[ \t]*+#[ \t]*+include[ \t]*+\"([^\"\r\n]++)\"", re.MULTILINE)


def included_sources(root: Path, paths: Iterable[str]) -> frozenset[str]:
    """Return the sources of a port that other files of it include, by a path in quotes.

    Args:
        root: the port.
        paths: its files, relative to it.
    """
    known = frozenset(paths)
    suffixes = tuple(UNIT_SUFFIXES)
    sources = [path for path in known if path.endswith(suffixes)]
    found: set[str] = set()
    for path in known:
        if language_of(path) is not Language.CUDA:
            continue
        try:
            data = read_regular(root / path)
        except OSError:  # the compiler will say so
            continue
        folder = posixpath.dirname(path)
        for match in _INCLUDED.finditer(data):
            name = match[1].decode("utf-8", "replace")
            if name.endswith(suffixes):
                place = posixpath.normpath(posixpath.join(folder, name))
                if place not in known:  # in a folder that the build searches
                    places = [one for one in sources if one.endswith(f"/{name}")]
                    place = places[0] if len(places) == 1 else ""
                if place in known and place != path:
                    found.add(place)
    return frozenset(found)
