"""Tells what CUDA's compiler made: objects, libraries and programs that lie among the sources.

make takes such a file for made already where it is no older than its sources. A port would link it,
or even be "up to date" with NVIDIA's program.
"""

from __future__ import annotations

import os
import re

from porter.files.regular import LARGEST_SOURCE, open_regular, read_bounded

#: Suffixes of what compilers and linkers write; a program has none.
_SUFFIXES = frozenset(("", ".o", ".a", ".so", ".out", ".exe", ".lo", ".obj"))
_MAGIC = (b"\x7fELF", b"!<arch>\n")
#: A symbol of CUDA's runtime in a table of names, or the section that holds device code.
_CUDA = re.compile(rb"\0(?:__cudaRegister|\.?nv_fatbin|\.nvFatBin|cuda[A-Z])\w{0,80}\0")


def is_built_for_cuda(path: str) -> bool:
    """Tell whether a file is a binary that needs CUDA's runtime.

    Args:
        path: a regular file on disk; one that cannot be read is none.
    """
    if os.path.splitext(path)[1] not in _SUFFIXES:
        return False
    try:
        with open_regular(path, follow=False) as stream:
            if not stream.read(len(_MAGIC[1])).startswith(_MAGIC):
                return False
            stream.seek(0)
            return _CUDA.search(read_bounded(stream, LARGEST_SOURCE)) is not None
    except OSError:
        return False
