"""Texts that may say how programs are called: scripts, READMEs, usage texts of sources."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.files.regular import read_regular

_LARGEST_TEXT = 1_000_000
#: The shell's, and what is given to a cluster's queue.
_SCRIPTS = (".sh", ".bash", ".sb", ".sbatch", ".slurm", ".pbs", ".lsf")

#: The program's name in a usage text of its own, and how streams print it.
ITSELF = "%s"
_NAMES_ITSELF = re.compile(r'"\s*+<<\s*+argv\s*+\[\s*+0\s*+\]\s*+<<\s*+"')

#: Path, content, is for people.
Texts = Sequence[tuple[str, str, bool]]


def texts_of(root: Path, folders: set[str], *, with_sources: bool = True) -> Texts:
    """Return scripts, then READMEs, then the literals of sources, in which usage texts are.

    Args:
        root: the tree.
        folders: where they are looked for, relative to it.
        with_sources: whether usage texts are wanted.
    """
    found: list[tuple[int, str, str]] = []
    for folder in sorted(folders):
        place = root / folder
        if not place.is_dir():
            continue
        for path in sorted(place.iterdir()):
            kind = _kind(path)
            if kind is None or path.is_symlink() or not path.is_file():
                continue
            if kind == 2 and not with_sources:
                continue
            if path.stat().st_size > _LARGEST_TEXT:
                continue
            text = read_regular(path).decode("utf-8", "replace")
            if kind == 2:
                text = "\n".join(literals(text))
            found.append((kind, posixpath.normpath(posixpath.join(folder, path.name)), text))
    return [(path, text, kind > 0) for kind, path, text in sorted(found)]


def _kind(path: Path) -> int | None:
    name = path.name.lower()
    if name.endswith(_SCRIPTS) or (
        name.startswith(("run", "build", "compile")) and not path.suffix
    ):
        return 0
    if name.startswith(("readme", "usage")) or name.endswith(".md"):
        return 1
    return 2 if path.suffix in (".cu", ".cpp", ".cc", ".c", ".cuh", ".h") else None


def literals(source: str) -> Iterator[str]:
    """Yield the lines of a source's string literals, roughly: what stands between quotes.

    Args:
        source: its text; where it prints the name it was called by, `ITSELF` stands.
    """
    for line in _NAMES_ITSELF.sub(ITSELF, source).splitlines():
        for literal in line.split('"')[1::2]:
            yield from literal.replace(r"\t", " ").split(r"\n")
