"""Where a port may be written: in itself and out of its source, whatever links there are."""

from __future__ import annotations

import os
from pathlib import Path


class Bounds:
    """The folders of a port that lie where they seem to.

    Args:
        root: the port, without links on its way.
        source: the code base that it is made of, likewise.
    """

    def __init__(self, root: Path, source: Path) -> None:
        self._root, self._source = str(root), str(source)
        self._source_is_inside = _lies_in(self._source, self._root)
        self._real = {"": self._root}
        self._holds: dict[str, bool] = {}

    def hold(self, path: str) -> bool:
        """Tell whether writing to `path` stays in the port and out of the source.

        Args:
            path: of a file, relative to the port.
        """
        folder = path.rpartition("/")[0]
        known = self._holds.get(folder)
        if known is None:
            real = self._resolved(folder)
            known = _lies_in(real, self._root) and not (
                self._source_is_inside and _lies_in(real, self._source)
            )
            self._holds[folder] = known
        return known

    def _resolved(self, folder: str) -> str:
        """Return where a folder of the port really lies; each is asked about once."""
        known = self._real.get(folder)
        if known is None:
            above, _, name = folder.rpartition("/")
            known = f"{self._resolved(above)}/{name}"
            if os.path.islink(known):
                known = os.path.realpath(known)
            self._real[folder] = known
        return known


def _lies_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
