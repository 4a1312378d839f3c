"""Tells which of the programs that a build made have to do with CUDA."""

from __future__ import annotations

import re
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import LARGEST_FILE, read_regular
from porter.verify.program.own_build import BuiltTree

#: CUDA's name, as symbols and libraries of its runtime and of its driver have it. A path is none:
#: notes for a debugger have the folder in which a source was compiled.
_CUDA = re.compile(rb"\0[\w.@$+-]*?cuda[\w.@$+-]*+\0", re.IGNORECASE)


def cuda_programs(built: BuiltTree) -> tuple[str, ...]:
    """Return the programs that name CUDA, or a library of the tree that does.

    Args:
        built: CUDA's side, and what its build made.
    """
    libraries = (path for path in built.root.rglob("*.so*") if not path.is_symlink())
    own = {path.name.encode() for path in libraries if path.is_file() and _names_cuda(path)}
    names = re.compile(b"|".join((_CUDA.pattern, *map(re.escape, sorted(own)))), _CUDA.flags)
    return tuple(path for path in built.programs if names.search(_content(built.root / path)))


def _names_cuda(path: Path) -> bool:
    return _CUDA.search(_content(path)) is not None


def _content(path: Path) -> bytes:
    try:
        return read_regular(path, LARGEST_FILE)
    except (OSError, PorterError):
        return b"cuda"  # it cannot be told
