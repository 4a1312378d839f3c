"""The code bases that are held against several ROCms: PyPI's archives, and checkouts."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.corpora import ARCHIVES, fetch
from benchmarks.large import projects
from porter.errors import PorterError


class Base(NamedTuple):
    """A code base.

    Attributes:
        name: of the package, or of the repository.
        revision: version of the package, or the commit.
        tree: where it is; None for an archive that is not fetched yet.
        exclude: patterns of what is left out.
        defines: macros that its own build defines or undefines.
    """

    name: str
    revision: str
    tree: Path | None
    exclude: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()

    @property
    def folder_name(self) -> str:
        """A name for a folder of its own."""
        return self.name.replace("/", "+")

    def source(self) -> Path:
        """Return its tree, fetched where that is to be done."""
        if self.tree is not None:
            return self.tree
        return next(fetch(one) for one in ARCHIVES if one.name == self.name)


def bases(names: Sequence[str], sources: Path | None) -> list[Base]:
    """Return the code bases whose name has one of `names` in it, or all.

    Args:
        names: parts of names.
        sources: a folder of checkouts, each called NAME or OWNER+NAME.

    Raises:
        PorterError: there is none.
    """
    every = [*_archives(), *(_checkouts(sources) if sources is not None else ())]
    chosen = [one for one in every if not names or any(name in one.name for name in names)]
    if not chosen:
        known = ", ".join(one.name for one in every)
        raise PorterError("no code base is so called", hint=f"known: {known}")
    return chosen


def _archives() -> Iterator[Base]:
    for one in ARCHIVES:
        yield Base(one.name, one.version, None, one.exclude, one.defines)


def _checkouts(sources: Path) -> Iterator[Base]:
    left_out = {one.repository.replace("/", "+"): one.exclude for one in projects()}
    for folder in sorted(one for one in sources.iterdir() if one.is_dir()):
        command = ["git", "-C", str(folder), "rev-parse", "--short=10", "HEAD"]
        head = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        name = folder.name.replace("+", "/")
        yield Base(name, head, folder.resolve(), left_out.get(folder.name, ()))
