"""Whether the build files of a port link a library that is neither its own nor the system's.

Which functions such a library has is not known, so that a function that the port does not define
may be there. What ROCm brings is known, as are C's, C++'s and the compilers' own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.source.build_files.makefile_names import MAKEFILE_NAMES

_KNOWN = (
    rb"(?:m|c|dl|rt|util|pthread|stdc\+\+|gomp|i?omp|gcc\w*)(?![\w+.-])"
    rb"|hip|roc|amd|rccl|MIOpen|cuda|cu(?:blas|fft|rand|solver|sparse|pti)|nv|nccl"
)
_LIBRARY = re.compile(
    rb"(?<![\w-])-l(?!%b)[A-Za-z]"  # -llapack
    rb"|(?<!\S)(?:/|\$)\S*\.(?:a|so|lib)\b"  # a file in a folder of the machine
    rb"|\$[({]shell\s[^)}$\n]{0,200}-config\b"
    rb"|(?i:\bfind_library\s*\(|\bpkg_(?:check|search)_module|\bFetchContent_|\bExternalProject_)"
    rb"|(?i:\bfind_package\s*\(\s*(?!(?:hip|roc|cuda|threads|openmp|git|doxygen|python)))" % _KNOWN
)
_SCRIPTS = frozenset({".cmake", ".mk", ".sh"})


def links_another_library(port: Path) -> bool:
    """Tell whether a build file of a port links a library of somebody else's.

    Args:
        port: the port.
    """
    return any(_LIBRARY.search(data) for data in _build_files(port))


def _build_files(port: Path) -> Iterator[bytes]:
    for folder, _, names in os.walk(port):
        for name in names:
            is_named = name == "CMakeLists.txt" or name in MAKEFILE_NAMES
            if is_named or os.path.splitext(name)[1] in _SCRIPTS:
                with suppress(OSError):
                    yield read_regular(Path(folder, name), LARGEST_SETTINGS)
