"""Tells which of the programs that a build made have to do with CUDA."""

from __future__ import annotations

import re
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import LARGEST_FILE, read_regular
from porter.verify.program.own_build import BuiltTree

#: A symbol or the file name of a library. A path is none: notes for a debugger have the folder in
#: which a source was compiled.
_NAME = re.compile(rb"(?<=\0)[\w.@$+-]++(?=\0)")
#: A project's own `cuda_available()` is none: it may be there to say that there is nothing of CUDA.
_OF_CUDA = re.compile(rb"_{0,2}cuda[A-Z]|lib[\w-]*?cuda")


def cuda_programs(built: BuiltTree) -> tuple[str, ...]:
    """Return the programs that name CUDA, or a library of the tree that does.

    Args:
        built: CUDA's side, and what its build made.
    """
    libraries = (path for path in built.root.rglob("*.so*") if not path.is_symlink())
    own = {
        path.name.encode() for path in libraries if path.is_file() and _names_cuda(content_of(path))
    }

    def is_cuda(content: bytes) -> bool:
        return _names_cuda(content) or any(name in content for name in own)

    return tuple(path for path in built.programs if is_cuda(content_of(built.root / path)))


def _names_cuda(content: bytes) -> bool:
    """Tell whether a name is a symbol or a library of CUDA's runtime or driver."""
    return any(_OF_CUDA.match(name[0]) for name in _NAME.finditer(content))


def content_of(path: Path) -> bytes:
    """Return an executable; of one that cannot be read, one that may be CUDA's.

    Args:
        path: the file.
    """
    try:
        return read_regular(path, LARGEST_FILE)
    except (OSError, PorterError):
        return b"\0cuda\0"  # it cannot be told
