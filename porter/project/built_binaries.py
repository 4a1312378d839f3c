"""Tells what was built for CUDA or macOS: objects, libraries and programs among the sources.

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
#: How objects and programs of macOS begin, where neither CUDA nor ROCm is any more (Mach-O).
_MACOS = (b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe")
#: What such a file was built for.
BUILT_FOR = ("built for CUDA", "built for macOS")


def built_for_another(path: str) -> str:
    """Return what a binary was built for that no port can link; "" for any other file.

    Args:
        path: a regular file on disk; one that cannot be read is none.
    """
    if os.path.splitext(path)[1] not in _SUFFIXES:
        return ""
    try:
        with open_regular(path, follow=False) as stream:
            first = stream.read(len(_MAGIC[1]))
            if first.startswith(_MACOS):
                return BUILT_FOR[1]
            if not first.startswith(_MAGIC):
                return ""
            stream.seek(0)
            return BUILT_FOR[0] if _CUDA.search(read_bounded(stream, LARGEST_SOURCE)) else ""
    except OSError:
        return ""
