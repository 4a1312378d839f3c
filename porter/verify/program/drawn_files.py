"""Draws the files of known formats that a program is to read and a tree has not.

Who publishes a program for sparse matrices leaves out the matrices, which are large; any one says
whether both sides compute the same of it.
"""

from __future__ import annotations

import posixpath
import random
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path, PurePosixPath

from porter.files.digests import digest_of
from porter.files.home import porter_home
from porter.files.write import write_atomically
from porter.verify.program.found import Command, Data

#: Rows of a matrix, elements of a row beside that on the diagonal, and the sizes of a picture.
_ROWS, _IN_A_ROW, _WIDTH, _HEIGHT = 64, 4, 64, 48


def _matrix_market() -> bytes:
    """Return a sparse matrix: https://math.nist.gov/MatrixMarket/formats.html."""
    draw = random.Random(0)
    places = {(row, row) for row in range(1, _ROWS + 1)}
    for row in range(1, _ROWS + 1):
        places.update((row, column) for column in draw.sample(range(1, _ROWS + 1), _IN_A_ROW))
    lines = [f"{row} {column} {draw.uniform(-1, 1):.6f}" for row, column in sorted(places)]
    head = f"%%MatrixMarket matrix coordinate real general\n{_ROWS} {_ROWS} {len(lines)}\n"
    return (head + "\n".join(lines) + "\n").encode()


def _picture(kind: str, channels: int) -> bytes:
    """Return a picture of netpbm's: https://netpbm.sourceforge.net/doc/pgm.html."""
    head = f"{kind}\n{_WIDTH} {_HEIGHT}\n255\n".encode()
    return head + random.Random(0).randbytes(_WIDTH * _HEIGHT * channels)


_DRAWN: Mapping[str, Callable[[], bytes]] = {
    ".mtx": _matrix_market,
    ".pgm": partial(_picture, "P5", 1),
    ".ppm": partial(_picture, "P6", 3),
}


def can_be_drawn(word: str) -> bool:
    """Tell whether a word is the name of a file of a format that is known here."""
    return PurePosixPath(word).suffix.lower() in _DRAWN and not word.startswith("-")


def with_drawn(root: Path, command: Command) -> Command:
    """Return a command with the files that it names and that are not there, drawn.

    Args:
        root: the tree.
        command: how a program may be called.
    """
    found: list[Data] = []
    for word in command.args:
        path = posixpath.normpath(posixpath.join(command.folder, word))
        if can_be_drawn(word) and not path.startswith(("/", "..")) and not (root / path).exists():
            found.append(Data(path, _file(PurePosixPath(path).suffix.lower())))
    if not found:
        return command
    names = ", ".join(PurePosixPath(one.path).name for one in found)
    origin = f"{command.origin}; drawn, since it is not there: {names}".removeprefix("; ")
    return command._replace(data=tuple(found), origin=origin)


def _file(suffix: str) -> Path:
    """Return a drawn file in porter's own folder."""
    content = _DRAWN[suffix]()
    path = porter_home() / "drafts" / digest_of(content) / f"drawn{suffix}"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
    return path
