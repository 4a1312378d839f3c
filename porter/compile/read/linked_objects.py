"""Objects and libraries that a `setup.py` has an extension linked with, and that are not there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from porter.compile.read.script_world import world_of_rocm
from porter.compile.read.setup_py import EXTENSIONS
from porter.source.build_files.globs import is_inside
from porter.source.build_files.static_python import StaticReader
from porter.source.build_files.unknown import UNKNOWN, known


class LackingObject(NamedTuple):
    """A file that something has to make first.

    Attributes:
        path: as the script gives it, or relative to its folder.
        line: of the call that names the extension.
    """

    path: str
    line: int


def lacking_objects(root: Path, script: Path) -> list[LackingObject]:
    """Return the files of `extra_objects` inside of a tree that are not there.

    What a script computes in a way that cannot be followed is taken to be there. Source:
    setuptools' documentation, "Building Extension Modules".

    Args:
        root: the tree.
        script: a `setup.py` in it.
    """
    found: list[LackingObject] = []

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        objects = keywords.get("extra_objects", ())
        is_extension = name.rsplit(".", 1)[-1] in EXTENSIONS
        if is_extension and isinstance(objects, (list, tuple)) and known(*objects):
            for one in map(str, objects):
                path = script.parent / one
                if is_inside(path, root) and not path.exists():
                    found.append(LackingObject(os.path.relpath(path, script.parent), line))
        return UNKNOWN

    try:
        StaticReader(script, world_of_rocm(), on_call).run()
    except (OSError, SyntaxError):
        return []
    return found
