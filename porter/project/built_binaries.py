"""Tells what was built for CUDA or macOS: objects, libraries and programs among the sources.

make takes such a file for made already where it is no older than its sources. A port would link it,
or even be "up to date" with NVIDIA's program. An object whose source lies beside it is made again:
other flags made it, of another toolkit's headers. Lists of headers that compilers write for make
are left out, too: it stops where one names CUDA's, which are not there.
"""

from __future__ import annotations

import os
import re

from porter.files.regular import (
    LARGEST_SETTINGS,
    LARGEST_SOURCE,
    open_regular,
    read_bounded,
    read_regular,
)

#: Suffixes of what compilers and linkers write; a program has none.
_SUFFIXES = frozenset(("", ".o", ".a", ".so", ".out", ".exe", ".lo", ".obj"))
_MAGIC = (b"\x7fELF", b"!<arch>\n")
#: A symbol of CUDA's runtime in a table of names, or the section that holds device code.
_CUDA = re.compile(rb"\0(?:__cudaRegister|\.?nv_fatbin|\.nvFatBin|cuda[A-Z])\w{0,80}\0")
#: How objects and programs of macOS begin, where neither CUDA nor ROCm is any more (Mach-O).
_MACOS = (b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe")
#: A rule of make's for an object, with a header in CUDA's folder among what it is made of.
_LIST = ".d"
_RULE = re.compile(rb"\A[^\s:=]++(?<=\.o)[^\n:=]*+:(?!=)")
_CUDAS_HEADER = re.compile(rb"/cuda_runtime(?:_api)?\.h(?![\w.])")
#: What such a file was built for.
BUILT_FOR = ("built for CUDA", "built for macOS", "built from the source beside it")
#: What an object of the project's own is made again of, by flags that may differ: `-fPIC`.
_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".cu", ".C")


def built_for_another(path: str) -> str:
    """Return what a binary or a list of headers was made for; "" for what a port can use.

    Args:
        path: a regular file on disk; one that cannot be read is none.
    """
    suffix = os.path.splitext(path)[1]
    if suffix not in _SUFFIXES and suffix != _LIST:
        return ""
    try:
        if suffix == _LIST:
            data = read_regular(path, LARGEST_SETTINGS, follow=False)
            is_list = _RULE.match(data) is not None
            return BUILT_FOR[0] if is_list and _CUDAS_HEADER.search(data) else ""
        with open_regular(path, follow=False) as stream:
            first = stream.read(len(_MAGIC[1]))
            if first.startswith(_MACOS):
                return BUILT_FOR[1]
            if not first.startswith(_MAGIC):
                return ""
            stream.seek(0)
            if _CUDA.search(read_bounded(stream, LARGEST_SOURCE)):
                return BUILT_FOR[0]
            stem = os.path.splitext(path)[0]
            is_made = suffix == ".o" and any(os.path.isfile(stem + one) for one in _SOURCES)
            return BUILT_FOR[2] if is_made else ""
    except OSError:
        return ""
