"""The file of data that a program is meant to read, where a tree has one that can be meant."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path, PurePosixPath

_DATA = frozenset(
    ".txt .dat .data .csv .tsv .in .inp .input .bin .raw .mtx .graph .gr .net .edges .el .obj .stl"
    " .pgm .ppm .pbm .bmp .png .jpg .jpeg .fasta .fa .fastq .wav .json .xyz .pcd .off".split()
)
_FOR_PEOPLE = re.compile(
    r"(?i)readme|licen[cs]e|copying|notice|cmakelists|requirements|changelog|authors|install|todo"
    r"|out(?:put)?\b|.*_out(?:put)?\b|results?\b"
)
_OF_DATA = re.compile(
    r"(?i)(?:(?:test|sample|example|input)[_-]?)?(?:data(?:[_-]?sets?)?|images?|imgs?|graphs?|files)"
    r"|inputs?|samples?"
)
_LARGEST = 64 << 20


def read_data(root: Path, place: str) -> str:
    """Return a file of data in a program's folder, or in the tree's; "" where none can be told.

    Of several of one kind it is the smallest, which is as good as the others and the quickest.

    Args:
        root: the tree.
        place: the folder that the program is in, relative to it; it is run there.

    Returns:
        Its path from there.
    """
    for folder in _folders(root, place):
        found = [one for one in _files(root / folder) if _is_data(one)]
        if len({one.suffix.lower() for one in found}) == 1:
            name = min(found, key=lambda one: (one.stat().st_size, one.name)).name
            return posixpath.relpath(posixpath.join(folder, name), place)
        if found:
            return ""
    return ""


def _folders(root: Path, place: str) -> list[str]:
    """Return the folders that data may be in, nearest first."""
    found = []
    for above in (place, "."):
        inner = (one.name for one in _files(root / above) if _OF_DATA.fullmatch(one.name))
        found += [above, *(posixpath.join(above, name) for name in sorted(inner))]
    return list(dict.fromkeys(found))


def _files(folder: Path) -> list[Path]:
    return [*folder.iterdir()] if folder.is_dir() else []


def _is_data(path: Path) -> bool:
    is_named = PurePosixPath(path.name).suffix.lower() in _DATA
    if not is_named or _FOR_PEOPLE.match(path.name) or path.is_symlink() or not path.is_file():
        return False
    return 0 < path.stat().st_size <= _LARGEST
