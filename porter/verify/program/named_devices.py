"""How many devices the programs of a tree want: one that names device 1 wants a second.

Its author's machine has several. With fewer the call fails, and so does what looks for the last
error behind a launch: such a program ends early, or goes on with nothing.
"""

from __future__ import annotations

import re

from porter.project.discover import Project
from porter.project.known_numbers import known_number
from porter.source.file import SourceFile

#: More than that no machine has, so that the number is none of a device.
_MOST = 16
_CODE = (".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp")
_CHOSEN = re.compile(rb"\bcudaSetDevice[ \t]*+\(([^()]{1,80}+)\)")


def named_devices(tree: Project) -> int:
    """Return one more than the largest number by which sources choose a device; 1 without any.

    Args:
        tree: CUDA's side.
    """
    most = 0
    for entry in tree.entries:
        if entry.is_link or not entry.path.endswith(_CODE) or tree.is_vendored(entry.path):
            continue
        data = tree.read(entry.path)
        if b"cudaSetDevice" in data:
            file = SourceFile(entry.path, data)
            named = (known_number(file, one[1]) for one in _CHOSEN.finditer(file.code))
            most = max([most, *(one for one in named if one is not None and one < _MOST)])
    return most + 1
