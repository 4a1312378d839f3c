"""One target of a project with what it needs: its sources, and what they include."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from porter.compile.target_sources import target_sources
from porter.listing import listed
from porter.options import Options
from porter.project.discover import Project
from porter.project.includes import IncludeGraph
from porter.source import SourceFile
from porter.source.text.languages import Language

_COMPUTED = re.compile(rb"(?m)^[ \t]*#[ \t]*include[ \t]+([A-Za-z_]\w*)")
#: The rule by which build files no longer name other targets.
_TAKES_OUT = "BLD31"


class Part(NamedTuple):
    """What is left of a project.

    Attributes:
        options: the choices, with what build files no longer name.
        about: what was done, in a few words.
        notes: what could not be told.
    """

    options: Options
    about: str
    notes: tuple[str, ...]


def keep_target(project: Project, options: Options, name: str, *, in_place: bool = False) -> Part:
    """Leave all sources out of a project but those of one target and what they include.

    Files that are no C, C++ or CUDA stay: build files, data and texts.

    Args:
        project: its entries are left out here.
        options: the choices.
        name: a target of CMake or make, an extension of a `setup.py`, or a folder.
        in_place: the other targets stay as they are, in CUDA.

    Raises:
        PorterError: nothing is called so, or its sources cannot be told.
    """
    paths = [entry.path for entry in project.entries if not entry.is_link]
    code = [entry.path for entry in project.entries if entry.language is Language.CUDA]
    found = target_sources(project.root, paths, name)
    folders = (*options.include_dirs, *found.include_dirs)
    needed, computed = _with_included(project, code, found.sources, folders)
    left_out = {path for path in code if path not in needed}
    for folder in found.other_folders:
        left_out |= {path for path in paths if path == f"{folder}/CMakeLists.txt"}
    project.entries = [one for one in project.entries if one.path not in left_out]
    project.excluded |= dict.fromkeys(left_out, f"no part of {name}")
    notes = [
        f"{path}: what {what} includes cannot be told; add it by hand if it is not there"
        for path, what in computed
    ]
    if found.missing:
        notes.append(f"{found.origin}: not in the tree, made by the build perhaps: ")
        notes[-1] += listed(found.missing)
    if found.origin.endswith("setup.py"):
        notes.append(f"{found.origin} names other extensions, too, whose sources are left out")
    options = options._replace(left_out_targets=found.others, left_out_folders=found.other_folders)
    if in_place:
        options = options._replace(skip=options.skip | {_TAKES_OUT})
        notes.append(
            "what is no part of it stays CUDA's, and may need what was converted: build it from "
            "another checkout"
        )
    return Part(
        options,
        f"{name} of {found.origin}: {len(needed & set(code))} of {len(code)} sources and headers",
        tuple(notes),
    )


def _with_included(
    project: Project, code: list[str], sources: frozenset[str], folders: tuple[str, ...]
) -> tuple[set[str], list[tuple[str, str]]]:
    """Return files with all that they include, and the inclusions that macros name."""
    graph = IncludeGraph(code, folders)
    known = frozenset(code)
    needed = set(sources)
    computed = []
    left = [path for path in sources if path in known]
    while left:
        path = left.pop()
        try:
            file = SourceFile(path, project.read(path))
        except OSError:
            continue  # the conversion says so
        computed += [(path, match[1].decode()) for match in _COMPUTED.finditer(file.code)]
        for one in file.includes:
            spelling = os.fsdecode(one.path)
            target = graph.guess(path, spelling, angled=one.angled)
            if target is not None and target not in needed:
                needed.add(target)
                left.append(target)
    return needed, computed
