"""Reads the extensions that Python compiles at first use: `torch.utils.cpp_extension.load`."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from porter.compile.read.script_world import taken_away, world_for
from porter.compile.read.setup_py import units_of_extension
from porter.compile.read.unit import Unit
from porter.files.regular import read_regular
from porter.source.build_files.static_python import StaticReader
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.build_files.unknown import UNKNOWN, known
from porter.source.python.syntax import parse_python

#: PyTorch's builder, and the one that a port has in its place.
_BUILDERS = ("cpp_extension", "hip_extension")
_LOADS = tuple(f"{builder}.load" for builder in _BUILDERS)
_PARAMETERS = ("name", "sources", "extra_cflags", "extra_cuda_cflags", "extra_ldflags",
               "extra_include_paths")  # fmt: skip


class FirstUse(NamedTuple):
    """An extension that a file of Python compiles when it is imported or called.

    Attributes:
        name: what it is called.
        script: the file, relative to the tree.
        line: of the call.
        values: what is given, by the names of `CUDAExtension`'s arguments.
    """

    name: str
    script: str
    line: int
    values: dict[str, Any]

    def sources(self, root: Path) -> list[str]:
        """Return its sources, relative to the tree `root`."""
        folder = (root / self.script).parent
        paths = (os.path.relpath(folder / str(one), root) for one in self.values["sources"])
        return [*map(os.path.normpath, paths)]


def first_uses(
    root: Path, path: str, unfollowed: Unfollowed | None = None, arch: str = ""
) -> list[FirstUse]:
    """Return the extensions that a file compiles, those alone whose name and sources are told.

    Args:
        root: the tree.
        path: the file, relative to it.
        unfollowed: collects what the reader leaves out at its bounds.
        arch: the architecture to build for, as for `read_setup`.
    """
    content = read_regular(root / path)
    if not any(builder.encode() in content for builder in _BUILDERS) or b"load" not in content:
        return []
    found: dict[str, FirstUse] = {}

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        if name.endswith(_LOADS):
            given = dict(zip(_PARAMETERS, arguments, strict=False)) | keywords
            called, sources = given.get("name"), given.get("sources")
            listed = [sources] if isinstance(sources, (str, Path)) else sources
            if isinstance(called, str) and isinstance(listed, (list, tuple)) and known(*listed):
                placed = [_placed(root, path, str(one)) for one in listed]
                values = _as_extension(called, placed, given)
                found.setdefault(called, FirstUse(called, path, line, values))
        return UNKNOWN

    world = world_for(arch)
    try:
        StaticReader(root / path, world, on_call, unfollowed, content + _calls(content)).run()
    except SyntaxError:
        return []
    taken = taken_away(world)
    return [
        one._replace(values={**one.values, "undef_macros": taken}) if taken else one
        for one in found.values()
    ]


def read_first_uses(
    root: Path, paths: Sequence[str], unfollowed: Unfollowed, arch: str = ""
) -> Iterator[Unit]:
    """Yield the units of all extensions that a tree's Python compiles at first use.

    Args:
        root: the tree.
        paths: its files, relative to it.
        unfollowed: collects what the reader leaves out at its bounds.
        arch: the architecture to build for, as for `read_setup`.
    """
    for path in paths:
        if os.path.splitext(path)[1] == ".py":
            for one in first_uses(root, path, unfollowed, arch):
                origin = f"{path}:{one.line}"
                yield from units_of_extension(
                    root, origin, "CUDAExtension", one.values, at_first_use=True
                )


def _placed(root: Path, script: str, source: str) -> str:
    """Return a source as the script's folder has it.

    `load` takes it from where Python was started: of the folders above the script's the nearest
    that has it, where that one has none.
    """
    folder = (root / script).parent
    if os.path.isabs(source) or (folder / source).is_file():
        return source
    above = (one for one in folder.parents if one.is_relative_to(root))
    place = next((one for one in above if (one / source).is_file()), folder)
    return os.path.relpath(place / source, folder)


def _as_extension(name: str, sources: Sequence[Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return what `load` is given as `CUDAExtension` would be."""
    flags = {"cxx": given.get("extra_cflags") or [], "nvcc": given.get("extra_cuda_cflags") or []}
    return {
        "name": name,
        "sources": list(sources),
        "include_dirs": given.get("extra_include_paths") or [],
        "extra_compile_args": flags,
    }


def _calls(content: bytes) -> bytes:
    """Return calls of the functions that load something: who calls them is in other files."""
    names = [
        node.name
        for node in parse_python(content).body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(one, ast.Call) and _last(one.func) == "load" for one in ast.walk(node))
    ]
    return "".join(f"\n{name}()" for name in names).encode()


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
