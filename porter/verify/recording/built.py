"""Which sources of a tree a build for one GPU takes, where folders are named for architectures."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from porter.compile.extensions import torch_extensions
from porter.compile.read.unit import UNREAD
from porter.errors import PorterError
from porter.project.architecture_folders import architecture_of

#: What a compiler reads. Whatever else such a folder holds may be read when the package runs.
_COMPILED = frozenset(".cu .cuh .c .cc .cpp .cxx .h .hh .hpp .hxx .inl".split())
_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include\b[ \t]*+([^\n]*)", re.MULTILINE)
_NAMED = re.compile(rb'["<]([^">\n]+)[">]')


def left_out(
    folder: Path, arch: str, contents: Mapping[str, bytes], exclude: Sequence[str] = ()
) -> frozenset[str]:
    """Return the sources of other architectures, which have no part in a build for one.

    Where it cannot be told, nothing is left out: the tree has no extension whose sources lie in
    such folders, its script computes them in a way that cannot be followed, or a header's name is
    a macro. A header counts where anything that is built may include it, by whatever branch.

    Args:
        folder: the tree.
        arch: the architecture that is built for, such as "sm_90".
        contents: its files, by their paths in it.
        exclude: patterns of paths that are no part of the project.
    """
    named = {path: name for path in contents if (name := architecture_of(path))}
    if not arch or not named:
        return frozenset()
    try:
        units = [unit for one in torch_extensions(folder, exclude, arch).values() for unit in one]
    except PorterError:
        return frozenset()
    built = {architecture_of(unit.source) for unit in units} - {""}
    if not built or any(note.endswith(UNREAD) for unit in units for note in unit.notes):
        return frozenset()
    others = {
        path
        for path, name in named.items()
        if name not in built and PurePosixPath(path).suffix in _COMPILED
    }
    left = [path for path in contents if path not in others]
    while left and others:
        path = left.pop()
        for line in _INCLUDE.findall(contents[path]) if _is_source(path) else ():
            header = _NAMED.match(line)
            if header is None:
                return frozenset()
            reached = {other for other in others if _may_be(other, path, os.fsdecode(header[1]))}
            others -= reached
            left += reached
    return frozenset(others)


def _is_source(path: str) -> bool:
    return PurePosixPath(path).suffix in _COMPILED


def _may_be(path: str, includer: str, header: str) -> bool:
    """Tell whether an include may mean a file: beside its includer, or in any folder searched."""
    beside = os.path.normpath(PurePosixPath(includer).parent / header)
    name = os.path.normpath(header).lstrip("./")
    return path == beside or f"/{path}".endswith(f"/{name}")
