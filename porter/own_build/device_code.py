"""Where a build shows what device code it made: CMake's Makefiles, and libraries."""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterator
from pathlib import Path

from porter.files.regular import open_regular, read_regular

_LIBRARY = re.compile(r"\.so\b|\.a\Z")
_MAKEFILES = frozenset({"flags.make", "build.make"})


def makefiles(out: Path) -> Iterator[bytes]:
    """Yield the Makefiles by which CMake compiles its targets.

    Args:
        out: its folder.
    """
    for folder, _, names in os.walk(out):
        for name in sorted(_MAKEFILES.intersection(names)):
            yield read_regular(Path(folder) / name)


def hands_over(out: Path, function: bytes) -> bool:
    """Tell whether a library in a folder names the function that hands kernels to a runtime.

    Args:
        out: the folder.
        function: its name.
    """
    libraries = (path for path in out.rglob("*") if _LIBRARY.search(path.name))
    return any(_names(path, function) for path in libraries if path.is_file())


def _names(library: Path, function: bytes) -> bool:
    if not library.stat().st_size:
        return False
    with (
        open_regular(library) as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
    ):
        return data.find(function) >= 0
