"""Tells C++ sources that launch kernels, which a command compiles as CUDA's (`nvcc -x cu`)."""

from __future__ import annotations

from pathlib import Path

from porter.files.regular import read_regular
from porter.source.file import SourceFile
from porter.source.text.languages import Language


def launches_kernels(path: Path) -> bool:
    """Tell whether a source launches a kernel: it is C++ to no other compiler.

    Args:
        path: the source.
    """
    data = read_regular(path)
    return b"<<<" in data and b"<<<" in SourceFile(path.name, data, Language.CUDA).code
