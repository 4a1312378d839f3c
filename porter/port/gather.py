"""Gathers the sources of a run as one project, and keeps the port out of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from porter.convert.own_hip_twins import leave_own_twins
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.project.discover import Entry, Project, discover


def gather(sources: Sequence[Path], exclude: Sequence[str], include_vendored: bool) -> Project:
    """Return the project that the sources are.

    Args:
        sources: files and folders; of several, each keeps its name under their common folder.
        exclude: patterns as in .gitignore.
        include_vendored: convert other people's code, too, and CUDA sides that have a twin for HIP.

    Raises:
        PorterError: a source is missing.
    """
    projects = [discover(source, exclude, include_vendored=include_vendored) for source in sources]
    if len(projects) == 1:
        if not include_vendored:
            leave_own_twins(projects[0])
        return projects[0]
    root = Path(os.path.commonpath([real_path(project.root) for project in projects]))
    merged = Project(root)
    entries: dict[str, Entry] = {}
    for project in projects:
        prefix = real_path(project.root).relative_to(root).as_posix()
        prefix = "" if prefix == "." else prefix + "/"
        for entry in project.entries:
            path = prefix + entry.path
            entries[path] = Entry(path, entry.language, entry.is_link)
        merged.is_part |= project.is_part
        merged.empty_folders += [prefix + path for path in project.empty_folders]
        merged.leftovers += [prefix + path for path in project.leftovers]
        merged.excluded |= {prefix + path: why for path, why in project.excluded.items()}
        merged.vendored |= {prefix + path: why for path, why in project.vendored.items()}
        merged.unreadable |= {prefix + path: why for path, why in project.unreadable.items()}
    merged.entries = [entries[path] for path in sorted(entries)]
    merged.take_included()
    if not include_vendored:
        leave_own_twins(merged)
    return merged


def keep_apart(project: Project, folder: Path) -> None:
    """Refuse a port that would overwrite its source; leave one that lies in it out of the source.

    Raises:
        PorterError: the port would overwrite its source.
    """
    root, target = real_path(project.root), real_path(folder)
    if target == root or (
        root.is_relative_to(target)
        and any((target / entry.path).is_relative_to(root) for entry in project.entries)
    ):
        raise PorterError(
            "the port would overwrite its source", path=folder, hint="use --in-place to do that"
        )
    if os.path.lexists(folder) and not target.is_dir():
        raise PorterError("is not a folder", path=folder)
    if target.parent == target:
        raise PorterError("is the root of the file system", path=folder, hint="name a folder in it")
    if target.is_relative_to(root):
        inside = target.relative_to(root).as_posix() + "/"
        project.entries = [entry for entry in project.entries if not entry.path.startswith(inside)]
        project.empty_folders = [
            path for path in project.empty_folders if not (path + "/").startswith(inside)
        ]
