"""What a copy of a tree goes without: what a build of somebody else's left in it.

A file of dependencies (`main.o: main.cu /usr/local/cuda-9.1/include/cuda_runtime.h`) names headers
of the machine that wrote it, and a makefile that includes it stops where one is not there.
"""

from __future__ import annotations

import re
from pathlib import Path

from porter.files.regular import read_regular

_NAMES = frozenset((".git", "__pycache__"))
_DEPENDENCIES = re.compile(rb"\s*+[^\s:]{1,400}+(?<=\.o)[^:\n]{0,400}+:")
_LARGEST = 1_000_000


def not_copied(folder: str, names: list[str]) -> set[str]:
    """Return the names in a folder that are not copied, as `shutil.copytree` asks for them.

    Args:
        folder: the folder.
        names: what is in it.
    """
    return {
        one
        for one in names
        if one in _NAMES
        or one.endswith(".o")
        or (one.endswith(".d") and _has_dependencies(Path(folder, one)))
    }


def _has_dependencies(path: Path) -> bool:
    """Tell whether a file is what a compiler wrote of an object's dependencies."""
    if not path.is_file() or path.stat().st_size > _LARGEST:
        return False
    return _DEPENDENCIES.match(read_regular(path, _LARGEST)) is not None
